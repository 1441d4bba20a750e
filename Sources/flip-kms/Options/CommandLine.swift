/// The command line, taken apart: which command, its own options, and the settings that it gives.
///
/// Parsing follows getopt_long: options may stand before and behind the command, `--key value` and
/// `--key=value` are the same, `-oFILE` and `-o FILE` too, `--` ends the options, an option given twice
/// counts as it was given last. Names are not abbreviated.
struct Invocation: Equatable, Sendable {
  var command: Command
  /// Whether a command was named; `run` is meant otherwise.
  var isCommandNamed: Bool
  /// The command's own options by name; an option without a value has an empty one.
  var options: [String: String] = [:]
  /// The settings that were given, in their order.
  var settings: [Given] = []

  /// One `--key value`.
  struct Given: Equatable, Sendable {
    var key: String
    var text: String
  }

  subscript(option: String) -> String? { options[option] }
}

extension Invocation {
  /// - Parameter arguments: what stands behind the program's name.
  /// - Throws: exit code 64 and a line that says what is wrong.
  init(_ arguments: [String]) throws(Failure) {
    var reader = ArgumentReader(arguments)
    try reader.readAll()
    let word = reader.operands.first
    if let word {
      guard let command = Command(rawValue: word) else {
        throw Failure(
          .usage,
          "unknown command \(word.quotedAsAddress(false))\(suggestion(for: word, in: Command.allCases.map(\.rawValue)))"
        )
      }
      self.command = command
    } else {
      self.command = .run
    }
    isCommandNamed = word != nil
    if reader.operands.count > 1 {
      throw Failure(.usage, "unexpected argument \(reader.operands[1].quotedAsAddress(false))")
    }
    settings = reader.settings
    for (option, value) in reader.options {
      options[option.name] = value
    }
    // Asking for help is never wrong, whatever else was given.
    if options["help"] != nil || options["version"] != nil || options["print"] != nil { return }
    let known = Set(command.options.map(\.name))
    if let (option, _) = reader.options.first(where: { !known.contains($0.0.name) }) {
      throw Failure(.usage, "\(command.rawValue) has no option \(option.spelling)")
    }
    if let missing = command.required.first(where: { $0.allSatisfy { options[$0] == nil } }) {
      let names = missing.map { CommandOption.named($0)!.synopsis }.joined(separator: " or ")
      throw Failure(.usage, "\(command.rawValue) needs \(names)")
    }
  }
}

/// Goes over the words of a command line.
private struct ArgumentReader {
  var operands: [String] = []
  var options: [(CommandOption, String)] = []
  var settings: [Invocation.Given] = []
  private var words: ArraySlice<String>

  init(_ words: [String]) { self.words = words[...] }

  mutating func readAll() throws(Failure) {
    while let word = words.popFirst() {
      if word == "--" {
        operands += words
        return
      } else if word.hasPrefix("--") {
        try readLong(String(word.dropFirst(2)))
      } else if word.hasPrefix("-"), word != "-" {
        try readShort(String(word.dropFirst()))
      } else {
        operands.append(word)
      }
    }
  }

  private mutating func readLong(_ word: String) throws(Failure) {
    let (name, attached) = word.cut(at: "=")
    if let option = CommandOption.all.first(where: { $0.isLong && $0.name == name }) {
      if option.placeholder != nil {
        options.append((option, try value(of: option.spelling, attached)))
      } else if attached != nil {
        throw Failure(.usage, "option \(option.spelling) takes no value")
      } else {
        options.append((option, ""))
      }
    } else if let setting = Setting.named(name) {
      settings.append(Invocation.Given(key: setting.key, text: try value(of: "--\(name)", attached)))
    } else {
      throw Failure(.usage, "unknown option \("--\(name)".quoted)\(ArgumentReader.suggestion(for: name))")
    }
  }

  private mutating func readShort(_ word: String) throws(Failure) {
    var letters = word[...]
    while let letter = letters.popFirst() {
      guard let option = CommandOption.all.first(where: { $0.short == letter }) else {
        throw Failure(.usage, "unknown option \("-\(letter)".quoted)\(ArgumentReader.suggestion(for: word))")
      }
      if option.placeholder == nil {
        options.append((option, ""))
      } else {
        options.append((option, try value(of: "-\(letter)", letters.isEmpty ? nil : String(letters))))
        return
      }
    }
  }

  private mutating func value(of spelling: String, _ attached: String?) throws(Failure) -> String {
    if let attached { return attached }
    guard let next = words.popFirst() else { throw Failure(.usage, "option \(spelling) needs a value") }
    return next
  }

  private static func suggestion(for name: String) -> String {
    let options = CommandOption.all.filter { $0.isLong && $0.name != "print" }.map(\.name)
    return nearest(to: name, in: Setting.all.map(\.key) + options).map { "; did you mean '--\($0)'?" } ?? ""
  }
}
