import FlipBoard
@testable import FlipGL
import Testing

extension GL {
  @Suite struct Turned {
    /// The target's pixel at which a scene's pixel is seen, worked out by hand for a display that is turned
    /// clockwise: at 90° the scene's left edge is at the top.
    static func place(_ x: Int, _ y: Int, _ o: Orientation, _ target: Size) -> (Int, Int) {
      switch o {
      case .upright: (x, y)
      case .right: (target.width - 1 - y, x)
      case .upsideDown: (target.width - 1 - x, target.height - 1 - y)
      case .left: (y, target.height - 1 - x)
      }
    }

    @Test(arguments: Orientation.allCases)
    func pixelsTurn(orientation: Orientation) throws {
      let target = Size(width: 60, height: 44)
      let size = orientation.logicalSize(of: target)
      var look = SameToTheBit.look(.module, shading: true)
      look.radius = 12
      let scene = Scene.one(
        size, Rect(x: 9, y: 6, width: 22, height: 28), upper: "a", lower: "b",
        flaps: [.init(front: Face("b"), back: Face("a"), angle: 50)])
      let upright = try Bench(size, look: look, faces: AgainstRays.faces).draw(scene)
      let turned = try Bench(target, look: look, faces: AgainstRays.faces)
        .draw(scene, orientation: orientation)
      var worst = 0
      for y in 0..<size.height {
        for x in 0..<size.width {
          let (tx, ty) = Self.place(x, y, orientation, target)
          for (a, b) in zip(upright[x, y], turned[tx, ty]) { worst = max(worst, abs(a - b)) }
        }
      }
      #expect(worst <= 1)
      let place = orientation.place(Rect(x: 9, y: 6, width: 22, height: 28), on: target)
      let (cx, cy) = Self.place(9, 6, orientation, target)
      let (dx, dy) = Self.place(30, 33, orientation, target)
      #expect(
        place == Rect(x: min(cx, dx), y: min(cy, dy), width: abs(cx - dx) + 1, height: abs(cy - dy) + 1))
    }

    @Test func brightnessDimsEverything() throws {
      let size = Size(width: 60, height: 44)
      let bench = try Bench(size, look: SameToTheBit.look(.module, shading: true), faces: AgainstRays.faces)
      let scene = Scene.one(size, Rect(x: 9, y: 6, width: 42, height: 28), upper: "a", lower: "b")
      let bright = try bench.draw(scene)
      let dim = try bench.draw(scene, brightness: 0.5)
      for (index, (a, b)) in zip(bright.pixels, dim.pixels).enumerated() {
        let wanted = index % 4 == 3 ? Int(a) : Int(a) / 2
        #expect(abs(Int(b) - wanted) <= 1)
      }
      #expect(try bench.draw(scene) == bright)
    }
  }
}
