import FlipBoard
@testable import FlipGL
import Testing

extension GL {
  @Suite struct Seam {
    /// White cards on red: no pixel of the seam's rows is redder than white, at any angle and size.
    @Test(arguments: [(40, 50), (33, 66), (80, 120)], [0, 3])
    func noBackgroundShows(card: (Int, Int), perspective: Int) throws {
      let size = Size(width: card.0 + 40, height: card.1 + 40)
      let frame = Rect(x: 20, y: 20, width: card.0, height: card.1)
      var look = Look.flat
      look.perspective = Double(perspective)
      let bench = try Bench(size, look: look)
      for angle in stride(from: 0.0, through: 180, by: 7.5) {
        let picture = try bench.draw(
          .one(size, frame, flaps: [.init(front: Face("a"), back: Face("b"), angle: angle)]))
        let middle = frame.y + frame.height / 2
        for y in middle - 2...middle + 1 {
          for x in frame.x..<frame.x + frame.width {
            // A flap's outline is grey.
            let pixel = picture[x, y]
            #expect(pixel[0] == pixel[1] && pixel[3] == 255, "\(angle)° \(x) \(y)")
          }
        }
      }
    }

    /// With shading the hinge is a line of at least a pixel, on the smallest cards too.
    @Test(arguments: [16, 40, 126, 250])
    func hingeIsALine(height: Int) throws {
      let size = Size(width: 40, height: height + 8)
      var look = Look.flat
      look.shading = true
      let picture = try Bench(size, look: look)
        .draw(.one(size, Rect(x: 4, y: 4, width: 32, height: height)))
      let dark = (4..<4 + height).filter { picture[20, $0][0] < 80 }
      #expect(dark.count == max(1, Int((Double(height) * 0.008).rounded())))
      #expect(dark.contains(4 + height / 2 - 1))
    }

    /// However small the corners are, the rest of the card has its colour.
    @Test(arguments: [0, 0.3, 0.74, 0.76, 0.9, 0.99, 1, 1.01, 1.5, 3])
    func theMiddleOfACardIsWhole(radius: Double) throws {
      let size = Size(width: 60, height: 60)
      var look = Look.flat
      look.radius = radius / 50 * 100
      let flap = Scene.Flap(front: Face(""), back: Face(""), angle: 60)
      for flaps in [[], [flap]] {
        let picture = try Bench(size, look: look)
          .draw(.one(size, Rect(x: 5, y: 5, width: 50, height: 50), upper: "", lower: "", flaps: flaps))
        let card = [Int(look.card.red), Int(look.card.green), Int(look.card.blue), 255]
        for (x, y) in [(30, 8), (30, 28), (30, 32), (30, 52), (8, 30), (52, 40)] {
          #expect(picture[x, y] == card, "\(x), \(y)")
        }
      }
    }

    /// A wide card's corners are those of its narrow neighbour, to the bit, standing and in the air; those of a
    /// card half as high are half as large.
    @Test func cornersAreAlike() throws {
      let size = Size(width: 260, height: 120)
      var look = Look.flat
      look.radius = 25
      look.perspective = 0
      let frames = [
        Rect(x: 10, y: 10, width: 48, height: 80), Rect(x: 70, y: 10, width: 100, height: 80),
        Rect(x: 180, y: 50, width: 70, height: 40),
      ]
      for angle in [0.0, 40, 140] {
        var scene = Scene.one(size, frames[0])
        scene.modules = frames.indices.map { index in
          .init(frame: frames[index], upper: Face("a"), lower: Face("a"), flaps: index..<index + 1)
        }
        scene.flaps = frames.map { _ in .init(front: Face("a"), back: Face("a"), angle: angle) }
        let picture = try Bench(size, look: look).draw(scene)
        for y in 0..<120 {
          for x in 0..<24 { #expect(picture[10 + x, y] == picture[70 + x, y], "\(angle)° \(x) \(y)") }
        }
        // A quarter of 48 is a radius of 12, which leaves (1 − π / 4) · 12² of a corner bare: 30.9 pixels.
        if angle == 0 {
          for (corner, bare) in [((70, 10), 30.9), ((180, 50), 30.9 / 4)] {
            var red = 0.0
            for y in 0..<14 {
              for x in 0..<14 { red += 1 - Double(picture[corner.0 + x, corner.1 + y][1]) / 255 }
            }
            #expect((red - bare).magnitude < 1, "\(red) for \(bare)")
          }
        }
      }
    }

    /// The corners of a small card are smooth: greys between card and background, the same in all four.
    @Test func cornersAreSmooth() throws {
      let size = Size(width: 40, height: 56)
      var look = Look.flat
      look.radius = 20
      let picture = try Bench(size, look: look)
        .draw(.one(size, Rect(x: 5, y: 8, width: 30, height: 40)))
      var between: Set<Int> = []
      for y in 0..<8 {
        for x in 0..<8 {
          let pixel = picture[5 + x, 8 + y]
          between.insert(pixel[1])
          #expect(pixel == picture[34 - x, 8 + y])
          #expect(pixel == picture[5 + x, 47 - y])
          #expect(pixel == picture[34 - x, 47 - y])
        }
      }
      #expect(between.count > 5, "\(between)")
      #expect(picture[5, 8] == [255, 0, 0, 255])
    }
  }
}
