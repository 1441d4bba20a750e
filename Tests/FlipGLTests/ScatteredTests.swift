@testable import FlipBoard
@testable import FlipGL
import Testing

extension GL {
  /// Moves here and there on a board: what is drawn for them is little more than what they change.
  @Suite struct ScatteredMoves {
    struct Case: CustomTestStringConvertible, Sendable {
      var rows: Int
      var columns: Int
      var size: Size
      /// Of the modules that move, 0 to 1.
      var share: Double
      var gap = 6.0
      var point = Look.VanishingPoint.module
      var stagger = 0.0
      var cadence: Double?
      var testDescription: String {
        "\(share) of \(rows)x\(columns) on \(size.width)x\(size.height), \(gap), \(point), \(stagger)"
      }

      func board(_ look: Look) throws -> Board {
        var configuration = BoardConfiguration()
        configuration.show = .text
        configuration.zone = .utc
        (configuration.rows, configuration.columns) = (rows, columns)
        configuration.gap = gap
        configuration.travel = .drum
        configuration.duration = Length(seconds: 0.3)
        configuration.stagger = Length(seconds: stagger)
        configuration.cadence = cadence.map { Length(seconds: $0) }
        return try Board(configuration, size: size, look: look)
      }
    }

    static let medium = Size(width: 660, height: 300)
    static let cases: [Case] = [
      Case(rows: 6, columns: 22, size: medium, share: 0.05),
      Case(rows: 6, columns: 22, size: medium, share: 0.3),
      Case(rows: 6, columns: 22, size: medium, share: 1),
      Case(rows: 6, columns: 22, size: medium, share: 0.1, stagger: 0.03),
      Case(rows: 6, columns: 22, size: medium, share: 0.2, cadence: 0.1),
      Case(rows: 6, columns: 22, size: medium, share: 0.2, gap: 30),
      Case(rows: 6, columns: 22, size: medium, share: 0.1, point: .display),
      Case(rows: 20, columns: 40, size: Size(width: 960, height: 540), share: 0.1),
      Case(rows: 2, columns: 60, size: Size(width: 1000, height: 200), share: 0.2),
      Case(rows: 30, columns: 3, size: Size(width: 200, height: 700), share: 0.2),
      Case(rows: 1, columns: 8, size: Size(width: 400, height: 120), share: 0.5),
    ]

    /// Pixels, by what is to be drawn on each.
    struct Pixels {
      let size: Size
      var marks: [Bool]

      init(_ size: Size) {
        self.size = size
        marks = [Bool](repeating: false, count: size.area)
      }

      var count: Int { marks.reduce(0) { $0 + ($1 ? 1 : 0) } }

      mutating func paint(_ rect: Rect) {
        for y in max(0, rect.y)..<max(0, min(size.height, rect.y + rect.height)) {
          for x in max(0, rect.x)..<max(0, min(size.width, rect.x + rect.width)) {
            marks[y * size.width + x] = true
          }
        }
      }

      func holds(_ rect: Rect) -> Bool {
        (rect.y..<rect.y + rect.height).contains { y in
          (rect.x..<rect.x + rect.width).contains { x in marks[y * size.width + x] }
        }
      }
    }

    /// What two scenes differ in: flaps, what they shade, and faces.
    static func changes(_ before: Scene, _ now: Scene, _ changed: [Int], _ look: Look) -> Pixels {
      var pixels = Pixels(now.size)
      for module in changed {
        let (old, new) = (before.modules[module], now.modules[module])
        if old.upper != new.upper || old.lower != new.lower { pixels.paint(new.frame) }
        let geometry = FlapGeometry(frame: new.frame, display: now.size, look: look)
        let eye = geometry.eyeAngle
        var shades = ShadedHalves()
        for flap in before.flaps[old.flaps] + now.flaps[new.flaps] {
          pixels.paint(geometry.bounds(angle: flap.angle, display: now.size))
          shades.add(angle: flap.angle, eye: eye)
        }
        if let rect = shades.rect(in: new.frame) { pixels.paint(rect) }
      }
      return pixels
    }

    /// The same, with all of each half that it touches, and of the gaps beside those the tenth of a width that
    /// a flap may reach into, and a 140th of a height, with two pixels more for what is rounded.
    static func halves(_ changes: Pixels, _ scene: Scene) -> Pixels {
      var pixels = changes
      for module in scene.modules {
        let (frame, half) = (module.frame, module.frame.height / 2)
        let (across, along) = (frame.width / 10 + 2, frame.height / 140 + 2)
        for y in [frame.y, frame.y + half] {
          let own = Rect(x: frame.x, y: y, width: frame.width, height: half)
          if !changes.holds(own) { continue }
          pixels.paint(
            Rect(
              x: own.x - across, y: own.y - along, width: own.width + 2 * across,
              height: half + 2 * along))
        }
      }
      return pixels
    }

    @Test(arguments: cases) func littleMoreThanWhatChanges(shape: Case) throws {
      let look = SameToTheBit.look(shape.point, shading: true)
      var numbers = Numbers(state: 3)
      let playback = Playback(try shape.board(look))
      let bench = try Bench(shape.size, look: look, faces: AgainstRays.faces)
      var instant = Instant(nanoseconds: 1_767_225_600_000_000_000)
      playback.advance(to: instant)
      try bench.renderer.draw(playback.scene, on: bench.target)
      let rows = (0..<shape.rows).map { _ in
        String(
          (0..<shape.columns).map { _ -> Character in
            Double.random(in: 0..<1, using: &numbers) < shape.share ? "B" : " "
          })
      }
      playback.post(rows: rows, at: instant)
      var (touched, changed, frames) = (0, 0, 0)
      for _ in 0..<30 {
        let before = playback.scene
        instant = instant + Length(nanoseconds: 16_666_667)
        playback.advance(to: instant)
        if playback.changed.isEmpty { continue }
        try bench.renderer.draw(
          playback.scene, on: bench.target, changed: playback.changed, turning: playback.isTurning,
          damage: playback.damage)
        let statistics = bench.renderer.statistics
        let changes = Self.changes(before, playback.scene, playback.changed, look)
        // From the display's middle a flap reaches over other modules, whose gaps are in pieces of their own.
        if shape.point == .module {
          #expect(
            statistics.pixelsTouched <= Self.halves(changes, playback.scene).count * 6 / 5,
            "frame \(frames)")
        }
        #expect(statistics.draws <= statistics.pages + 2)
        #expect(statistics.clears <= 12)
        touched += statistics.pixelsTouched
        changed += changes.count
        frames += 1
      }
      #expect(frames > 20)
      // Where no flap reaches another module, a quarter more than what changes: half a card that is shaded in
      // part is drawn whole. Elsewhere such halves of its neighbours are too.
      #expect(touched * 100 <= changed * (shape.gap > 20 ? 130 : 200))
    }
  }
}
