import FlipBoard
@testable import FlipGL
import Testing

extension GL {
  /// What a frame costs, in figures that don't depend on the machine.
  @Suite struct Counts {
    /// A clock of so many modules in a row, the last of which flips.
    static func clock(_ count: Int, angle: Double) -> Scene {
      let size = Size(width: 60 * count + 20, height: 120)
      var modules: [Scene.Module] = []
      for index in 0..<count {
        modules.append(
          .init(
            frame: Rect(x: 10 + index * 60, y: 10, width: 56, height: 100), upper: Face("a"),
            lower: Face("b"),
            flaps: index == count - 1 ? 0..<1 : (index == 0 ? 0..<0 : 0..<0)))
      }
      return Scene(
        at: Instant(nanoseconds: 0), size: size, text: "", modules: modules,
        flaps: [.init(front: Face("c"), back: Face("d"), angle: angle)], separators: [])
    }

    @Test(arguments: [1, 4, 30])
    func oneFlipCostsTheSameOnAnyBoard(count: Int) throws {
      let look = SameToTheBit.look(.module, shading: true)
      let start = Self.clock(count, angle: 20)
      let bench = try Bench(start.size, look: look, faces: AgainstRays.faces)
      _ = try bench.draw(start)
      for angle in [25.0, 40, 60, 85] {
        let scene = Self.clock(count, angle: angle)
        let frame = scene.modules[count - 1].frame
        let geometry = FlapGeometry(frame: frame, display: scene.size, look: look)
        let reach = geometry.bounds(angle: angle, display: scene.size).union(frame)
          .intersection(Rect(x: 0, y: 0, width: scene.size.width, height: scene.size.height))!
        _ = try bench.draw(scene, changed: [count - 1], damage: [reach])
        let statistics = bench.renderer.statistics
        #expect(statistics.bytesUploaded <= 256)
        #expect(statistics.draws <= statistics.pages + 2)
        #expect(statistics.pixelsTouched == reach.area)
        #expect(statistics.texelBytes == 0)
      }
    }

    @Test func aRollingBoardIsTwoDraws() throws {
      let look = SameToTheBit.look(.module, shading: true)
      let size = Size(width: 300, height: 200)
      let bench = try Bench(size, look: look, faces: AgainstRays.faces)
      func scene(_ angle: Double) -> Scene {
        var scene = RandomBoard(size, columns: 20, rows: 10, look: look, seed: 1).scene
        for index in scene.modules.indices {
          scene.modules[index].flaps = index..<index + 1
          scene.flaps.append(.init(front: Face("a"), back: Face("b"), angle: angle))
        }
        return scene
      }
      _ = try bench.draw(scene(10))
      let whole = Rect(x: 0, y: 0, width: 300, height: 200)
      _ = try bench.draw(scene(20), changed: Array(0..<200), damage: [whole])
      let statistics = bench.renderer.statistics
      #expect(statistics.draws <= statistics.pages + 2)
      #expect(statistics.bytesUploaded <= 200 * 256)
    }

    @Test func nothingDamagedIsNothingDrawn() throws {
      let scene = Self.clock(3, angle: 30)
      let bench = try Bench(scene.size, look: .flat, faces: AgainstRays.faces)
      let before = try bench.draw(scene)
      let after = try bench.draw(scene, changed: [], damage: [])
      #expect(before == after)
      #expect(bench.renderer.statistics.draws == 0)
      #expect(bench.renderer.statistics.clears == 0)
      #expect(bench.renderer.statistics.bytesUploaded == 0)
    }

    @Test func gridFindsWhatIsThere() {
      var numbers = Numbers(state: 5)
      let display = Size(width: 500, height: 300)
      let frames = (0..<200).map { _ in
        Rect(
          x: Int.random(in: 0..<480, using: &numbers), y: Int.random(in: 0..<280, using: &numbers),
          width: Int.random(in: 1..<90, using: &numbers), height: Int.random(in: 1..<60, using: &numbers))
      }
      var grid = Grid(frames, display: display)
      for _ in 0..<100 {
        let rect = Rect(
          x: Int.random(in: 0..<480, using: &numbers), y: Int.random(in: 0..<280, using: &numbers), width: 40,
          height: 20)
        var found: [Int32] = []
        grid.find(rect, into: &found)
        #expect(found.sorted() == frames.indices.filter { frames[$0].intersects(rect) }.map(Int32.init))
      }
    }
  }
}
