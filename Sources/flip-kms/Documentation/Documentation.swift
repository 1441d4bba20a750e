/// The pages that the build makes out of the tables of settings, commands and exit codes:
/// `flip-kms --print PAGE`. No part of the help, as it is for the Makefile and the package alone.
enum Documentation {
  static let pages = ["man", "conf-man", "bash", "zsh", "fish", "settings-table"]

  /// - Throws: exit code 64 for a page that is none of these.
  static func page(_ name: String) throws(Failure) -> String {
    switch name {
    case "man": return ManualPage.program
    case "conf-man": return ManualPage.configuration
    case "bash": return Completions.bash
    case "zsh": return Completions.zsh
    case "fish": return Completions.fish
    case "settings-table": return settingsTable
    default: throw Failure(.usage, "no page \(name.quoted), expected \(alternatives(pages))")
    }
  }

  /// All settings as a table in Markdown.
  static var settingsTable: String {
    var text = "| section | key | meaning | value | default |\n|---|---|---|---|---|\n"
    for section in Section.allCases {
      var name = section.rawValue
      for setting in Setting.all where setting.section == section {
        let cells = [
          name, "`\(setting.key)`", cell(setting.meaning), cell(setting.expected),
          setting.fallback.isEmpty ? "" : cell(setting.fallback),
        ]
        text += "| " + cells.joined(separator: " | ") + " |\n"
        name = ""
      }
    }
    return text
  }

  /// Marks that a table or Markdown would take for its own are escaped.
  private static func cell(_ text: String) -> String {
    var result = ""
    for character in text {
      if "|\\*_<>`[]".contains(character) { result += "\\" }
      result.append(character)
    }
    return result
  }
}
