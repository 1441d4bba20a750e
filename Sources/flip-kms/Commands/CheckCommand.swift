import FlipBoard

/// `flip-kms check`: every setting as resolved and where it came from.
struct CheckCommand {
  let invocation: Invocation
  let diagnostics: Diagnostics

  init(_ invocation: Invocation, _ diagnostics: Diagnostics) {
    self.invocation = invocation
    self.diagnostics = diagnostics
  }

  /// - Throws: 78 with every fault of the configuration, 64 of the options, 66 and 65 for fonts and
  ///   pictures; with `--json` the faults are on standard output too.
  func run() throws(Failure) {
    let isJSON = invocation["json"] != nil
    var path: String?
    do throws(Failure) {
      let file = try ConfigurationFile.find(named: invocation["config"])
      path = file?.path
      let resolution = try Resolution.resolve(file: file, options: invocation.settings, for: .check)
      try checkBoard(resolution)
      _ = try resolution.checkedFaces()
      for note in resolution.notes { diagnostics.say(.warning, note) }
      try StandardOutput.write(
        isJSON ? CheckCommand.json(of: resolution) : CheckCommand.text(of: resolution))
    } catch {
      if isJSON, error.code != .writing { try StandardOutput.write(CheckCommand.json(of: error, in: path)) }
      throw error
    }
  }

  /// What `run` would refuse at this moment: a length that is counted from now, a zone that has gone.
  private func checkBoard(_ resolution: Resolution) throws(Failure) {
    do throws(BoardError) {
      let configuration = try resolution.settings.boardConfiguration(
        start: Instant(nanoseconds: SystemClock.wall), surroundings: Surroundings.ofProcess())
      _ = try Board(
        configuration, size: Size(width: 16384, height: 16384), look: resolution.settings.finishedLook)
    } catch {
      throw resolution.fault(error)
    }
  }

  /// What holds as a configuration that can be read again: given settings as keys with where they came
  /// from in a comment over them, defaults as comments.
  static func text(of resolution: Resolution) -> String {
    var text = "# configuration: \(resolution.path?.printable ?? "none")\n"
    for section in Section.allCases {
      text += "\n[\(section.rawValue)]\n"
      for setting in Setting.all where setting.section == section {
        let value = setting.value(resolution.settings)
        let line = "\(setting.key) = \(iniValue(value))"
        let origin = resolution.origin(of: setting)
        if origin != .standard {
          text += "# \(origin.text.printable):\n\(line)\n"
        } else if value.isEmpty {
          text += "# unset: \(setting.key)\n"
        } else {
          text += "# default: \(line)\n"
        }
      }
    }
    return text
  }

  /// `{"configuration": PATH or null, "settings": [{"section", "key", "value", "origin", "file"?, "line"?}]}`
  static func json(of resolution: Resolution) -> String {
    let settings = Setting.all.map { setting in
      let value = setting.value(resolution.settings)
      var fields: [(String, JSON)] = [
        ("section", .text(setting.section.rawValue)), ("key", .text(setting.key)),
        ("value", value.isEmpty ? .null : .text(value)),
      ]
      switch resolution.origin(of: setting) {
      case .standard: fields.append(("origin", .text("default")))
      case .option: fields.append(("origin", .text("option")))
      case .file(let path, let line):
        fields += [("origin", .text("file")), ("file", .text(path)), ("line", .number(line))]
      }
      return JSON.object(fields)
    }
    return JSON.object([
      ("configuration", resolution.path.map { .text($0) } ?? .null), ("settings", .list(settings)),
    ]).text + "\n"
  }

  /// `{"configuration": PATH or null, "faults": [{"file", "line", "message"}]}`, where file and line are null
  /// for what stands in no configuration.
  static func json(of failure: Failure, in path: String?) -> String {
    let faults = failure.faults.map { fault in
      JSON.object([
        ("file", fault.place.map { .text($0.path) } ?? .null),
        ("line", fault.place.map { .number($0.line) } ?? .null),
        ("message", .text(fault.message.withoutPasswords)),
      ])
    }
    return JSON.object([("configuration", path.map { .text($0) } ?? .null), ("faults", .list(faults))]).text
      + "\n"
  }
}

/// The value as an INI file must have it to give the same value back.
func iniValue(_ value: String) -> String {
  let hasEdges = [value.first, value.last].contains { $0?.isWhitespace == true }
  return value.utf8.first == UInt8(ascii: "\"") || hasEdges ? "\"\(value)\"" : value
}
