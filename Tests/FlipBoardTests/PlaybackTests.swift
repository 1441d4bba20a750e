import FlipBoard
import Testing

/// A picture brought from frame to frame is the picture of its instant, and what it says changed did.
@Suite struct PlaybackTests {
  struct Generator: RandomNumberGenerator {
    // Knuth's MMIX numbers; a fixed seed, so that a failure can be seen again.
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 33
    }
  }

  static let boards: [(String, @Sendable (inout BoardConfiguration) -> Void)] = [
    ("seconds", { $0.format = "%H:%M:%S" }),
    (
      "fall, staggered",
      {
        $0.format = "%H:%M:%S"; $0.motion = .fall; $0.stagger = Length(seconds: 0.07)
      }
    ),
    (
      "slow",
      {
        $0.format = "%M:%S"; $0.duration = Length(seconds: 3); $0.cadence = Length(seconds: 0.25)
      }
    ),
    (
      "never at rest",
      {
        $0.format = "%S"; $0.duration = Length(seconds: 1.7)
      }
    ),
    (
      "by drum",
      {
        $0.format = "%M:%S"; $0.travel = .drum; $0.drum = Drum("0123456789");
        $0.cadence = Length(seconds: 0.1)
      }
    ),
    (
      "counter",
      {
        $0.show = .countdown; $0.until = .length(Length(seconds: 99.5))
      }
    ),
    (
      "cards and date",
      {
        $0.format = "{%H}:{%M}\n%a %d"; $0.gap = 0
      }
    ),
  ]

  @Test func aClockSetBackAndAnotherBoardOutdateThePicture() throws {
    func board(_ zone: Zone) throws -> Board {
      try makeBoard(Size(width: 640, height: 480)) { $0.zone = zone }
    }
    let noon = Instant(nanoseconds: 1_767_268_830_000_000_000)  // 2026-01-01T12:00:30Z
    let year = Int64(365 * 86_400) * 1_000_000_000
    let playback = Playback(try board(.utc))
    playback.advance(to: noon)
    #expect(!playback.isOutdated(at: Instant(nanoseconds: noon.nanoseconds + year)))
    #expect(playback.isOutdated(at: Instant(nanoseconds: noon.nanoseconds - year)))
    playback.replace(try board(try Zone(named: "Asia/Tokyo")))
    #expect(playback.isOutdated(at: noon))
    playback.advance(to: noon)
    #expect(playback.scene.text == "21:00")
    #expect(!playback.isOutdated(at: noon))
  }

  static let looks: [Look] = {
    var flat = Look.dark
    flat.shading = false
    var near = flat
    near.perspective = 1
    near.vanishingPoint = .display
    var none = flat
    none.perspective = 0
    return [Look.dark, flat, near, none]
  }()

  static func board(_ index: Int, look: Look = .dark) throws -> Board {
    var configuration = BoardConfiguration()
    configuration.start = at("2026-01-01T09:59:30Z")
    configuration.motion = .linear
    boards[index].1(&configuration)
    return try Board(configuration, size: Size(width: 960, height: 540), look: look)
  }

  @Test("Forward at odd steps, and anywhere at once, playback equals the board", arguments: 0..<boards.count)
  func equalsBoard(index: Int) throws {
    let board = try PlaybackTests.board(index)
    let playback = Playback(board)
    var random = Generator(state: UInt64(index) + 1)
    var instant = at("2026-01-01T09:59:57.3Z")
    for step in 0..<150 {
      if step % 40 == 39 {
        instant = instant + Length(nanoseconds: .random(in: -90_000_000_000...90_000_000_000, using: &random))
      } else {
        instant = instant + Length(nanoseconds: .random(in: 0...70_000_000, using: &random))
      }
      playback.advance(to: instant)
      let scene = board.scene(at: instant)
      #expect(playback.scene == scene)
      #expect(playback.isMoving == !scene.flaps.isEmpty)
      #expect(scene == board.scene(at: instant))
    }
  }

  @Test("Nothing changes before the next change", arguments: 0..<boards.count)
  func nextChange(index: Int) throws {
    let board = try PlaybackTests.board(index)
    var instant = at("2026-01-01T09:59:58.3Z")
    for _ in 0..<60 {
      let segment = board.segment(at: instant)
      guard let next = segment.until else { return }
      #expect(next > instant)
      let middle = Instant(nanoseconds: instant.nanoseconds + (next.nanoseconds - instant.nanoseconds) / 2)
      for later in [middle, next - Length(nanoseconds: 1)] {
        #expect(segment.holds(at: later))
        #expect(segment.scene(at: later) == board.scene(at: later))
      }
      #expect(!segment.holds(at: next))
      instant = next
    }
  }

  @Test(
    "What changed is noted, and only that; the damage covers it and stays in bounds",
    arguments: 0..<boards.count)
  func damage(index: Int) throws {
    for look in PlaybackTests.looks {
      let board = try PlaybackTests.board(index, look: look)
      let playback = Playback(board)
      let display = Rect(x: 0, y: 0, width: 960, height: 540)
      var instant = at("2026-01-01T09:59:58.9Z")
      playback.advance(to: instant)
      #expect(playback.damage == [display])
      #expect(playback.changed == Array(playback.scene.modules.indices))
      for _ in 0..<100 {
        let before = playback.scene
        instant = instant + Length(seconds: 1.0 / 30)
        playback.advance(to: instant)
        let now = playback.scene
        let changed = now.modules.indices.filter { module in
          let (a, b) = (before.modules[module], now.modules[module])
          return a.upper != b.upper || a.lower != b.lower || before.flaps[a.flaps] != now.flaps[b.flaps]
        }
        #expect(playback.changed == changed)
        #expect(playback.damage.count <= Damage.limit)
        #expect(playback.damage.isEmpty == changed.isEmpty)
        for rect in playback.damage { #expect(display.contains(rect) && rect.area > 0) }
        for module in changed {
          for (scene, other) in [(before, now), (now, before)] {
            let (one, then) = (scene.modules[module], other.modules[module])
            let (frame, flaps) = (one.frame, scene.flaps[one.flaps])
            let geometry = FlapGeometry(frame: frame, display: board.size, look: look)
            for flap in flaps {
              let seen = geometry.bounds(angle: flap.angle, display: board.size).intersection(display)
              #expect(seen.map { seen in playback.damage.contains { $0.contains(seen) } } ?? true)
            }
            let half = frame.height / 2
            let angles = look.shading ? flaps.map(\.angle) : []
            if one.upper != then.upper || angles.contains(where: { $0 > 0 && $0 < 90 }) {
              let upper = Rect(x: frame.x, y: frame.y, width: frame.width, height: half)
              #expect(playback.damage.contains { $0.contains(upper) })
            }
            let rows = one.lower != then.lower ? half : angles.map { shadow($0, on: half) }.max() ?? 0
            if rows > 0 {
              let lower = Rect(x: frame.x, y: frame.y + half, width: frame.width, height: rows)
              #expect(playback.damage.contains { $0.contains(lower) })
            }
          }
        }
        // A module that stays, and that no flap of another reaches, is not drawn again.
        if changed.isEmpty { #expect(playback.damage.isEmpty) }
      }
    }
  }

  @Test("At rest there is nothing to draw until the next change")
  func rest() throws {
    let playback = Playback(try PlaybackTests.board(6))
    playback.advance(to: at("2026-01-01T10:00:10Z"))
    #expect(!playback.isMoving)
    #expect(playback.nextChange == at("2026-01-01T10:01:00Z"))
    for second in 11..<60 {
      playback.advance(to: at("2026-01-01T10:00:\(second)Z"))
      #expect(playback.damage.isEmpty && playback.changed.isEmpty)
    }
    playback.advance(to: at("2026-01-01T10:01:00Z"))
    #expect(playback.changed == [1])
  }

  @Test("A stopped process and a stepped clock cost one flip a module, at once")
  func stepped() throws {
    let board = try PlaybackTests.board(0)
    let playback = Playback(board)
    playback.advance(to: at("2026-01-01T09:59:59.9Z"))
    // Ten seconds stopped.
    playback.advance(to: at("2026-01-01T10:00:09.9Z"))
    #expect(playback.scene.text == "10:00:09")
    #expect(playback.scene.flaps.isEmpty)
    // Weeks ahead, and back again.
    for instant in ["2026-03-01T12:34:56.25Z", "2026-01-01T10:00:10.25Z"] {
      playback.advance(to: at(instant))
      #expect(playback.scene == board.scene(at: at(instant)))
      #expect(playback.scene.modules.allSatisfy { $0.flaps.count <= 1 })
    }
  }

  @Test("It starts with what the instant says: 9995 is 9995 from the first frame on")
  func startsAtOnce() throws {
    let board = try makeBoard {
      $0.show = .countdown
      $0.until = .length(Length(seconds: 9995))
      $0.format = "%S"
    }
    let playback = Playback(board)
    playback.advance(to: Instant(nanoseconds: 0) + Length(seconds: 0.75))
    #expect(playback.scene.text == "9995")
    #expect(playback.scene.flaps.isEmpty)
  }
}
