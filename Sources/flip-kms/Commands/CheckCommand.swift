/// `flip-kms check`: every setting as resolved and where it came from.
struct CheckCommand {
  let invocation: Invocation
  let diagnostics: Diagnostics

  init(_ invocation: Invocation, _ diagnostics: Diagnostics) {
    self.invocation = invocation
    self.diagnostics = diagnostics
  }

  /// - Throws: 78 with every fault of the configuration, 64 of the options, 66 and 65 for fonts and
  ///   pictures.
  func run() throws(Failure) {
    let resolution = try Resolution.load(invocation)
    _ = try resolution.checkedFaces()
    for note in resolution.notes { diagnostics.say(.warning, note) }
    try StandardOutput.write(
      invocation["json"] == nil ? CheckCommand.text(of: resolution) : CheckCommand.json(of: resolution))
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
}

/// The value as an INI file must have it to give the same value back.
func iniValue(_ value: String) -> String {
  let isQuoted = value.utf8.count >= 2 && value.hasPrefix("\"") && value.hasSuffix("\"")
  let hasEdges = [value.first, value.last].contains { $0?.isWhitespace == true }
  return isQuoted || hasEdges ? "\"\(value)\"" : value
}
