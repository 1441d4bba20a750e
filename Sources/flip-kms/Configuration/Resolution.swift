import FlipBoard

/// The settings as they came out of options, file and defaults, and where each came from.
struct Resolution: Equatable, Sendable {
  /// Where a setting came from.
  enum Origin: Equatable, Sendable {
    case standard
    case file(path: String, line: Int)
    case option

    /// In words: `default`, `/etc/flip-kms.conf:3`, `option`.
    var text: String {
      switch self {
      case .standard: "default"
      case .file(let path, let line): "\(path):\(line)"
      case .option: "option"
      }
    }
  }

  var settings = Settings()
  /// The file that was read, if any.
  var path: String?
  /// Of each setting that was given, by its key.
  var origins: [String: Origin] = [:]

  func origin(of setting: Setting) -> Origin { origins[setting.key] ?? .standard }

  /// Whether the command line gives it.
  func isOption(_ key: String) -> Bool { origins[key] == .option }
}

extension Resolution {
  /// The settings of a command line: its configuration, found and read, and its options over it. Called
  /// again it reads the file as it is then.
  ///
  /// - Throws: as `ConfigurationFile.find` and `resolve` do.
  static func load(_ invocation: Invocation) throws(Failure) -> Resolution {
    try resolve(
      file: try ConfigurationFile.find(named: invocation["config"]), options: invocation.settings)
  }

  /// Reads a configuration and puts the command line's settings over it. All or nothing: one fault and
  /// there are no settings.
  ///
  /// - Throws: a line for each fault of the file and each bad value of the command line, with exit code 78
  ///   where one is the file's, else 64.
  static func resolve(
    file: ConfigurationFile?, options: [Invocation.Given]
  ) throws(Failure) -> Resolution {
    var resolution = Resolution()
    var faults = file.map { resolution.apply($0) } ?? []
    for given in options {
      guard let setting = Setting.named(given.key) else { continue }
      if setting.assign(given.text, &resolution.settings) {
        resolution.origins[given.key] = .option
      } else {
        faults.append(
          Fault(
            key: given.key,
            text: "--\(given.key) \(given.text.quoted): \(setting.complaint(about: given.text))"))
      }
    }
    faults += resolution.check(besides: Set(faults.compactMap(\.key)))
    guard faults.isEmpty else {
      // By line, and within a line as they were found; options come last.
      let ordered = faults.enumerated().sorted {
        ($0.element.line ?? .max, $0.offset) < ($1.element.line ?? .max, $1.offset)
      }
      let isOfFile = faults.contains { $0.code == .configuration }
      let lines = told(ordered.map(\.element.text) + resolution.faultsOfFaces, of: file?.path)
      throw Failure(isOfFile ? .configuration : .usage, lines: lines)
    }
    return resolution
  }

  /// How many faults are told one by one; of the others, how many there are.
  static let mostFaults = 200

  private static func told(_ faults: [String], of path: String?) -> [String] {
    let untold = faults.count - mostFaults
    guard untold > 0 else { return faults }
    let rest = "\(untold) more fault\(untold == 1 ? "" : "s")"
    return Array(faults[..<mostFaults]) + [path.map { "\($0): \(rest)" } ?? rest]
  }

  /// What is wrong with a setting, in a line for people.
  private struct Fault {
    /// The setting's key; nil where none could be made out.
    var key: String?
    /// Of the configuration; nil where an option is at fault.
    var line: Int?
    var text: String
    var code = ExitCode.usage
  }

  /// Takes over what the file says; returns what is wrong in it.
  private mutating func apply(_ file: ConfigurationFile) -> [Fault] {
    path = file.path
    let document = IniDocument(file.bytes)
    var faults: [Fault] = []
    func add(_ line: Int, _ message: String, key: String? = nil) {
      faults.append(
        Fault(key: key, line: line, text: "\(file.path):\(line): \(message)", code: .configuration))
    }
    for defect in document.defects { add(defect.line, defect.message) }
    for heading in document.headings where Section(rawValue: heading.name) == nil {
      let names = Section.allCases.map(\.rawValue)
      add(
        heading.line,
        "unknown section [\(heading.name)], expected \(alternatives(names))"
          + suggestion(for: heading.name, in: names))
    }
    for entry in document.entries {
      guard let section = Section(rawValue: entry.section) else { continue }
      if let fault = apply(entry, in: section, of: file.path) { add(entry.line, fault, key: entry.key) }
    }
    return faults
  }

