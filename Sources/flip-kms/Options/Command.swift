/// What the program can do; the first word of the command line.
enum Command: String, CaseIterable, Sendable {
  case run
  case render
  case bench
  case displays
  case check

  var meaning: String {
    switch self {
    case .run: "show it on a display, through KMS (the default command)"
    case .render: "draw it offscreen, to files"
    case .bench: "measure how fast it draws offscreen"
    case .displays: "list cards, connectors and modes, and which one run would take and why"
    case .check: "read the configuration, print every setting as resolved, or every fault"
    }
  }

  /// The options that the command takes besides the settings, in the order of its synopsis.
  var options: [CommandOption] {
    let names: [String] =
      switch self {
      case .run: ["at", "for", "stats"]
      case .render: ["size", "at", "for", "fps", "output-file"]
      case .bench:
        [
          "size", "suite", "at", "frames", "moving", "floor", "minute", "readback", "start", "first-frame",
          "compare", "json", "samples", "output-file",
        ]
      case .displays: ["json", "from"]
      case .check: ["json"]
      }
    return (names + ["config", "help"]).map { name in
      var option = CommandOption.named(name)!
      if let own = meanings[name] { option.meaning = own }
      return option
    }
  }

  /// What options are to this command alone.
  private var meanings: [String: String] {
    switch self {
    case .bench:
      [
        "size": "of the board, in pixels; with --suite of all its boards",
        "at": "begin at this instant, such as 2026-12-31T23:59:59Z",
        "frames": "how many frames to measure, however long that takes; else 300 or 10 seconds, "
          + "of each board of --suite 120 or 2 seconds",
        "json": "print as JSON, as docs/benchmarks.md describes it",
        "output-file": "also draw a plot, .png or .svg",
      ]
    default: [:]
    }
  }

  /// Without which the command cannot start: of each of these lists, one.
  var required: [[String]] {
    switch self {
    case .render: [["size"], ["at"], ["output-file"]]
    case .bench: [["size", "suite"]]
    default: []
    }
  }
}

/// An option that is no setting.
struct CommandOption: Sendable {
  /// What it is known by here, and `--NAME` where it has a long form.
  var name: String
  var isLong = true
  var short: Character?
  /// The word that stands for its value in help; nil for an option without one.
  var placeholder: String?
  var meaning: String
  var completion = Completion.choices

  /// How messages and help spell it.
  var spelling: String { isLong ? "--\(name)" : "-\(short!)" }

  /// With its value, as a synopsis has it.
  var synopsis: String { spelling + (placeholder.map { " " + $0 } ?? "") }

  static func named(_ name: String) -> CommandOption? { all.first { $0.name == name } }

  static let all: [CommandOption] = [
    CommandOption(name: "size", placeholder: "WxH", meaning: "of the picture, in pixels"),
    CommandOption(
      name: "at", placeholder: "INSTANT",
      meaning: "the picture of this instant, such as 2026-12-31T23:59:59.75Z"),
    CommandOption(
      name: "for", placeholder: "SECONDS", meaning: "how long: run ends then; render draws so much"),
    CommandOption(name: "fps", placeholder: "N", meaning: "pictures a second"),
    CommandOption(name: "frames", placeholder: "N", meaning: "how many frames to draw"),
    CommandOption(
      name: "moving", placeholder: "N",
      meaning: "how many faces of a board of text each message moves, from the first on; else all"),
    CommandOption(
      name: "floor",
      meaning: "also draw the same pixels the cheapest way there is, and the same picture without a model; "
        + "print the ratios"),
    CommandOption(
      name: "minute",
      meaning: "also measure a minute of a clock, at rest too, against what its frames alone take to draw"),
    CommandOption(
      name: "suite",
      meaning:
        "measure a table of boards, at three sizes or at that of --size, instead of the settings' board"),
    CommandOption(name: "readback", meaning: "also read each frame back into memory"),
    CommandOption(
      name: "start", meaning: "also time from exec to the first frame, against an empty program of GL"),
    CommandOption(
      name: "first-frame", placeholder: "board|empty",
      meaning: "draw one frame, of the board or of an empty program, and end: to time a start from outside"),
    CommandOption(
      name: "compare", placeholder: "FILE", meaning: "print ratios to an earlier run, kept with --json",
      completion: .file),
    CommandOption(name: "stats", meaning: "print figures about the frames at the end, as JSON"),
    CommandOption(name: "json", meaning: "print as JSON"),
    CommandOption(name: "samples", meaning: "with --json, also print each frame's own times and counts"),
    CommandOption(
      name: "from", placeholder: "FILE", meaning: "choose for the machine that FILE describes, not this one",
      completion: .file),
    CommandOption(
      name: "output-file", isLong: false, short: "o", placeholder: "FILE",
      meaning:
        "where to write it; its ending is the format: .png, .webp, .y4m or .jsonl, - for y4m on standard output",
      completion: .file),
    CommandOption(
      name: "config", placeholder: "FILE",
      meaning:
        "the configuration, - for standard input; else $XDG_CONFIG_HOME/flip-kms.conf, else /etc/flip-kms.conf",
      completion: .file),
    CommandOption(name: "help", short: "h", meaning: "print this help"),
    CommandOption(name: "version", meaning: "print the version"),
    CommandOption(name: "print", placeholder: "PAGE", meaning: "print documentation"),
  ]
}
