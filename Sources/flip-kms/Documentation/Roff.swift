import FlipBoard

/// Text for man(7), built line by line.
struct Roff {
  private(set) var text: String
  /// Where the last heading ends.
  private var headEnd = 0

  /// - Parameter section: the manual's, 1 for programs and 5 for files.
  init(_ name: String, section: Int) {
    let day = Instant(nanoseconds: programDate).description.prefix(10)
    text = ".TH \(name.uppercased()) \(section) \(day) \"flip\\-kms \(programVersion)\""
    text += " \"flip\\-kms manual\"\n"
  }

  mutating func heading(_ title: String) { head(".SH \(title)\n") }

  mutating func subheading(_ title: String) { head(".SS \(Roff.escaped(title))\n") }

  private mutating func head(_ line: String) {
    text += line
    headEnd = text.utf8.count
  }

  /// What begins a paragraph: nothing right behind a heading, where man(7) has one anyway.
  private var gap: String { text.utf8.count == headEnd ? "" : ".PP\n" }

  mutating func paragraph(_ words: String) { text += gap + Roff.line(words) }

  /// Words that go on in the paragraph before.
  mutating func words(_ words: String) { text += Roff.line(words) }

  /// A term in bold, what stands for its value in italics, and what it means.
  mutating func entry(_ term: String, _ value: String? = nil, _ meaning: String) {
    let value = value.map { " \\fI\(Roff.escaped($0))\\fR" } ?? ""
    text += ".TP\n\\fB\(Roff.escaped(term))\\fR\(value)\n" + Roff.line(meaning)
  }

  /// Lines as they stand.
  mutating func example(_ lines: [String]) {
    text += gap + ".RS 4\n.nf\n" + lines.map(Roff.line).joined() + ".fi\n.RE\n"
  }

  /// A line on which nothing is taken for a request.
  private static func line(_ words: String) -> String {
    let text = escaped(words)
    return (text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" : "") + text + "\n"
  }

  /// Backslashes and dashes as such; the marks beyond ASCII as groff names them.
  static func escaped(_ words: String) -> String {
    var result = ""
    for character in words {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "…": result += "..."
      case "–": result += "\\(en"
      case "°": result += "\\(de"
      default: result.append(character)
      }
    }
    return result
  }
}
