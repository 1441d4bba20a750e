/// Completions for shells.
enum Completions {
  /// One `--name` as the shells' files need it.
  private struct Word {
    var spelling: String
    var meaning: String
    var takesValue: Bool
    var choices: [String]
    var completion: Completion
    /// The commands it belongs to; empty for all.
    var commands: [Command]
  }

  private static var words: [Word] {
    let options = CommandOption.all.filter { $0.name != "print" }.map { option in
      let commands = Command.allCases.filter { $0.options.contains { $0.name == option.name } }
      let isCommon = commands.isEmpty || commands.count == Command.allCases.count
      return Word(
        spelling: option.spelling, meaning: option.meaning, takesValue: option.placeholder != nil,
        choices: [], completion: option.completion, commands: isCommon ? [] : commands)
    }
    return options
      + Setting.all.map {
        Word(
          spelling: "--" + $0.key, meaning: $0.meaning, takesValue: true, choices: $0.choices,
          completion: $0.completion, commands: [])
      }
  }

  private static let zones =
    "find /usr/share/zoneinfo -type f -path '/usr/share/zoneinfo/[A-Z]*' -printf '%P\\n' 2>/dev/null"

  private static let commandNames = Command.allCases.map(\.rawValue)

  /// Words that every command takes.
  private static var common: [Word] { words.filter(\.commands.isEmpty) }

  /// Words that this command takes, and not every other.
  private static func own(_ command: Command) -> [Word] { words.filter { $0.commands.contains(command) } }

  static var bash: String {
    var values = ""
    for word in words where word.takesValue {
      let reply: String
      switch word.completion {
      case .file: reply = "compgen -f -- \"$cur\""
      case .folder: reply = "compgen -d -- \"$cur\""
      case .zone: reply = "compgen -W \"$(\(zones))\" -- \"$cur\""
      case .choices:
        reply =
          word.choices.isEmpty ? ":" : "compgen -W \"\(word.choices.joined(separator: " "))\" -- \"$cur\""
      }
      // Bash then knows a folder for one, and goes on in it.
      let paths = word.completion == .file || word.completion == .folder ? "compopt -o filenames; " : ""
      values += "    \(word.spelling)) \(paths)mapfile -t COMPREPLY < <(\(reply)); return ;;\n"
    }
    let options = Command.allCases.map { command in
      "    \(command.rawValue)) options+=' \(own(command).map(\.spelling).joined(separator: " "))' ;;\n"
    }
    return """
      # bash completion for flip-kms

      _flip_kms() {
        local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= word
        COMPREPLY=()
        # Bash takes --key=value for three words.
        if [[ $cur == = ]]; then
          cur=
        elif [[ $prev == = ]]; then
          prev=${COMP_WORDS[COMP_CWORD-2]}
        fi
        case $prev in
      \(values)  esac
        for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
          case $word in \(commandNames.joined(separator: "|"))) command=$word; break ;; esac
        done
        local options='\(common.map(\.spelling).joined(separator: " "))'
        case ${command:-run} in
      \(options.joined())  esac
        if [[ $cur == -* ]]; then
          mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
        elif [[ ! $command ]]; then
          mapfile -t COMPREPLY < <(compgen -W "\(commandNames.joined(separator: " "))" -- "$cur")
        fi
      }
      complete -F _flip_kms flip-kms

      """
  }

  static var zsh: String {
    func specs(_ words: [Word]) -> String { words.map { " \\\n    \(zshSpec($0))" }.joined() }
    let commands = Command.allCases.map { "\($0.rawValue)\\:\"\(zshQuoted($0.meaning))\"" }
    let options = Command.allCases.map { "  (\($0.rawValue)) options=(\(specs(own($0)))) ;;\n" }
    return "#compdef flip-kms\n\nlocal -a options\n"
      + "case ${${words[(r)(\(commandNames.joined(separator: "|")))]}:-run} in\n" + options.joined()
      + "esac\n_arguments -s -S $options\(specs(common)) \\\n"
      + "    '1:command:((\(commands.joined(separator: " "))))'\n"
  }

  /// A word as `_arguments` describes one.
  private static func zshSpec(_ word: Word) -> String {
    var spec = "'*\(word.spelling)"
    // A long option's value may follow a = too.
    if word.takesValue, word.spelling.hasPrefix("--") { spec += "=" }
    spec += "[\(zshQuoted(word.meaning))]"
    if word.takesValue {
      spec += ":\(word.spelling.drop { $0 == "-" }):"
      switch word.completion {
      case .file: spec += "_files"
      case .folder: spec += "_files -/"
      case .zone: spec += "_time_zone"
      case .choices: spec += word.choices.isEmpty ? "" : "(\(word.choices.joined(separator: " ")))"
      }
    }
    return spec + "'"
  }

  static var fish: String {
    var text = "# fish completion for flip-kms\n\ncomplete -c flip-kms -f\n"
    for command in Command.allCases {
      text +=
        "complete -c flip-kms -n __fish_use_subcommand -a \(command.rawValue) -d '\(fishQuoted(command.meaning))'\n"
    }
    for word in words {
      var line = "complete -c flip-kms"
      // Without a command it is run's.
      let others = Command.allCases.filter { !word.commands.contains($0) }.map(\.rawValue)
      if word.commands.contains(.run) {
        line += " -n 'not __fish_seen_subcommand_from \(others.joined(separator: " "))'"
      } else if !word.commands.isEmpty {
        let names = word.commands.map(\.rawValue).joined(separator: " ")
        line += " -n '__fish_seen_subcommand_from \(names)'"
      }
      line +=
        word.spelling.hasPrefix("--")
        ? " -l \(word.spelling.dropFirst(2))" : " -s \(word.spelling.dropFirst())"
      if word.takesValue {
        switch word.completion {
        case .file: line += " -r -F"
        case .folder: line += " -x -a '(__fish_complete_directories)'"
        case .zone: line += " -x -a \"(\(zones))\""
        case .choices:
          line += word.choices.isEmpty ? " -x" : " -x -a '\(word.choices.joined(separator: " "))'"
        }
      }
      text += line + " -d '\(fishQuoted(word.meaning))'\n"
    }
    return text
  }

  /// For words inside single quotes and `_arguments`' brackets.
  private static func zshQuoted(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "'": result += "'\\''"
      case "[", "]", ":", "\\": result += "\\" + String(character)
      default: result.append(character)
      }
    }
    return result
  }

  private static func fishQuoted(_ text: String) -> String {
    var result = ""
    for character in text {
      if character == "'" || character == "\\" { result += "\\" }
      result.append(character)
    }
    return result
  }
}
