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
  /// What they are for: some have no effect on one, and `feed` is a socket for `run` alone.
  var command = Command.run
  /// The file that was read, if any.
  var path: String?
  /// Whether that came through a pipe, and so cannot be read by another process.
  var isStream = false
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
      file: try ConfigurationFile.find(named: invocation["config"]), options: invocation.settings,
      for: invocation.command)
  }

  /// Reads a configuration and puts the command line's settings over it. All or nothing: one fault and
  /// there are no settings.
  ///
  /// - Throws: a line for each fault of the file and each bad value of the command line, with exit code 78
  ///   where one is the file's, else 64.
  static func resolve(
    file: ConfigurationFile?, options: [Invocation.Given], for command: Command = .run
  ) throws(Failure) -> Resolution {
    var resolution = Resolution()
    resolution.command = command
    resolution.isStream = file?.isStream ?? false
    var faults = file.map { resolution.apply($0) } ?? []
    for given in options {
      guard let setting = Setting.named(given.key) else { continue }
      if setting.assign(given.text, &resolution.settings) {
        resolution.origins[given.key] = .option
      } else {
        let message = "--\(given.key) \(setting.cited(given.text)): \(setting.complaint(about: given.text))"
        faults.append(Finding(key: given.key, told: Failure.Fault(message: message)))
      }
    }
    faults += resolution.check(besides: Set(faults.compactMap(\.key)))
    guard faults.isEmpty else {
      let isOfFile = faults.contains { $0.code == .configuration }
      // By line, and within a line as they were found; options come last.
      let ordered = (faults.map(\.told) + resolution.faultsOfFaces).enumerated().sorted {
        ($0.element.place?.line ?? .max, $0.offset) < ($1.element.place?.line ?? .max, $1.offset)
      }
      throw Failure(
        isOfFile ? .configuration : .usage, faults: told(ordered.map(\.element), of: file?.path))
    }
    return resolution
  }

  /// How many faults are told one by one; of the others, how many there are.
  static let mostFaults = 200

  private static func told(_ faults: [Failure.Fault], of path: String?) -> [Failure.Fault] {
    let untold = faults.count - mostFaults
    guard untold > 0 else { return faults }
    let rest = "\(untold) more fault\(untold == 1 ? "" : "s")"
    return Array(faults[..<mostFaults]) + [Failure.Fault(message: path.map { "\($0): \(rest)" } ?? rest)]
  }

  /// What is wrong with a setting.
  struct Finding {
    /// The setting's key; nil where none could be made out.
    var key: String?
    var told: Failure.Fault
    var code = ExitCode.usage
  }

  /// Takes over what the file says; returns what is wrong in it.
  private mutating func apply(_ file: ConfigurationFile) -> [Finding] {
    path = file.path
    let document = IniDocument(file.bytes)
    var faults: [Finding] = []
    func add(_ line: Int, _ message: String, key: String? = nil) {
      let told = Failure.Fault(place: Failure.Place(path: file.path, line: line), message: message)
      faults.append(Finding(key: key, told: told, code: .configuration))
    }
    for defect in document.defects { add(defect.line, defect.message, key: defect.key) }
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
      return "\(setting.key) = \(setting.cited(entry.value)), " + setting.complaint(about: entry.value)
        + (wouldDo(setting, entry.value) ? "; there are no comments behind a value" : "")
    }
    origins[setting.key] = .file(path: path, line: entry.line)
    return nil
  }

  /// Whether the value is good but for a comment behind it.
  private func wouldDo(_ setting: Setting, _ value: String) -> Bool {
    guard let mark = value.firstIndex(where: { $0 == "#" || $0 == ";" }), mark > value.startIndex,
      value[value.index(before: mark)].isWhitespace,
      let end = value[..<mark].lastIndex(where: { !$0.isWhitespace })
    else { return false }
    var copy = settings
    return setting.assign(String(value[...end]), &copy)
  }

  /// What a setting comes to, as its text.
  func value(of key: String) -> String { Setting.named(key)?.value(settings) ?? "" }
}
