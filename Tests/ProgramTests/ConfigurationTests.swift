import FlipBoard
import Glibc
import Testing

@testable import flip_kms

/// The configuration file: what is read, and what is said of its faults.
@Suite struct ConfigurationTests {
  private func resolve(_ text: String, options: [String] = []) throws(Failure) -> Resolution {
    try resolve(Array(text.utf8), options: options)
  }

  private func resolve(_ bytes: [UInt8], options: [String] = []) throws(Failure) -> Resolution {
    try Resolution.resolve(
      file: ConfigurationFile(path: "c", bytes: bytes), options: try Invocation(options).settings)
  }

  private func faults(_ bytes: [UInt8]) -> [String] {
    do throws(Failure) {
      _ = try resolve(bytes)
      return []
    } catch {
      #expect(error.code == .configuration)
      return error.lines
    }
  }

  /// A file that is no configuration at all is not told line by line.
  @Test func twoHundredFaultsAreToldAndHowManyMoreThereAre() {
    let bad = { (count: Int) in self.faults(Array(String(repeating: "x\n", count: count).utf8)) }
    #expect(bad(200).count == 200)
    let last = "c:200: '=' is missing, expected key = value, not 'x'"
    #expect(bad(201).suffix(2) == [last, "c: 1 more fault"])
    #expect(bad(50_000).count == 201)
    #expect(bad(50_000).last == "c: 49800 more faults")
  }

  @Test(
    arguments: [
      (
        "[content]\nshow = clok",
        "c:2: show = 'clok', expected clock, countdown, countup or text; did you mean 'clock'?"
      ),
      (
        "[content]\ntimezon = UTC",
        "c:2: unknown key 'timezon' in [content], expected a key of this section; did you mean 'timezone'?"
      ),
      ("[feed]\nxyzzy = 1", "c:2: unknown key 'xyzzy' in [feed], expected feed or mqtt"),
      ("[motion]\ntimezone = UTC", "c:2: unknown key 'timezone' in [motion], expected in [content]"),
      (
        "\n\n[contnt]\nx = 1\ny = 2",
        "c:3: unknown section [contnt], expected content, motion, look, display or feed; did you mean 'content'?"
      ),
      ("[]", "c:1: unknown section [], expected content, motion, look, display or feed"),
      ("timezone = UTC", "c:1: 'timezone' stands before the first [section]"),
      ("[content", "c:1: expected [section], not '[content'"),
      ("[content] x", "c:1: expected [section], not '[content] x'"),
      ("[content]\nshow", "c:2: '=' is missing, expected key = value, not 'show'"),
      (
        "[content]\n= x",
        "c:2: unknown key '' in [content], expected show, format, until, since, text, rows, columns, align, timezone, locale, drum or images"
      ),
      ("[content]\nrows = 1\n\nrows = 2", "c:4: 'rows' stands on line 2 already, expected it once"),
      ("[content]\nrows = 0", "c:2: rows = '0', expected a whole number from 1 to 1024"),
      (
        "[content]\ntimezone = Asia/Tokio",
        "c:2: timezone = 'Asia/Tokio', expected the name of a zone such as Europe/Berlin; did you mean 'Asia/Tokyo'?"
      ),
      ("[content]\nformat = {%H", "c:2: format = '{%H', expected a } for each {"),
      (
        "[motion]\nduration = 60\ncadence = 0.005",
        "c:3: cadence = '0.005', expected at least 0.234375 seconds, a 256th of duration"
      ),
      ("[look]\ncard = fff", "c:2: card = 'fff', expected a colour such as #fff, #1a2b3c or #1a2b3cff"),
      (
        "[display]\nmode = 1920",
        "c:2: mode = '1920', expected preferred, current, WxH, WxH@Hz or a modeline"
      ),
    ] as [(String, String)])
  func fault(text: String, line: String) {
    #expect(faults(Array(text.utf8)) == [line])
    // Line ends of another system, a mark of its editor, and an indent change nothing.
    let foreign =
      [0xEF, 0xBB, 0xBF]
      + Array(
        text.split(separator: "\n", omittingEmptySubsequences: false)
          .map { "\t" + $0 }.joined(separator: "\r\n").utf8)
    #expect(faults(foreign) == [line])
  }

