import CHeap
import FlipBoard
import FlipFaces
@testable import FlipGL
import Testing

extension GL {
  /// What a steady frame of a real board costs, in figures that don't depend on the machine: the board's
  /// playback and the renderer together, as the program runs them.
  @Suite struct SteadyFrames {
    /// A board on its way: frames of 1/60 s, from one move to the next.
    struct Run {
      let playback: Playback
      let bench: Bench
      var instant: Instant

      init(_ configuration: BoardConfiguration, size: Size, look: Look = .dark, at start: Instant) throws {
        playback = Playback(try Board(configuration, size: size, look: look))
        bench = try Bench(size, look: look, faces: AgainstRays.faces)
        instant = start
        playback.advance(to: start)
        try bench.renderer.draw(playback.scene, on: bench.target)
      }

      /// Own heap allocations of a frame, and of a message before it.
      mutating func step(posting rows: [String]? = nil) throws -> Int {
        instant = instant + Length(nanoseconds: 16_666_667)
        flip_heap_start()
        defer { flip_heap_stop() }
        if let rows { playback.post(rows: rows, at: instant) }
        playback.advance(to: instant)
        try bench.renderer.draw(
          playback.scene, on: bench.target, changed: playback.changed,
          turning: playback.isTurning, damage: playback.damage)
        return flip_heap_own()
      }
    }

    @Test func allocationsAreCounted() {
      var kept: [[Int]] = []
      kept.reserveCapacity(8)
      flip_heap_start()
      for count in 1...3 { kept.append([Int](repeating: count, count: count * 100)) }
      flip_heap_stop()
      #expect(flip_heap_own() == 3)
      kept.append([Int](repeating: 0, count: 100))
      #expect(flip_heap_own() == 3)
    }

    /// A message is laid beside the one before it: for a face of it that stays nothing is made, be they a
    /// hundred or ten thousand.
    @Test func aMessageCostsWhatItChanges() throws {
      func cost(_ side: Int) throws -> Int {
        var rows = [String](repeating: String(repeating: "A", count: side), count: side)
        var configuration = BoardConfiguration()
        configuration.show = .text
        configuration.text = rows.joined(separator: "\n")
        configuration.travel = .direct
        var run = try Run(
          configuration, size: Size(width: 700, height: 1000),
          at: Instant(nanoseconds: 1_767_261_600_000_000_000))
        var most = 0
        for round in 0..<8 {
          rows[side / 2] = (round % 2 == 0 ? "B" : "A") + rows[side / 2].dropFirst()
          let own = try run.step(posting: rows)
          // The first find faces to make and room to take.
          if round >= 4 { most = max(most, own) }
          var frames = 0
          repeat {
            _ = try run.step()
            #expect(run.playback.changed.allSatisfy { $0 == side / 2 * side })
            frames += 1
          } while run.playback.isMoving && frames < 100
          #expect((20..<100).contains(frames))
        }
        return most
      }
      let (few, many) = (try cost(10), try cost(100))
      // Without the optimiser Swift itself allocates for each of 90 rows more that is laid beside the one before;
      // not for each of 9900 faces.
      #if !DEBUG
        let most = few + 32
      #else
        let most = few + 90 * 10
      #endif
      #expect(many <= most, "\(few) allocations, of the larger board \(many)")
    }

    /// Faces come into the atlas with the first frame of a flip; from then on nothing is allocated until
    /// it has landed, and what is drawn and uploaded stays within its bounds.
    @Test(arguments: ["{%H}:{%M}", "%H:%M:%S"])
    func aFallingFlapIsCheap(format: String) throws {
      var configuration = BoardConfiguration()
      configuration.format = format
      // 2026-01-01T09:59:59.9Z
      var run = try Run(
        configuration, size: Size(width: 320, height: 180),
        at: Instant(nanoseconds: 1_767_261_599_900_000_000))
      for _ in 0..<9 { _ = try run.step() }
      #expect(run.playback.isMoving)
      while run.playback.isMoving {
        let own = try run.step()
        if run.playback.isMoving {
          // Without the optimiser Swift itself allocates; Tests/counts holds the release build to 0.
          #if !DEBUG
            #expect(own == 0)
          #else
            #expect(own < 2000)
          #endif
          let statistics = run.bench.renderer.statistics
          #expect(statistics.draws <= statistics.pages + 2)
          #expect(statistics.bytesUploaded <= 256 * run.playback.changed.count)
        }
      }
    }
  }
}
