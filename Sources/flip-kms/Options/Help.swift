/// What `--help` prints: of the program, or of one command.
enum Help {
  static let width = 80
  /// Where meanings begin.
  private static let indent = 28

  /// The page of a command; of the program where none was named.
  static func page(for command: Command?) -> String {
    guard let command else { return program }
    var text = "Usage: \(synopsis(of: command))\n\n\(capitalized(command.meaning)).\n\nOptions:\n"
    for option in command.options { text += entry(label(of: option), option.meaning) }
    if command == .check {
      text += "\nThe settings, as options over the configuration:\n"
    } else {
      text += "\nSettings, each a key of the configuration file too, in its section:\n"
    }
    return text + settings
  }

  /// `flip-kms render --size WxH … -o FILE`
  static func synopsis(of command: Command) -> String {
    var words = [command == .run ? "flip-kms [run]" : "flip-kms \(command.rawValue)"]
    for option in command.options where option.name != "help" && option.name != "config" {
      guard let names = command.required.first(where: { $0.contains(option.name) }) else {
        words.append("[\(option.synopsis)]")
        continue
      }
      // Where one of several will do, they stand in the place of the first.
      guard names.first == option.name else { continue }
      let choice = names.map { CommandOption.named($0)!.synopsis }.joined(separator: " | ")
      words.append(names.count == 1 ? choice : "{\(choice)}")
    }
    return (words + ["[--SETTING VALUE]…"]).joined(separator: " ")
  }

  private static var program: String {
    var text = "Usage: flip-kms [COMMAND] [OPTION]…\n\n"
    text += "A split-flap display: a clock, a counter or a board of text, on a screen without\n"
    text += "a desktop, or as pictures.\n\nCommands:\n"
    for command in Command.allCases { text += entry(command.rawValue, command.meaning) }
    text += "\nOptions:\n"
    for name in ["config", "help", "version"] {
      let option = CommandOption.named(name)!
      text += entry(label(of: option), option.meaning)
    }
    text += "\nEach command tells its own options: flip-kms COMMAND --help.\n"
    return text + "\nSettings, each a key of the configuration file too, in its section:\n" + settings
  }

  private static var settings: String {
    var text = ""
    for section in Section.allCases {
      text += "\n[\(section.rawValue)] \(section.title)\n"
      for setting in Setting.all where setting.section == section {
        let fallback = setting.fallback.isEmpty ? "" : " (\(setting.fallback))"
        text += entry("--\(setting.key) \(setting.placeholder)", setting.meaning + fallback)
      }
    }
    return text
  }

  private static func label(of option: CommandOption) -> String {
    switch option.short {
    case let letter? where option.isLong: "-\(letter), \(option.synopsis)"
    default: option.synopsis
    }
  }

  /// A name and what it means, the meaning broken over lines behind a column of its own.
  private static func entry(_ name: String, _ meaning: String) -> String {
    let head = "  " + name
    var text = head
    var column = head.count
    if column >= indent {
      text += "\n"
      column = 0
    }
    text += String(repeating: " ", count: indent - column)
    let lines = wrap(meaning, to: width - indent)
    return text + lines.joined(separator: "\n" + String(repeating: " ", count: indent)) + "\n"
  }

  /// The text in lines of at most `width` characters, broken at spaces.
  static func wrap(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " " + word
    }
    return lines + [line]
  }
}

/// The sentence with its first letter upper case.
func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
