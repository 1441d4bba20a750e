import FlipBoard
import Testing

@testable import FlipFaces

/// How faces stand on their cards, in the font that the package depends on.
@Suite struct CardTypeTests {
  let store: FaceStore

  init() throws { store = try FaceStore() }

  private func card(_ text: String, _ width: Int, _ height: Int) throws -> Bitmap {
    try #require(try store.card(Face(text), size: Size(width: width, height: height)))
  }

  @Test func capitalsStandOnWholePixelsCentredOnTheHinge() throws {
    for height in [40, 64, 90, 126, 250, 480, 800] {
      let box = try #require(try card("H", height * 5 / 8, height).inkBox(least: 9))
      #expect(box.top + box.bottom == height, "height \(height)")
      #expect(0.57...0.67 ~= Double(box.height) / Double(height), "height \(height)")
      let straight = try #require(try card("H", height * 5 / 8, height).inkBox(least: 247))
      #expect(straight.top == box.top && straight.bottom == box.bottom, "height \(height)")
    }
  }

  /// 0.62 of 800 is 496 pixels of capital; the font's figures say the rest.
  @Test func aRectangleHasTheAreaThatTheFontGivesIt() throws {
    let scale = 496 / Roboto.cap
    let hyphen = try card("-", 400, 800)
    let area = Roboto.hyphen.width * Roboto.hyphen.height * scale * scale
    #expect((hyphen.inkArea - area).magnitude < area * 0.002)
    let box = try #require(hyphen.inkBox())
    #expect((Double(box.width) - Roboto.hyphen.width * scale).magnitude < 2)
    #expect((Double(box.height) - Roboto.hyphen.height * scale).magnitude < 2)
    #expect((box.middleX - 200).magnitude <= 0.5 && (box.middleY - 400).magnitude <= 0.5)
  }

  @Test(arguments: [Size(width: 25, height: 40), Size(width: 80, height: 126), Size(width: 420, height: 660)])
  func digitsLineUp(_ size: Size) throws {
    let boxes = try (0...9).map { try #require(try card("\($0)", size.width, size.height).inkBox(least: 64)) }
    for (digit, box) in boxes.enumerated() {
      #expect((box.middleX - Double(size.width) / 2).magnitude <= 1, "\(digit)")
      // Round digits overshoot the line by up to 21 of the capitals' 1456 units, at one end or both.
      #expect((box.middleY - Double(size.height) / 2).magnitude <= 1 + Double(size.height) / 200, "\(digit)")
      #expect((box.bottom - boxes[4].bottom).magnitude <= 1 + size.height / 100, "\(digit)")
      #expect((box.top - boxes[4].top).magnitude <= 1 + size.height / 100, "\(digit)")
    }
  }

  /// On a wide card each digit stands in the middle of its own cell, whichever its neighbour is.
  @Test func digitsShareOneCell() throws {
    let size = Size(width: 600, height: 500)
    let cell = 0.62 * 500 / Roboto.cap * Roboto.digitAdvance
    for pair in ["09", "10", "11", "19", "77", "24"] {
      let bitmap = try card(pair, size.width, size.height)
      let half = try #require(try card(pair + "", 600, 500).inkBox())
      let columns = (0..<600).filter { x in (0..<500).contains { bitmap.opacity(x, $0) > 0 } }
      let second = try #require(columns.first { $0 > columns[0] && !columns.contains($0 - 1) })
      let middles = [
        Double(columns[0] + columns[columns.firstIndex(of: second)! - 1] + 1) / 2,
        Double(second + columns.last! + 1) / 2,
      ]
      #expect((middles[0] - (300 - cell / 2)).magnitude <= 1, "\(pair)")
      #expect((middles[1] - (300 + cell / 2)).magnitude <= 1, "\(pair)")
      #expect(half.width == columns.last! - columns[0] + 1)
    }
  }

  @Test func aBlankKeepsTheOtherDigitInItsPlace() throws {
    let alone = try #require(try card(" 9", 600, 500).inkBox())
    let pair = try #require(try card("09", 600, 500).inkBox())
    #expect(alone.right == pair.right && alone.left > 300)
  }

  @Test func accentsDoNotMoveWhatFits() throws {
    // A tail that fits leaves the letter on its baseline.
    let q = try #require(try card("Q", 160, 250).inkBox())
    let o = try #require(try card("O", 160, 250).inkBox())
    #expect(q.top == o.top && q.bottom > o.bottom)
  }

  @Test func whatIsWrittenInTwoWaysLooksTheSame() throws {
    #expect(try card("\u{C1}", 80, 126) == card("A\u{301}", 80, 126))
  }

  @Test func wordsOfOneLengthShareASize() throws {
    let words = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"]
    let heights = try words.map { try #require(try card($0, 210, 165).inkBox(least: 128)).height }
    #expect(heights.allSatisfy { ($0 - heights[0]).magnitude <= 2 })
  }

  @Test func blankFacesHaveNoBitmap() throws {
    let size = Size(width: 80, height: 126)
    for text in ["", " ", "\u{A0}", "\u{3000}", "\u{200D}", "\t"] {
      #expect(try store.card(Face(text), size: size) == nil)
      #expect(try store.separator(Face(text), size: size) == nil)
    }
    #expect(try store.card(Face("8"), size: Size(width: 0, height: 10)) == nil)
    #expect(store.warnings == [])
  }

  @Test func separatorsStandInTheMiddleOfTheDigits() throws {
    for text in [":", "-", "·", "/"] {
      let size = Size(width: 60, height: 250)
      let box = try #require(try store.separator(Face(text), size: size)?.inkBox(least: 32))
      #expect((box.middleX - 30).magnitude <= 1, "\(text)")
      #expect((box.middleY - 125).magnitude <= 1, "\(text)")
    }
    let dot = try #require(
      try store.separator(Face("."), size: Size(width: 60, height: 250))?.inkBox(least: 128))
    let one = try #require(try card("1", 160, 250).inkBox(least: 128))
    #expect((dot.bottom - one.bottom).magnitude <= 2)
  }
}
