import FlipBoard

/// Words between modules. All of a row share one size and one baseline, that of the digits beside them.
extension Typesetter {
  /// Height of an ideograph's square beside a capital's.
  private static let ideograph = 1.2
  /// Letters that reach as far up and down as those of words usually do.
  private static let extent = "\u{C9}\u{C4}lgjpqy"

  /// - Parameter type: of the digits.
  func setWord(_ text: String, type: TypeSize, space: Space) -> (SetText, Double) {
    if text.allSatisfy({ $0.isIdeographic || $0.isBlank }) {
      return setIdeographs(text, em: Int(Double(type.cap) * Self.ideograph), space: space)
    }
    let size = wordSize(type, height: Int(space.height))
    let line = setLine(text, em: size.em, hinted: size.hinted)
    let (set, _) = fitted(line, space, mayNarrow: mayNarrow(text, line))
    return (set, type.baseline(height: Int(space.height)))
  }

  /// The digits' size, or where the font reaches so far up or down that its words would have to be moved, the
  /// largest at which they need not.
  private func wordSize(_ type: TypeSize, height: Int) -> TypeSize {
    let baseline = type.baseline(height: height) * 64
    let box = setLine(Self.extent, em: type.em, hinted: false).box
    guard !box.isEmpty else { return type }
    let room = min(
      baseline / Double(max(1, box.top)), (Double(height) * 64 - baseline) / Double(max(1, -box.bottom)))
    return room < 1 ? even(atMost: Double(type.em) * room) : type
  }

  /// How wide a word is set, in heights of its row; nil where nothing of it is seen.
  func width(ofWord text: String) -> Double? {
    // So high that a pixel makes no difference, and as wide as it takes.
    let height = 1000
    let size = Size(width: height * 2 * max(1, text.count), height: height)
    return set(text, in: size, separator: true).map { Double($0.text.box.width) / 64 / Double(height) }
  }
}
