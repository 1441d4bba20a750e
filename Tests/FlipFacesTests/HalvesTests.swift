import FlipBoard
import Testing

@testable import FlipFaces

@Suite struct HalvesTests {
  @Test func halvesJoinToTheWhole() {
    var random = SplitMix(state: 7)
    for _ in 0..<200 {
      let format: Bitmap.Format = random.next().isMultiple(of: 2) ? .coverage : .rgba
      let size = Size(width: 1 + Int(random.next() % 20), height: 2 * Int(1 + random.next() % 20))
      let count = size.width * size.height * format.bytesPerPixel
      let whole = Bitmap(
        size: size, format: format, pixels: (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) })
      let (upper, lower) = whole.halves
      #expect(upper.size == lower.size)
      #expect(upper.size == Size(width: size.width, height: size.height / 2))
      #expect(upper.format == format && lower.format == format)
      #expect(upper.pixels + lower.pixels == whole.pixels)
    }
  }

  @Test func theUpperHalfIsTheUpperOne() {
    let whole = Bitmap(size: Size(width: 2, height: 4), format: .coverage, pixels: [1, 2, 3, 4, 5, 6, 7, 8])
    #expect(whole.halves.upper.pixels == [1, 2, 3, 4])
    #expect(whole.halves.lower.pixels == [5, 6, 7, 8])
  }
}
