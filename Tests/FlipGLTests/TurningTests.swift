import FlipBoard
@testable import FlipGL
import Testing

extension GL {
  /// Boards on their way, drawn as the program draws them: from what a playback says has changed.
  @Suite struct Turning {
    static let start = Instant(nanoseconds: 1_767_261_599_900_000_000)  // 2026-01-01T09:59:59.9Z

    static let boards: [(String, @Sendable (inout BoardConfiguration) -> Void)] = [
      ("seconds", { $0.format = "%H:%M:%S" }),
      (
        "several flaps a module",
        {
          $0.format = "%M:%S"
          $0.duration = Length(seconds: 1.6)
          $0.cadence = Length(seconds: 0.4)
          $0.stagger = Length(seconds: 0.07)
        }
      ),
      (
        "a board by its drum",
        {
          $0.show = .text
          $0.text = "AB"
          ($0.rows, $0.columns) = (3, 5)
          $0.duration = Length(seconds: 0.8)
          $0.cadence = Length(seconds: 0.4)
          $0.stagger = Length(seconds: 0.03)
        }
      ),
    ]

    /// Each frame is, to the bit, what a renderer draws that never drew before, and its scene the board's own.
    @Test(arguments: boards.indices, Look.VanishingPoint.allCases)
    func eachFrameIsAsFresh(board index: Int, point: Look.VanishingPoint) throws {
      let look = SameToTheBit.look(point, shading: true)
      let size = Size(width: 200, height: 120)
      var configuration = BoardConfiguration()
      Self.boards[index].1(&configuration)
      let playback = Playback(try Board(configuration, size: size, look: look))
      let kept = try Bench(size, look: look, faces: AgainstRays.faces)
      let other = try OffscreenTarget(kept.context, size: size)
      let fresh = try Renderer(kept.context, look: look, faces: AgainstRays.faces)
      var turning = 0
      for frame in 0..<60 {
        let instant = Self.start + Length(seconds: 0.043 * Double(frame))
        if frame % 16 == 5 { playback.post(rows: ["B\(frame)", "", "ZZ"], at: instant) }
        playback.advance(to: instant)
        #expect(playback.scene == playback.board.scene(at: instant), "frame \(frame)")
        if playback.isTurning, !playback.changed.isEmpty { turning += 1 }
        try kept.renderer.draw(
          playback.scene, on: kept.target, changed: frame == 0 ? nil : playback.changed,
          turning: playback.isTurning, damage: frame == 0 ? nil : playback.damage)
        let picture = try kept.target.readPixels()
        try fresh.draw(playback.scene, on: other)
        #expect(try picture == other.readPixels(), "frame \(frame)")
      }
      // Of both kinds there were many.
      #expect(turning > 10 && turning < 55)
    }

    /// What was made ready beforehand is not made in a flip, and making it ready is not seen.
    @Test(arguments: [Context.Version.two, .three])
    func flapsArePreparedUnseen(version: Context.Version) throws {
      let look = SameToTheBit.look(.module, shading: true)
      let size = Size(width: 200, height: 120)
      func scene(_ flaps: [Scene.Flap]) -> Scene {
        Scene.one(size, Rect(x: 60, y: 10, width: 80, height: 100), upper: "a", lower: "b", flaps: flaps)
      }
      let bench = try Bench(size, look: look, faces: AgainstRays.faces, version: version)
      let rest = try bench.draw(scene([]))
      #expect(bench.renderer.programCount == 1)
      let falling = scene([Scene.Flap(front: Face("c"), back: Face("d"), angle: 70)])
      try bench.renderer.prepare(falling, on: bench.target)
      #expect(try bench.target.readPixels() == rest.pixels)
      #expect(bench.renderer.programCount == 3)
      let picture = try bench.draw(falling)
      #expect(bench.renderer.programCount == 3)
      #expect(bench.renderer.statistics.texelBytes == 0)
      #expect(
        try picture == Bench(size, look: look, faces: AgainstRays.faces, version: version).draw(falling))
    }
  }
}
