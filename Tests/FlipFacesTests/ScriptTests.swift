import FlipBoard
import Testing

@testable import FlipFaces

/// Scripts that the first font lacks, or that run the other way.
@Suite struct ScriptTests {
  private let size = Size(width: 160, height: 250)

  @Test func whatTheFontLacksComesFromAnother() throws {
    let store = try FaceStore()
    let faces = ["Ж", "Ω", "א", "ع", "中", "あ", "한", "→"]
    let bitmaps = try faces.map { try #require(try store.card(Face($0), size: size)) }
    #expect(bitmaps.allSatisfy { $0.format == .coverage && $0.inkArea > 500 })
    #expect(Set(bitmaps).count == faces.count)
    #expect(store.warnings == [])
  }

  @Test func aFontByItsFileFallsBackToo() throws {
    let byName = try FaceStore()
    let byFile = try FaceStore(font: robotoFile)
    #expect(try byFile.card(Face("א"), size: size) != nil)
    #expect(try byName.card(Face("א"), size: size) != nil)
  }

  @Test func whatNoFontHasIsBlankAndSaidOnce() throws {
    let store = try FaceStore()
    #expect(try store.card(Face("\u{10FFFD}"), size: size) == nil)
    #expect(try store.card(Face("\u{10FFFD}"), size: size) == nil)
    #expect(try store.separator(Face("\u{10FFFD}"), size: size) == nil)
    #expect(store.warnings == ["no font has '\u{10FFFD}' (U+10FFFD); it is left blank"])
    // In a word it leaves no box either: two letters stand there.
    let word = try #require(try store.card(Face("A\u{10FFFD}B"), size: size))
    let inked = (0..<160).map { x in (0..<250).contains { word.opacity(x, $0) > 0 } }
    #expect(zip(inked, inked.dropFirst()).filter { !$0 && $1 }.count == 2)
    #expect(store.warnings.count == 1)
  }

  @Test func warningsAreBounded() throws {
    let store = try FaceStore()
    for code in 0..<300 as Range<UInt32> {
      // The last private plane, which no font of a system fills.
      let character = Character(Unicode.Scalar(0x10F000 + code)!)
      #expect(try store.card(Face(String(character)), size: Size(width: 20, height: 32)) == nil)
    }
    #expect(store.warnings.count == 101)
    #expect(store.warnings.last == "no font has others, too; they are left blank")
  }

  @Test func ideographsShareOneSquare() throws {
    let store = try FaceStore()
    // The stroke of "one" lies near the middle of its square, and as high on any card of that size.
    let one = try #require(try store.card(Face("一"), size: size)?.inkBox())
    #expect((one.middleY - 125).magnitude < 12)
    let middle = try #require(try store.card(Face("中"), size: size)?.inkBox())
    #expect((middle.middleX - 80).magnitude <= 3 && (middle.middleY - 125).magnitude <= 6)
  }

  @Test func hebrewRunsFromTheRight() throws {
    let fonts = try FontStack("DejaVu Sans")
    func glyphs(_ text: String) -> [UInt32] {
      fonts.main.setSize(64 * 64)
      return fonts.main.shape(text).map(\.glyph)
    }
    #expect(glyphs("שלם") == glyphs("ם") + glyphs("ל") + glyphs("ש"))
    #expect(glyphs("abc") == glyphs("a") + glyphs("b") + glyphs("c"))
    #expect(!glyphs("שלם").contains(0))
  }

  @Test func runsOfSeveralFontsKeepTheirOrder() throws {
    let store = try FaceStore()
    let card = Size(width: 600, height: 250)
    // Roboto Condensed has no Hebrew: with a digit between, the word is set in runs of two fonts.
    let word = try #require(try store.card(Face("שש1"), size: card))
    let alone = try #require(try store.card(Face("1"), size: card)?.inkBox())
    let columns = (0..<600).filter { x in (0..<250).contains { word.opacity(x, $0) > 0 } }
    let gap = try #require(columns.first { !columns.contains($0 + 1) })
    #expect((gap - columns[0] + 1 - alone.width).magnitude < alone.width / 2, "the digit stands at the left")
  }

  @Test func arabicLettersJoin() throws {
    let fonts = try FontStack("DejaVu Sans")
    fonts.main.setSize(64 * 64)
    let alone = try #require(fonts.main.shape("ب").first?.glyph)
    let joined = fonts.main.shape("ببب").map(\.glyph)
    #expect(joined.count == 3 && Set(joined).count == 3 && !joined.contains(alone))
    // Where they join no seam shows: each column has a pixel of full ink.
    let store = try FaceStore(font: "DejaVu Sans")
    let word = try #require(try store.card(Face("ببب"), size: Size(width: 300, height: 250)))
    let box = try #require(word.inkBox(least: 255))
    #expect((box.left..<box.right).allSatisfy { x in (0..<250).contains { word.opacity(x, $0) == 255 } })
  }

  @Test func emojiKeepTheirColours() throws {
    let store = try FaceStore()
    for text in ["😀", "❤\u{FE0F}", "👍🏽", "🏽", "1\u{FE0F}\u{20E3}", "🇩🇪", "👨‍👩‍👧"] {
      let bitmap = try #require(try store.card(Face(text), size: size))
      #expect(bitmap.format == .rgba, "\(text)")
      let box = try #require(bitmap.inkBox(least: 128))
      #expect((box.middleX - 80).magnitude <= 4 && (box.middleY - 125).magnitude <= 8, "\(text)")
      var colours: Set<[UInt8]> = []
      for y in 0..<250 {
        for x in 0..<160 {
          let pixel = bitmap.pixel(x, y)
          #expect(pixel[0] <= pixel[3] && pixel[1] <= pixel[3] && pixel[2] <= pixel[3])
          colours.insert(pixel)
        }
      }
      #expect(colours.count > 50, "\(text)")
    }
    // Asked for as text it is ink.
    #expect(try store.card(Face("❤\u{FE0E}"), size: size)?.format == .coverage)
    #expect(try store.card(Face("1"), size: size)?.format == .coverage)
  }

  @Test func lettersBesideAnEmojiHaveTheInkGiven() throws {
    let store = try FaceStore(ink: Color(red: 10, green: 20, blue: 30))
    let bitmap = try #require(try store.card(Face("1😀"), size: Size(width: 300, height: 250)))
    let box = try #require(bitmap.inkBox(least: 255))
    let column = (0..<250).map { bitmap.pixel(box.left + 2, $0) }
    #expect(column.contains([10, 20, 30, 255]))
  }
}