  private mutating func apply(
    _ entry: IniDocument.Entry, in section: Section, of path: String
  ) -> String? {
    guard let setting = Setting.named(entry.key) else {
      let near = nearest(to: entry.key, in: Setting.all.filter { $0.section == section }.map(\.key))
      let keys = Setting.all.filter { $0.section == section }.map(\.key)
      return "unknown key \(entry.key.quoted) in [\(section.rawValue)], expected "
        + (near.map { "a key of this section; did you mean '\($0)'?" } ?? alternatives(keys))
    }
    guard setting.section == section else {
      return "unknown key '\(entry.key)' in [\(section.rawValue)], expected in [\(setting.section.rawValue)]"
    }
    if case .file(_, let line)? = origins[setting.key] {
      return "'\(setting.key)' stands on line \(line) already, expected it once"
    }
    guard setting.assign(entry.value, &settings) else {
      return "\(setting.key) = \(entry.value.quoted), " + setting.complaint(about: entry.value)
    }
    origins[setting.key] = .file(path: path, line: entry.line)
    return nil
  }

  /// What was given and has no effect, in a line each.
  var notes: [String] {
    let show = settings.content.show
    let ofText = ["text", "rows", "columns", "align", "feed", "mqtt"]
    let idle: [String] =
      switch show {
      case .clock: ["until", "since"] + ofText
      case .countdown: ["since"] + ofText
      case .countup: ["until"] + ofText
      case .text: ["format", "until", "since"]
      }
    return idle.filter { origins[$0] != nil && !value(of: $0).isEmpty }.map {
      "\($0) has no effect, as show is \(show.rawValue)"
    }
  }

  /// What a setting comes to, as its text.
  func value(of key: String) -> String { Setting.named(key)?.value(settings) ?? "" }

  /// What must hold between settings, and does not. Nothing is said of those already at `fault`, nor of
  /// anything where it is not known what is to be shown.
  private func check(besides faulty: Set<String>) -> [Fault] {
    var faulty = faulty
    var found: [Fault] = []
    var settings = settings
    while !faulty.contains("show") {
      // The board knows what its settings ask of each other; its size is not at issue here.
      do throws(BoardError) {
        _ = try Board(
          try settings.boardConfiguration(start: Instant(nanoseconds: 0), surroundings: .none),
          size: Size(width: 16384, height: 16384), look: settings.finishedLook)
        break
      } catch {
        let error = error.setting == "size" ? overfull : error
        guard faulty.insert(error.setting).inserted else { break }
        let failure = fault(error)
        let line: Int? =
          if case .file(_, let line)? = origins[origins[error.setting] == nil ? "show" : error.setting] {
            line
          } else {
            nil
          }
        found.append(
          Fault(key: error.setting, line: line, text: failure.lines[0], code: failure.code))
        // One more look, with what is at fault out of the way.
        guard error.setting == "format" else { break }
        settings.content.format = nil
      }
    }
    return found
  }

  /// What is wrong where even the largest display has no room; the board cites its size, which nobody gave.
  private var overfull: BoardError {
    let key =
      settings.content.show != .text ? "format" : settings.content.columns == nil ? "text" : "columns"
    return BoardError(
      setting: key, value: value(of: key), expected: "fewer modules, as no display has room for so many")
  }

  /// What the board refuses, told where the setting was given.
  func fault(_ error: BoardError) -> Failure {
    if origins[error.setting] == nil, error.value.isEmpty {
      // What is missing was not given anywhere; what asks for it was.
      return fault(at: "show", "\(error.setting) is missing, \(error.complaint)")
    }
    if origins[error.setting] == .option {
      return Failure(.usage, "--\(error.setting) \(error.value.quoted): \(error.complaint)")
    }
    return fault(at: error.setting, "\(error.setting) = \(error.value.quoted), \(error.complaint)")
  }

  /// A fault of what a setting came to, told where the setting was given, with the exit code of that place.
  func fault(at key: String, _ message: String) -> Failure {
    switch origins[key] ?? .standard {
    case .file(let path, let line): Failure(.configuration, "\(path):\(line): \(message)")
    case .option: Failure(.usage, message)
    case .standard: Failure(.configuration, message)
    }
  }
}
