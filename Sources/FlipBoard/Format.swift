/// A format taken apart: rows of fields, wide cards and literal text.
struct Format: Hashable, Sendable {
  /// One conversion, such as `%-H`.
  struct Field: Hashable, Sendable {
    /// As it was written, for strftime.
    var spec: String
    /// glibc's flags: `-`, `_`, `0`, `^`, `#`, `+`.
    var flags: [Character]
    var width: Int?
    /// `E` or `O`, the locale's other form.
    var modifier: Character?
    var letter: Character
  }

  enum Part: Hashable, Sendable {
    case field(Field)
    case literal(String)
  }

  enum Item: Hashable, Sendable {
    /// Each character of it is a module.
    case field(Field)
    /// Braces: one wide module.
    case card([Part])
    /// A separator.
    case literal(String)
  }

  /// Rows split by `\n`, written as a line feed, as backslash and n, or as `%n`.
  var rows: [[Item]]

  /// Takes a format apart. `letters` are the conversions that it may hold.
  ///
  /// - Throws: `BoardError` for `format`: an unknown conversion, braces without their other half.
  init(parsing text: String, letters: String) throws(BoardError) {
    var rows: [[Item]] = [[]]
    var card: [Part]?
    var rest = Substring(text)

    func fault(_ expected: String) -> BoardError {
      BoardError(setting: "format", value: text, expected: expected)
    }
    func append(_ character: Character) {
      let last = rows.count - 1
      if var parts = card {
        if case .literal(let literal)? = parts.last {
          parts[parts.count - 1] = .literal(literal + String(character))
        } else {
          parts.append(.literal(String(character)))
        }
        card = parts
      } else if case .literal(let literal)? = rows[last].last {
        rows[last].removeLast()
        rows[last].append(.literal(literal + String(character)))
      } else {
        rows[last].append(.literal(String(character)))
      }
    }

    while let character = rest.popFirst() {
      switch character {
      case "\\" where rest.first == "n", "\n", "\r\n":
        if character == "\\" { rest.removeFirst() }
        guard card == nil else { throw fault("braces that close in their own row") }
        rows.append([])
      case "{":
        guard card == nil else { throw fault("no braces within braces") }
        card = []
      case "}":
        guard let parts = card else { throw fault("a { before each }") }
        guard !parts.isEmpty else { throw fault("something between { and }") }
        rows[rows.count - 1].append(.card(parts))
        card = nil
      case "%":
        let field = try Format.field(&rest) { fault($0) }
        switch field.letter {
        case "%": append("%")
        case "t": append(" ")
        case "n":
          guard card == nil else { throw fault("braces that close in their own row") }
          rows.append([])
        default:
          guard letters.contains(field.letter) else {
            throw fault("conversions out of \(letters), not \(field.spec)")
          }
          guard Format.takes(field) else { throw fault("E and O only where strftime has them") }
          if card != nil { card?.append(.field(field)) } else { rows[rows.count - 1].append(.field(field)) }
        }
      default: append(character)
      }
    }
    guard card == nil else { throw fault("a } for each {") }
    self.rows = rows
    guard fields.count > 0 else { throw fault("at least one conversion such as %H") }
  }

  /// All conversions, also those within braces.
  var fields: [Field] {
    rows.flatMap { row in row.flatMap(Format.fields(of:)) }
  }

  static func fields(of item: Item) -> [Field] {
    switch item {
    case .field(let field): return [field]
    case .literal: return []
    case .card(let parts):
      return parts.compactMap { if case .field(let field) = $0 { field } else { nil } }
    }
  }

  /// What follows a `%`: flags, width, modifier, letter.
  private static func field(
    _ rest: inout Substring, fault: (String) -> BoardError
  ) throws(BoardError) -> Field {
    var field = Field(spec: "%", flags: [], width: nil, modifier: nil, letter: "%")
    while let flag = rest.first, "-_0^#+".contains(flag) {
      field.flags.append(flag)
      field.spec.append(rest.removeFirst())
    }
    let digits = rest.prefix { ("0"..."9").contains($0) }
    if !digits.isEmpty {
      guard let width = Int(digits), width <= 64 else { throw fault("a width of at most 64") }
      field.width = width
      field.spec += digits
      rest = rest.dropFirst(digits.count)
    }
    if let modifier = rest.first, modifier == "E" || modifier == "O" {
      field.modifier = modifier
      field.spec.append(rest.removeFirst())
    }
    guard let letter = rest.popFirst(), letter.isASCII, letter.isLetter || letter == "%" else {
      throw fault("a conversion after each % (%% for the sign)")
    }
    field.letter = letter
    field.spec.append(letter)
    return field
  }

  /// strftime(3): which letters the modifiers go with.
  private static func takes(_ field: Field) -> Bool {
    switch field.modifier {
    case "E": return "cCxXyY".contains(field.letter)
    case "O": return "deHImMSuUVwWyBbh".contains(field.letter)
    default: return true
    }
  }
}
