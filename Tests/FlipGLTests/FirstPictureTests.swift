import FlipBoard
@testable import FlipGL
import Testing

extension GL {
  @Suite struct FirstPicture {
    @Test func aCardStandsOnItsBackground() throws {
      let size = Size(width: 40, height: 40)
      let bench = try Bench(size, look: .flat)
      let picture = try bench.draw(.one(size, Rect(x: 10, y: 8, width: 20, height: 24)))
      for y in 0..<40 {
        for x in 0..<40 {
          let inside = (10..<30).contains(x) && (8..<32).contains(y)
          #expect(picture[x, y] == (inside ? [255, 255, 255, 255] : [255, 0, 0, 255]), "\(x), \(y)")
        }
      }
    }
  }
}