  @Test func bytesThatAreNoText() {
    #expect(faults(Array("[content]\ntext = ".utf8) + [0xFF]) == ["c:2: the line is not UTF-8"])
    #expect(faults(Array("[content]\ntext = a".utf8) + [0]) == ["c:2: the line holds a zero byte"])
    let long = "[content]\ntext = " + String(repeating: "x", count: 9000) + "\nrows = 2"
    #expect(faults(Array(long.utf8)) == ["c:2: the line is longer than 8190 bytes"])
    let tooMuch = "[content]\ntext = " + String(repeating: "x", count: 4097)
    #expect(faults(Array(tooMuch.utf8)).count == 1)
  }

  /// inih by itself reads 200 bytes of a line, and takes what follows for the next one.
  @Test func aLineOfAnyLengthIsReadWhole() throws {
    for count in Array(150...260) + [1000, 4096] {
      let text = String(repeating: "x", count: count)
      #expect(try resolve("[content]\nshow = text\ntext = \(text)").settings.content.text == text)
    }
  }

  /// A fault on each of many lines is told with the line that it is on, in order.
  @Test func everyFaultIsToldOnce() {
    var text = ""
    var expected: [String] = []
    for line in 1...300 {
      switch line % 4 {
      case 0:
        text += "nonsense\n"
        expected.append("c:\(line): '=' is missing, expected key = value, not 'nonsense'")
      case 1: text += "[look]\n"
      case 2: text += "# \(line)\n"
      default:
        text += "card = \(line)\n"
        expected.append(
          "c:\(line): card = '\(line)', expected a colour such as #fff, #1a2b3c or #1a2b3cff")
      }
    }
    #expect(faults(Array(text.utf8)) == expected)
  }

  @Test func whatIsRead() throws {
    let resolution = try resolve(
      """
      # a comment
      ; another
      [content]
      format = %H ; b # c
      drum = " AB "
      text = "a "quoted" "
      timezone: Asia/Tokyo
      [look]
      [motion]
      duration=0.25
      [content]
      align =   right
      """)
    #expect(resolution.settings.content.format == "%H ; b # c")
    #expect(resolution.settings.content.drum == " AB ")
    #expect(resolution.settings.content.text == "a \"quoted\" ")
    #expect(resolution.settings.content.timezone == "Asia/Tokyo")
    #expect(resolution.settings.content.align == .right)
    #expect(resolution.settings.motion.duration == 0.25)
    #expect(resolution.origins["align"] == .file(path: "c", line: 12))
    #expect(try resolve("") == Resolution(path: "c"))
    #expect(try resolve("[content]\ntext =").settings.content.text == "")
    #expect(try resolve("[content]\ntimezone =").settings.content.timezone == nil)
  }

