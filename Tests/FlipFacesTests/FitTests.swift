import FlipBoard
import Testing

@testable import FlipFaces

/// Whatever stands on a card stays on it.
@Suite struct FitTests {
  static let fonts = ["Roboto Condensed:bold", "DejaVu Sans:bold", "DejaVu Serif", "monospace"]

  @Test(arguments: fonts)
  func everyFaceKeepsClearOfTheEdges(_ font: String) throws {
    let store = try FaceStore(font: font)
    let texts = [
      "Á", "Ǻ", "@", "[", "g", "W", "Ŵ", "|", "%", "Ж", "Ω", "ش", "א", "中", "😀", "09", "WED", "mmmmm",
      "JANUARY", "Donnerstag", "12😀", "東京", "שלום", "مرحبا", "8", "…", "fj", "\u{FDFD}",
    ]
    for size in [
      Size(width: 24, height: 40), Size(width: 80, height: 126), Size(width: 200, height: 100),
      Size(width: 31, height: 250), Size(width: 13, height: 8), Size(width: 2, height: 2),
    ] {
      for text in texts {
        guard let bitmap = try store.card(Face(text), size: size) else { continue }
        #expect(bitmap.size == size)
        #expect(bitmap.pixels.count == size.width * size.height * bitmap.format.bytesPerPixel)
        guard size.width > 12, let box = bitmap.inkBox(least: 8) else { continue }
        #expect(box.left > 0 && box.right < size.width, "\(text) at \(size)")
        #expect(size.height < 40 || box.top > 0 && box.bottom < size.height, "\(text) at \(size)")
        #expect(
          (box.middleX - Double(size.width) / 2).magnitude <= max(1, Double(size.width) / 12), "\(text)")
      }
    }
  }

  @Test func aTallFaceIsMovedBeforeItIsMadeSmaller() throws {
    let store = try FaceStore()
    let size = Size(width: 160, height: 250)
    let tailed = try #require(try store.card(Face("g"), size: size)?.inkBox(least: 128))
    // 0.62 of 250 is 156 pixels of capital, to the even; the font has the letter 859 units wide.
    #expect((Double(tailed.width) - 859 * 156 / Roboto.cap).magnitude <= 1.5)
    let plain = try #require(try store.card(Face("o"), size: size)?.inkBox(least: 128))
    #expect(tailed.top < plain.top && plain.top - tailed.top < 20)
  }

  @Test func aCardOfAnySizeIsMade() throws {
    let store = try FaceStore()
    for (width, height) in [(1, 1), (1, 300), (300, 1), (3, 2), (1000, 4)] {
      for text in ["8", "W", "Á", "09", "WED", "中", "😀", ":"] {
        let size = Size(width: width, height: height)
        if let bitmap = try store.card(Face(text), size: size) {
          #expect(bitmap.pixels.count == width * height * bitmap.format.bytesPerPixel)
        }
        _ = try store.separator(Face(text), size: size)
      }
    }
  }

  @Test func theSameIsDrawnAgainToTheBit() throws {
    let first = try FaceStore()
    let second = try FaceStore()
    // The second store meets the faces in another order, and other sizes between.
    let texts = ["0", "WED", "中", "😀", "Á"]
    let size = Size(width: 80, height: 126)
    let before = try texts.map { try first.card(Face($0), size: size) }
    _ = try second.card(Face("M"), size: Size(width: 50, height: 90))
    let after = try texts.reversed().map { try second.card(Face($0), size: size) }
    #expect(before == after.reversed())
  }
}
