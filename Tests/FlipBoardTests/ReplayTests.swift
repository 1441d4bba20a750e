import FlipBoard
import Testing

/// Pictures found by looking back are those that one would have seen coming.
@Suite struct ReplayTests {
  /// What a module shows of a text that changes as given, worked out step by step from the start.
  struct Reference {
    var timing: (duration: Double, cadence: Double)
    /// Faces and the seconds at which they are aimed at; the first stands at rest.
    var aims: [(at: Double, face: Int)]
    /// Digits in the drum, or nil for direct travel.
    var drum: Int?

    /// Starts of flaps with what they turn to.
    func flaps(until end: Double) -> [(start: Double, front: Int, back: Int)] {
      var result: [(start: Double, front: Int, back: Int)] = []
      var face = aims[0].face
      var free = -1.0e9
      for (index, aim) in aims.enumerated() {
        let next = index + 1 < aims.count ? aims[index + 1].at : end
        while face != aim.face {
          let start = max(free, aim.at)
          if start >= next || start > end { break }
          let back = drum.map { (face + 1) % $0 } ?? aim.face
          result.append((start, face, back))
          face = back
          free = start + timing.cadence
        }
      }
      return result
    }
  }

  @Test(
    "The units of a clock's seconds, flap for flap",
    arguments: [
      (0.5, 0.5, false), (0.9, 0.3, false), (2.5, 0.2, false), (0.5, 0.5, true), (0.4, 0.1, true),
      (0.3, 0.07, true),
    ])
  func seconds(duration: Double, cadence: Double, byDrum: Bool) throws {
    let board = try makeBoard {
      $0.format = "%S"
      $0.duration = Length(seconds: duration)
      $0.cadence = Length(seconds: cadence)
      $0.travel = byDrum ? .drum : .direct
      $0.drum = Drum("0123456789")
    }
    let start = at("2026-01-01T12:00:00Z")
    let reference = Reference(
      timing: (duration, cadence), aims: (0..<30).map { (Double($0), $0 % 10) }, drum: byDrum ? 10 : nil)
    for step in 0..<100 {
      let time = 8 + Double(step) * 0.177
      let scene = board.scene(at: start + Length(seconds: time))
      let flying = reference.flaps(until: time).filter { $0.start + duration > time }
      let seen = scene.flaps[scene.modules[1].flaps].map { "\($0.front.text)>\($0.back.text)" }
      #expect(Set(seen) == Set(flying.map { "\($0.front)>\($0.back)" }), "at \(time)")
      #expect(seen.count == flying.count)
    }
  }

  @Test("A board that never rests is still a function of the instant, and moves on without a jump")
  func neverResting() throws {
    // Each flap takes 1.7 s and the next waits for it; the digit changes every second.
    let board = try makeBoard {
      $0.format = "%S"
      $0.duration = Length(seconds: 1.7)
    }
    let start = at("2026-01-01T12:02:00Z")
    var last: (front: String, angle: Double)?
    var flaps = 0
    for step in 0..<240 {
      let scene = board.scene(at: start + Length(seconds: Double(step) / 20))
      #expect(scene.modules[1].flaps.count <= 1)
      let flap = scene.flaps[scene.modules[1].flaps].first.map { (front: $0.front.text, angle: $0.angle) }
      if let flap, let last, flap.front == last.front { #expect(flap.angle > last.angle) }
      if let flap, flap.front != last?.front { flaps += 1 }
      last = flap
    }
    // One flap every 1.7 s; the last is always on its way to the face of a second ago at most.
    #expect((7...8).contains(flaps))
  }

  @Test("A travel that never ends is replayed from a fixed moment, and two boards agree on it")
  func endlessTravel() throws {
    func board() throws -> Board {
      try makeBoard {
        $0.format = "%M:%S"
        $0.travel = .drum
      }
    }
    let instant = at("2026-01-01T12:34:56.78Z")
    #expect(try board().scene(at: instant) == board().scene(at: instant))
    #expect(try board().scene(at: instant).text == "34:56")
  }

  @Test("Drawn order is right wherever the viewer stands: a flap never covers one that is nearer")
  func drawnOrder() throws {
    for vanishing in Look.VanishingPoint.allCases {
      var look = Look.dark
      look.vanishingPoint = vanishing
      look.perspective = 1.5
      var configuration = BoardConfiguration()
      configuration.show = .text
      configuration.rows = 3
      configuration.columns = 2
      configuration.motion = .linear
      configuration.cadence = Length(seconds: 0.04)
      var board = try Board(configuration, size: Size(width: 400, height: 900), look: look)
      let start = at("2026-01-01T00:00:00Z")
      board.post(rows: ["ZZ", "ZZ", "ZZ"], at: start)
      let scene = board.scene(at: start + Length(seconds: 0.49))
      for module in scene.modules {
        let geometry = FlapGeometry(frame: module.frame, display: scene.size, look: look)
        let edges = scene.flaps[module.flaps].map { ($0.angle, geometry.edge(FlapAngle(degrees: $0.angle))) }
        #expect(edges.count == 13)
        // Seen on the screen every flap reaches from the hinge to its edge; of two on the same side
        // the nearer one is shorter or, past the upright line of sight, the one drawn later.
        let sides = edges.map { ($0.1?.y ?? 0) < geometry.hingeY }
        for side in [true, false] {
          let angles = edges.indices.filter { sides[$0] == side }.map { edges[$0].0 }
          #expect(angles == (side ? angles.sorted() : angles.sorted(by: >)), "\(vanishing)")
        }
      }
    }
  }

  @Test("The whole of a flip, at rest before and after: the frame of a fresh start")
  func restFrames() throws {
    let board = try makeClock("%H:%M")
    var before = board.scene(at: at("2026-01-01T09:59:59.9Z"))
    before.at = at("2026-01-01T09:59:30Z")
    #expect(board.scene(at: before.at) == before)
    var after = board.scene(at: at("2026-01-01T10:00:00.5Z"))
    after.at = at("2026-01-01T10:00:59.9Z")
    #expect(board.scene(at: after.at) == after)
  }
}
