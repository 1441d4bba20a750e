/// Literal text of a format, between modules: a word or a sign, and the blanks around it, in units of a single
/// module's width.
struct Literal: Hashable, Sendable {
  /// A character's width beside a module's, where it is not measured.
  private static let character = 0.68
  /// The least room between a word and what stands beside it, without the gap.
  private static let air = 0.1

  /// Without the blanks; empty where it is space alone.
  var text: String
  var before: Double
  /// Of the text's frame.
  var units: Double
  var after: Double

  var total: Double { before + units + after }

  /// As wide as so many characters usually are.
  init(_ literal: String) {
    func width(_ characters: Substring) -> Double {
      characters.reduce(0) { $0 + Plan.characterUnits($1) * Literal.character }
    }
    text = trimmed(literal)
    guard !text.isEmpty else {
      (before, units, after) = (width(literal[...]), 0, 0)
      return
    }
    before = width(literal.prefix { $0 == " " })
    units = width(text[...])
    after = width(literal[...]) - before - units
  }

  /// Whether it is more than signs between numbers: those have their places in any font.
  var isWord: Bool { text.contains { !$0.isCentred && Plan.characterUnits($0) == 1 } }

  /// The same as wide as it is in a font, where that is known.
  ///
  /// - Parameter widths: of words, in heights of a card.
  func measured(_ widths: [String: Double]) -> Literal {
    guard isWord, let width = widths[text] else { return self }
    // Half of the air is the frame's, as at a small size letters are some percent wider.
    let half = Literal.air / 2
    var copy = self
    copy.units = width / Card.aspect + 2 * half
    copy.before = max(before, Literal.air) - half
    copy.after = max(after, Literal.air) - half
    return copy
  }
}

/// The shape of cards.
public enum Card {
  /// A single card's width beside its height.
  public static let aspect = 0.64
}

extension Character {
  /// Signs that stand between numbers, and so in the middle of the digits.
  public var isCentred: Bool {
    ":;-\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2212}·•∶+=~|/\\*".contains(self)
  }
}

extension BoardConfiguration {
  /// The words between modules: those whose width a font decides.
  ///
  /// - Throws: `BoardError` that names the setting at fault.
  public func words() throws(BoardError) -> Set<String> {
    guard show != .text else { return [] }
    var words: Set<String> = []
    for row in try Content(self).plan.rows {
      for case .separator(let literal) in row.items where literal.isWord { words.insert(literal.text) }
    }
    return words
  }
}