  @Test func optionsWinOverTheFileAndTheFileOverDefaults() throws {
    let text = "[look]\ntheme = light\ncard = #111\n[content]\nrows = 3"
    let resolution = try resolve(text, options: ["--card", "#222", "--columns", "4"])
    #expect(resolution.settings.look.card == Color(red: 0x22, green: 0x22, blue: 0x22))
    #expect(resolution.settings.look.theme == "light")
    #expect(try resolution.settings.finishedLook.ink == Look.theme(named: "light").ink)
    #expect(resolution.settings.finishedLook.card == Color(red: 0x22, green: 0x22, blue: 0x22))
    #expect(resolution.settings.content.rows == 3)
    #expect(resolution.settings.content.columns == 4)
    #expect(resolution.origins["card"] == .option)
    #expect(resolution.origins["theme"] == .file(path: "c", line: 2))
    #expect(resolution.origins["ink"] == nil)
    // All faults are told, and the file's decide the code.
    #expect(
      throws: Failure(
        .configuration,
        lines: [
          "c:2: rows = 'x', expected a whole number from 1 to 1024",
          "--rotate '1': expected 0, 90, 180 or 270",
        ])
    ) { try resolve("[content]\nrows = x", options: ["--rotate", "1"]) }
    // What settings ask of each other is told beside what is wrong with one alone, line by line.
    #expect(
      throws: Failure(
        .configuration,
        lines: [
          "c:2: until is missing, expected the instant that the countdown ends at",
          "c:3: format = '%I', expected conversions out of DHMS%nt, not %I",
          "c:4: timezone = 'Mars', expected the name of a zone such as Europe/Berlin",
          "--rotate '1': expected 0, 90, 180 or 270",
        ])
    ) {
      try resolve(
        "[content]\nshow = countdown\nformat = %I\ntimezone = Mars", options: ["--rotate", "1"])
    }
    // But nothing that another fault may be the reason of.
    #expect(
      throws: Failure(
        .configuration,
        lines: [
          "c:2: show = 'countdwn', expected clock, countdown, countup or text; did you mean 'countdown'?"
        ])
    ) { try resolve("[content]\nshow = countdwn\nformat = %D:%H:%M") }
    #expect(
      throws: Failure(
        .configuration,
        lines: [
          "c:3: until = 'x', expected an instant such as 2026-12-31T23:59:59Z or a length such as 1h30m"
        ])
    ) { try resolve("[content]\nshow = countdown\nuntil = x") }
    #expect(
      throws: Failure(.usage, "--format '%I}': expected a { before each }")
    ) { try resolve("[content]\nshow = clock", options: ["--format", "%I}"]) }
    // A bad file is a fault even where an option covers it.
    #expect(throws: Failure.self) { try resolve("[look]\ncard = x", options: ["--card", "#222"]) }
  }

  /// Fonts and pictures are looked for even where something else is wrong already.
  @Test func allFaultsAtOnce() {
    let text = "[content]\ntimezone = Mars\nimages = /no/folder\n[look]\nfont = /no/font.ttf\n"
    let lines = faults(Array(text.utf8))
    #expect(lines.count == 3)
    for (line, place) in zip(lines, ["c:2: ", "c:3: ", "c:5: "]) { #expect(line.hasPrefix(place), "\(line)") }
  }

  @Test func notesOfWhatHasNoEffect() throws {
    #expect(try resolve("[content]\ntext = a").notes == ["text has no effect, as show is clock"])
    #expect(try resolve("[content]\ntext = a\nshow = text").notes == [])
    #expect(try resolve("[feed]\nfeed = -").notes == ["feed has no effect, as show is clock"])
    let all = "[content]\nuntil = 1h\nsince = 1h\nformat = %H\nrows = 1\nalign = right\ntimezone = UTC\n"
    for (show, idle) in [
      ("clock", ["until", "since", "rows", "align"]), ("countdown", ["since", "rows", "align"]),
      ("countup", ["until", "rows", "align"]), ("text", ["format", "until", "since"]),
    ] {
      #expect(
        try resolve(all + "show = \(show)").notes == idle.map { "\($0) has no effect, as show is \(show)" })
    }
  }

  /// Settings that are good one by one, and too much together for every display.
  @Test func moreThanAnyDisplayHasRoomFor() throws {
    let expected = "expected fewer modules, as no display has room for so many"
    let format = String(repeating: "%c", count: 2000)
    let cut = "'\(format.prefix(60))…'"
    #expect(throws: Failure(.configuration, "c:2: format = \(cut), \(expected)")) {
      try resolve("[content]\nformat = \(format)")
    }
    #expect(throws: Failure(.usage, "--format \(cut): \(expected)")) {
      try resolve("", options: ["--format", format])
    }
  }
}
