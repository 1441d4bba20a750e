extension Drum {
  /// The face that stands for a grapheme: itself where the drum has it, else folded — upper case where
  /// that is one character, accents dropped — else blank.
  public func face(for grapheme: Character) -> Face {
    if let byte = grapheme.asciiValue { return face(forASCII: byte) }
    if grapheme.isWhitespace { return .blank }
    func own(_ candidate: Character?) -> Face? {
      guard let candidate else { return nil }
      let face = Face(String(candidate))
      return contains(face) ? face : nil
    }
    if let face = own(grapheme) ?? own(upper(grapheme)) { return face }
    let bare = bare(grapheme)
    return own(bare) ?? own(bare.flatMap(upper)) ?? .blank
  }
}

/// The upper case where it is one character: ß has none.
private func upper(_ character: Character) -> Character? {
  let text = character.uppercased()
  return text.count == 1 ? text.first : nil
}

/// The character without its accents; nil where it has none.
private func bare(_ character: Character) -> Character? {
  let scalars = character.unicodeScalars
  guard let first = scalars.first, first.properties.isAlphabetic else { return nil }
  let marks = scalars.dropFirst().allSatisfy { $0.properties.generalCategory == .nonspacingMark }
  guard marks else { return nil }
  if let base = base(of: first) { return Character(base) }
  return scalars.count > 1 ? Character(first) : nil
}

/// The letter that Unicode's name of a scalar says is beneath the accents: `LATIN CAPITAL LETTER O WITH
/// STROKE` is an O. Found by name, since the standard library gives no decompositions.
private func base(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
  guard scalar.value > 0x7F, let name = scalar.properties.name else { return nil }
  let words = name.split(separator: " ")
  guard let with = words.firstIndex(of: "WITH"), with > 0 else { return nil }
  let wanted = words[..<with].joined(separator: " ")
  let ranges: [ClosedRange<UInt32>]
  switch words[0] {
  case "LATIN": ranges = [0x41...0x5A, 0x61...0x7A]
  case "GREEK": ranges = [0x391...0x3C9]
  case "CYRILLIC": ranges = [0x410...0x44F]
  default: return nil
  }
  for value in ranges.joined() {
    if let letter = Unicode.Scalar(value), letter.properties.name == wanted { return letter }
  }
  return nil
}
