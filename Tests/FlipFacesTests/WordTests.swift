import FlipBoard
import Testing

@testable import FlipFaces

/// Words between modules: at the digits' size, on their baseline, and evenly apart from what stands beside them.
@Suite struct WordTests {
  static let fonts = [
    "Roboto Condensed:bold", "Roboto", "DejaVu Sans:bold", "DejaVu Serif", "DejaVu Sans Mono",
  ]
  static let sizes = [
    Size(width: 480, height: 320), Size(width: 640, height: 360), Size(width: 480, height: 800),
    Size(width: 1920, height: 1080), Size(width: 3840, height: 2160),
  ]

  private struct Word {
    var frame: Rect
    var bitmap: Bitmap
    /// Of what is at least half ink.
    var ink: InkBox

    /// First and last row of the first letter's left edge, an H's stem.
    var stem: (top: Int, bottom: Int) {
      let columns = ink.left..<ink.left + max(2, frame.height / 20)
      let rows = (0..<frame.height).filter { y in columns.contains { bitmap.opacity($0, y) >= 128 } }
      return (rows[0], rows[rows.count - 1] + 1)
    }
  }

  private struct Row {
    var modules: [Rect]
    var words: [String: Word] = [:]
    var store: FaceStore
  }

  private func lay(_ format: String, _ size: Size, _ font: String) throws -> Row {
    let store = try FaceStore(font: font)
    var configuration = BoardConfiguration()
    configuration.format = format
    configuration.arrange = .row
    configuration.wordWidths = store.widths(ofWords: try configuration.words())
    let scene = try Board(configuration, size: size).scene(at: Instant(nanoseconds: 0))
    var row = Row(modules: scene.modules.map(\.frame), store: store)
    for word in scene.separators {
      let frame = word.frame
      let bitmap = try #require(
        try store.separator(word.face, size: Size(width: frame.width, height: frame.height)))
      row.words[word.face.text] = Word(
        frame: frame, bitmap: bitmap, ink: try #require(bitmap.inkBox(least: 128)))
    }
    return row
  }

  /// H and the digits 1 and 4 end on the baseline, in these fonts with a straight edge.
  @Test(arguments: fonts, sizes)
  func allStandOnTheDigitsBaseline(_ font: String, _ size: Size) throws {
    let row = try lay("{%H}H{%M}Hxg{%S} H\u{C9}y, ", size, font)
    let module = row.modules[0]
    let digits = try #require(
      try row.store.card(Face("14"), size: Size(width: module.width, height: module.height)))
    let baseline = module.y + (try #require(digits.inkBox(least: 128))).bottom
    for text in ["H", "Hxg", "H\u{C9}y,"] {
      let word = try #require(row.words[text])
      #expect(word.frame.y + word.stem.bottom == baseline, "\(text)")
    }
  }

  /// A capital is as high in one word as in another, however many letters they have.
  @Test(arguments: fonts, sizes)
  func allHaveOneSize(_ font: String, _ size: Size) throws {
    let row = try lay("{%H}H{%M}Hmmmmmm{%S}HiiiiiHH", size, font)
    let heights = try ["H", "Hmmmmmm", "HiiiiiHH"].map { text in
      let stem = try #require(row.words[text]).stem
      return stem.bottom - stem.top
    }
    #expect(Set(heights).count == 1, "\(heights)")
    // As high as on a card: 0.62 of it, to the even; where tails reach far, somewhat less.
    let height = Double(row.modules[0].height)
    #expect(
      (0.62 * height - Double(heights[0])).magnitude <= max(2, 0.06 * height), "\(heights) of \(height)")
  }

  /// As much room before a word as behind it, and as much beside each, whatever its letters.
  @Test(arguments: fonts, sizes)
  func roomIsEven(_ font: String, _ size: Size) throws {
    let row = try lay("{%H}H{%M}HimmH{%S} HH {%d}HiH{%m}", size, font)
    let unit = Double(row.modules[0].height) * 0.64
    var rooms: [Double] = []
    for (index, text) in ["H", "HimmH", "HH", "HiH"].enumerated() {
      let word = try #require(row.words[text])
      let (before, after) = (row.modules[index], row.modules[index + 1])
      let left = word.frame.x + word.ink.left - before.x - before.width
      let right = after.x - word.frame.x - word.ink.right
      #expect((left - right).magnitude <= 2, "\(text)")
      // A blank is half a character, which is 0.68 of a module.
      rooms += [Double(left), Double(right)].map { $0 - (text == "HH" ? (0.34 - 0.1) * unit : 0) }
    }
    let middle = rooms.reduce(0, +) / Double(rooms.count)
    for room in rooms {
      // Small letters are drawn at whole pixels of height, and so up to 1/20 wider or narrower than measured.
      #expect((room - middle).magnitude <= 1.5 + unit * 0.05, "\(rooms)")
    }
    // The gap, 0.06 of a module, and the air, a tenth.
    #expect((middle - 0.16 * unit).magnitude <= 1.5 + unit * 0.05, "\(middle) of \(unit)")
  }

  @Test func aWordIsAsWideAsItsInk() throws {
    let store = try FaceStore()
    for word in ["h", "min", "Gate", "o'clock", "Été"] {
      let width = try #require(store.widths(ofWords: [word])[word])
      let size = Size(width: 5000, height: 1000)
      let box = try #require(try store.separator(Face(word), size: size)?.inkBox())
      #expect((Double(box.width) - width * 1000).magnitude <= 2, "\(word)")
    }
    #expect(store.widths(ofWords: ["\u{A0}"]).isEmpty)
  }

  @Test func aPictureOfAFontIsNoWiderWithABlankBehindIt() throws {
    let store = try FaceStore()
    let widths = store.widths(ofWords: ["😀j", "😀 j"])
    let more = try #require(widths["😀 j"]) - (try #require(widths["😀j"]))
    // The main font's blank: 0.25 em at most, at 0.62 / 0.711 of the height to the em.
    #expect(more < 0.25 * 0.88)
  }
}
