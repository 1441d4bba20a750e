import FlipBoard
import Glibc
@testable import FlipGL
import Testing

extension GL {
  /// Where flaps are drawn, by house rules' own formula: a point at height y above the hinge stands at
  /// Y = y cos a, Z = y sin a, and is seen at (X, Y) / (1 − Z / d) from the vanishing point.
  @Suite struct FlapPosition {
    static let angles = [0, 30, 60, 89, 91, 120, 150, 180]

    struct Case: CustomStringConvertible, Sendable {
      var frame: Rect
      var display: Size
      var perspective: Double
      var point: Look.VanishingPoint
      var description: String { "\(frame) \(perspective) \(point)" }
    }

    static let cases: [Case] = [
      Case(
        frame: Rect(x: 24, y: 16, width: 48, height: 64), display: Size(width: 96, height: 96),
        perspective: 3, point: .module),
      Case(
        frame: Rect(x: 20, y: 10, width: 30, height: 60), display: Size(width: 70, height: 80),
        perspective: 0, point: .module),
      Case(
        frame: Rect(x: 31, y: 20, width: 33, height: 50), display: Size(width: 96, height: 90),
        perspective: 1.5, point: .display),
      Case(
        frame: Rect(x: 40, y: 30, width: 80, height: 110), display: Size(width: 160, height: 170),
        perspective: 10, point: .display),
      Case(
        frame: Rect(x: 8, y: 6, width: 12, height: 16), display: Size(width: 28, height: 28),
        perspective: 1.5, point: .module),
    ]

    /// A white flap before a black board: each column and row of a mid-flip picture, in white pixels.
    @Test(arguments: cases, angles)
    func edgesAreWhereTheFormulaSays(c: Case, angle: Int) throws {
      // The flap alone is ink all over; cards are clear, and so have no outline.
      let faces = Patterns.coverage { text, _, _, _ in text == "flap" ? 255 : 0 }
      var look = Look.flat
      look.card = Color(red: 0, green: 0, blue: 0, alpha: 0)
      look.ink = Color(red: 255, green: 255, blue: 255)
      look.background = Color(red: 0, green: 0, blue: 0)
      look.perspective = c.perspective
      look.vanishingPoint = c.point
      let flap = Scene.Flap(front: Face("flap"), back: Face("flap"), angle: Double(angle))
      let picture = try Bench(c.display, look: look, faces: faces)
        .draw(.one(c.display, c.frame, flaps: [flap]))

      let (w, h) = (Double(c.frame.width), Double(c.frame.height))
      let hinge = (x: Double(c.frame.x) + w / 2, y: Double(c.frame.y) + h / 2)
      let eye =
        c.point == .module
        ? hinge : (x: Double(c.display.width) / 2, y: Double(c.display.height) / 2)
      func seen(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        let a = Double(angle) * .pi / 180
        let depth = c.perspective == 0 ? 0 : y * sin(a) / (c.perspective * h)
        return (
          eye.x + (hinge.x + x - eye.x) / (1 - depth), eye.y - (eye.y - hinge.y + y * cos(a)) / (1 - depth)
        )
      }
      for row in 0..<c.display.height {
        var white = 0.0
        for x in 0..<c.display.width { white += Double(picture[x, row][0]) / 255 }
        // The true area of the flap's trapezoid in this row, by many thin slices.
        let (low, high) = (min(hinge.y, seen(0, h / 2).y), max(hinge.y, seen(0, h / 2).y))
        let slices = 64
        var area = 0.0
        for slice in 0..<slices {
          let y = Double(row) + (Double(slice) + 0.5) / Double(slices)
          guard y > low, y < high else { continue }
          let part = (y - hinge.y) / (seen(0, h / 2).y - hinge.y)
          let left = (1 - part) * (hinge.x - w / 2) + part * seen(-w / 2, h / 2).x
          let right = (1 - part) * (hinge.x + w / 2) + part * seen(w / 2, h / 2).x
          area += (min(right, Double(c.display.width)) - max(left, 0)) / Double(slices)
        }
        #expect(abs(white - area) < max(0.35, area * 0.02), "row \(row): drawn \(white), true \(area)")
      }
    }

    @Test func freeEdgeAt45DegreesIs1134TimesAsWide() throws {
      let size = Size(width: 600, height: 500)
      let faces = Patterns.coverage { text, _, _, _ in text == "flap" ? 255 : 0 }
      var look = Look.flat
      look.card = Color(red: 0, green: 0, blue: 0, alpha: 0)
      look.ink = Color(red: 255, green: 255, blue: 255)
      look.background = Color(red: 0, green: 0, blue: 0)
      let flap = Scene.Flap(front: Face("flap"), back: Face("flap"), angle: 45)
      let picture = try Bench(size, look: look, faces: faces)
        .draw(.one(size, Rect(x: 100, y: 50, width: 400, height: 400), flaps: [flap]))
      // 200 px of flap end at 250 − 200 · cos 45° · 1.1336 = 89.7: row 90 is the first full one.
      let width = (0..<600).reduce(0.0) { $0 + Double(picture[$1, 90][0]) / 255 }
      #expect(abs(width - 400 * 1.1336) < 1.0, "\(width)")
    }
  }
}
