import FlipBoard
@testable import FlipGL
import Testing

extension GL {
  /// What a benchmark replays is the picture that the renderer drew, to the bit.
  @Suite struct Replays {
    @Test(arguments: [Context.Version.two, .three]) func aClockThatFalls(version: Context.Version) throws {
      let start = Counts.clock(3, angle: 20)
      let look = SameToTheBit.look(.module, shading: true)
      let bench = try Bench(start.size, look: look, faces: AgainstRays.faces, version: version)
      var frames: [(Scene, [Int]?, [Rect]?)] = [(start, nil, nil)]
      var before = start.modules[2].frame
      for angle in [20.0, 25, 60, 89, 100, 140, 179] {
        let scene = Counts.clock(3, angle: angle)
        let frame = scene.modules[2].frame
        let geometry = FlapGeometry(frame: frame, display: scene.size, look: look)
        let reach = geometry.bounds(angle: angle, display: scene.size).union(frame)
        if angle > 20 { frames.append((scene, [2], [reach.union(before)])) }
        before = reach
      }
      try compare(bench, frames)
    }

    /// Several flaps in the air, pages that change, repairs in several places.
    @Test(arguments: [1, 2, 3] as [UInt64]) func aBoardAtRandom(seed: UInt64) throws {
      let look = SameToTheBit.look(.display, shading: true)
      let size = Size(width: 240, height: 160)
      var board = RandomBoard(size, columns: 6, rows: 4, look: look, seed: seed)
      let bench = try Bench(size, look: look, faces: AgainstRays.faces)
      var frames: [(Scene, [Int]?, [Rect]?)] = [(board.scene, nil, nil)]
      for _ in 0..<12 {
        board.step()
        frames.append((board.scene, board.changed, board.damage))
      }
      try compare(bench, frames)
    }

    /// Draws all frames, replays them on a target of their own, and compares each.
    private func compare(_ bench: Bench, _ frames: [(Scene, [Int]?, [Rect]?)]) throws {
      let replay = Replay(of: bench.renderer)
      var pictures: [Picture] = []
      for (scene, changed, damage) in frames {
        pictures.append(try bench.draw(scene, changed: changed, damage: damage))
        replay.record()
      }
      #expect(replay.count == frames.count)
      replay.load()
      let target = try OffscreenTarget(bench.context, size: bench.target.size)
      for index in frames.indices {
        try replay.draw(index, on: target)
        let again = Picture(size: target.size, pixels: try target.readPixels())
        #expect(again == pictures[index], "frame \(index)")
      }
      // It is no picture of nothing, and it moves.
      #expect(Set(pictures.map(\.pixels)).count == frames.count)
      // The renderer goes on as if nothing had been.
      let (scene, _, _) = frames[frames.count - 1]
      #expect(try bench.draw(scene) == pictures[frames.count - 1])
    }
  }
}
