extension Typesetter {
  /// Sets a line of text: each grapheme in the first font that has it, a run for each font.
  func setLine(_ text: String, em: Int, hinted: Bool) -> SetText {
    var runs: [(font: Typeface, text: String)] = []
    for grapheme in text {
      let font: Typeface?
      if grapheme.isBlank {
        // A font of pictures has a picture's width for it.
        font = runs.last.flatMap { $0.font.hasColor ? nil : $0.font } ?? fonts.main
      } else {
        font = fonts.typeface(for: grapheme)
        if font == nil { missing(grapheme) }
      }
      guard let font else { continue }
      if runs.last?.font === font {
        runs[runs.count - 1].text.append(grapheme)
      } else {
        runs.append((font, String(grapheme)))
      }
    }
    if text.first(where: { !$0.isBlank })?.isRightToLeft == true { runs.reverse() }
    if runs.count == 1 { return runs[0].font.set(runs[0].text, em: em, hinted: hinted) }
    var line = SetText()
    for run in runs {
      let part = run.font.set(run.text, em: em, hinted: hinted)
      line.append(part, x: line.advance)
      line.advance += part.advance
    }
    return line
  }

  /// Sets each grapheme in the middle of a cell of its own: digits by their ink, so that a `1` stands
  /// in the middle, ideographs by the square that they were drawn for.
  func setCells(_ text: String, cell: Int, byInk: Bool, em: Int, hinted: Bool) -> SetText {
    var line = SetText()
    for grapheme in text {
      if !grapheme.isBlank {
        let glyph = setLine(String(grapheme), em: em, hinted: hinted)
        let box = glyph.box
        let middle = byInk && !box.isEmpty ? box.middleX : Double(glyph.advance) / 2
        line.append(glyph, x: line.advance + Int((Double(cell) / 2 - middle).rounded()))
      }
      line.advance += cell
    }
    return line
  }

  /// The advance that all digits share: that of the widest of the ten.
  func digitCell(zero: Unicode.Scalar, em: Int) -> Int {
    (0..<10).reduce(0) { widest, value in
      guard let digit = Unicode.Scalar(zero.value + UInt32(value)) else { return widest }
      return max(widest, setLine(String(Character(digit)), em: em, hinted: false).advance)
    }
  }
}
