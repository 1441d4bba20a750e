import FlipBoard
@testable import FlipGL
import Testing

extension GL {
  /// What is drawn depends on the scene alone.
  @Suite struct SameToTheBit {
    static let size = Size(width: 150, height: 130)

    static func look(_ point: Look.VanishingPoint, shading: Bool) -> Look {
      var look = Look.flat
      look.shading = shading
      look.radius = 8
      look.vanishingPoint = point
      look.card = Color(red: 40, green: 44, blue: 52)
      look.ink = Color(red: 240, green: 230, blue: 220)
      return look
    }

    static let points = Look.VanishingPoint.allCases.flatMap { point in
      [(point, Context.Version.two), (point, .three)]
    }

    @Test(arguments: Orientation.allCases, points)
    func repairedIsAsFresh(
      orientation: Orientation, _ how: (point: Look.VanishingPoint, version: Context.Version)
    ) throws {
      let point = how.point
      let look = Self.look(point, shading: orientation != .left)
      let size = orientation.logicalSize(of: Self.size)
      let kept = try Bench(Self.size, look: look, faces: AgainstRays.faces, version: how.version)
      let fresh = try OffscreenTarget(kept.context, size: Self.size)
      let other = try Renderer(kept.context, look: look, faces: AgainstRays.faces)
      var board = RandomBoard(size, columns: 4, rows: 2, look: look, seed: 7)
      _ = try kept.draw(board.scene, orientation: orientation)
      for step in 0..<12 {
        board.step()
        let picture = try kept.draw(
          board.scene, changed: board.changed, damage: board.damage, orientation: orientation)
        try other.draw(board.scene, on: fresh, orientation: orientation)
        #expect(try picture.pixels == fresh.readPixels(), "step \(step)")
      }
    }

    /// Where in a page a face lies depends on what was shown before.
    @Test func pagesAreNotSeen() throws {
      let look = Self.look(.module, shading: true)
      let fresh = try Bench(Self.size, look: look, faces: AgainstRays.faces)
      let old = try Bench(Self.size, look: look, faces: AgainstRays.faces)
      let frame = Rect(x: 35, y: 20, width: 71, height: 90)
      for text in ["x", "c", "y", "b", "z"] {
        _ = try old.draw(.one(Self.size, frame, upper: text, lower: text))
      }
      let rest = Scene.one(Self.size, frame, upper: "b", lower: "a")
      #expect(try fresh.draw(rest) == old.draw(rest))
      for angle in stride(from: 1.5, to: 180, by: 7) {
        let flap = Scene.Flap(front: Face("a"), back: Face("b"), angle: angle)
        let scene = Scene.one(Self.size, frame, upper: "b", lower: "a", flaps: [flap])
        #expect(try fresh.draw(scene) == old.draw(scene), "\(angle)°")
      }
    }

    /// A picture that wanders: the same modules elsewhere, and all of them said to have changed.
    @Test func anotherLayoutIsSeen() throws {
      let look = Self.look(.module, shading: true)
      let kept = try Bench(Self.size, look: look, faces: AgainstRays.faces)
      var scene = RandomBoard(Self.size, columns: 4, rows: 2, look: look, seed: 7).scene
      _ = try kept.draw(scene)
      for index in scene.modules.indices { scene.modules[index].frame.x += 3 }
      scene.separators[0].frame.y += 20
      let whole = Rect(x: 0, y: 0, width: 150, height: 130)
      let moved = try kept.draw(scene, changed: Array(scene.modules.indices), damage: [whole])
      #expect(try moved == Bench(Self.size, look: look, faces: AgainstRays.faces).draw(scene))
      let part = Rect(x: 70, y: 0, width: 60, height: 70)
      #expect(try kept.draw(scene, changed: [], damage: [part]) == moved)
    }

    @Test func sameSceneSameBytes() throws {
      var board = RandomBoard(Self.size, columns: 3, rows: 2, look: .flat, seed: 3)
      board.step()
      let look = Self.look(.module, shading: true)
      let first = try Bench(Self.size, look: look, faces: AgainstRays.faces)
      let second = try Bench(Self.size, look: look, faces: AgainstRays.faces)
      let picture = try first.draw(board.scene)
      #expect(try picture == second.draw(board.scene))
      #expect(try picture == first.draw(board.scene))
    }

    @Test(arguments: [true, false])
    func restIsTheSameBeforeAndAfterAFlip(shading: Bool) throws {
      let frame = Rect(x: 35, y: 20, width: 70, height: 90)
      let bench = try Bench(
        Self.size, look: Self.look(.module, shading: shading), faces: AgainstRays.faces)
      let rest = Scene.one(Self.size, frame, upper: "b", lower: "b")
      let before = try bench.draw(rest)
      let flap = Scene.Flap(front: Face("a"), back: Face("b"), angle: 170)
      let during = try bench.draw(.one(Self.size, frame, upper: "b", lower: "a", flaps: [flap]))
      #expect(during != before)
      let whole = Rect(x: 20, y: 10, width: 110, height: 110)
      #expect(try bench.draw(rest, changed: [0], damage: [whole]) == before)
    }

    /// A flap that has just been let go, and one that has just landed, are the halves they cover, round corners
    /// and all.
    @Test(arguments: [true, false])
    func flapsBeginAndEndAsHalves(shading: Bool) throws {
      let frame = Rect(x: 35, y: 20, width: 70, height: 90)
      let look = Self.look(.module, shading: shading)
      let bench = try Bench(Self.size, look: look, faces: AgainstRays.faces)
      let rest = try bench.draw(.one(Self.size, frame, upper: "b", lower: "b"))
      for (angle, upper, lower) in [(0.0, "c", "b"), (180.0, "b", "c")] {
        let flap = Scene.Flap(front: Face("b"), back: Face("b"), angle: angle)
        let picture = try bench.draw(
          .one(Self.size, frame, upper: upper, lower: lower, flaps: [flap]))
        #expect(picture == rest)
      }
    }
  }
}
