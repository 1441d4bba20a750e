import FlipBoard
@testable import FlipGL
import Testing

extension GL {
  /// What a display shows, on which frame after frame only the damage is drawn, is what a fresh start draws.
  @Suite struct PlayedPictures {
    @Test(arguments: [Look.VanishingPoint.module, .display], [true, false])
    func aClockThatFlips(point: Look.VanishingPoint, shading: Bool) throws {
      var configuration = BoardConfiguration()
      configuration.zone = .utc
      configuration.format = "{%M}:%S"
      let look = SameToTheBit.look(point, shading: shading)
      try play(Board(configuration, size: Size(width: 260, height: 150), look: look), frames: 150)
    }

    /// Flaps so close that there are several in the air on each module, over a card that is seen through.
    @Test(arguments: [UInt8(255), 160]) func aDrumThatRolls(alpha: UInt8) throws {
      var configuration = BoardConfiguration()
      configuration.show = .text
      configuration.zone = .utc
      (configuration.rows, configuration.columns) = (2, 5)
      configuration.travel = .drum
      configuration.cadence = Length(nanoseconds: 90_000_000)
      configuration.duration = Length(nanoseconds: 400_000_000)
      configuration.text = "ABACB\nBB AC"
      var look = SameToTheBit.look(.module, shading: true)
      look.card.alpha = alpha
      let board = try Board(configuration, size: Size(width: 260, height: 150), look: look)
      try play(board, frames: 110) { playback, frame, instant in
        if frame == 5 { playback.post(rows: ["DECAB", " B DE"], at: instant) }
      }
    }

    /// From the display's middle a flap far above or below it is seen from behind long before it stands, or from
    /// the front long after.
    @Test(arguments: [1.0, 3]) func aHighBoardFromItsMiddle(perspective: Double) throws {
      var configuration = BoardConfiguration()
      configuration.show = .text
      configuration.zone = .utc
      (configuration.rows, configuration.columns) = (5, 2)
      configuration.travel = .direct
      configuration.duration = Length(nanoseconds: 1_000_000_000)
      configuration.text = "AB\nBA\nAB\nBA\nAB"
      var look = SameToTheBit.look(.display, shading: true)
      look.perspective = perspective
      let board = try Board(configuration, size: Size(width: 150, height: 400), look: look)
      try play(board, frames: 70) { playback, frame, instant in
        if frame == 3 { playback.post(rows: ["BA", "AB", "BA", "AB", "BA"], at: instant) }
      }
    }

    /// Flaps here and there on a board of many small modules, most of which stand.
    @Test(arguments: [Look.VanishingPoint.module, .display]) func movesHereAndThere(
      point: Look.VanishingPoint
    ) throws {
      var configuration = BoardConfiguration()
      configuration.show = .text
      configuration.zone = .utc
      (configuration.rows, configuration.columns) = (8, 24)
      configuration.travel = .drum
      configuration.duration = Length(seconds: 0.25)
      configuration.stagger = Length(seconds: 0.011)
      let board = try Board(
        configuration, size: Size(width: 420, height: 260), look: SameToTheBit.look(point, shading: true))
      var numbers = Numbers(state: 21)
      var rows = [[Character]](repeating: [Character](repeating: " ", count: 24), count: 8)
      try play(board, frames: 60) { playback, frame, instant in
        guard frame % 12 == 1 else { return }
        for _ in 0..<9 {
          rows[Int.random(in: 0..<8, using: &numbers)][Int.random(in: 0..<24, using: &numbers)] =
            ["A", "B", "C", " "].randomElement(using: &numbers)!
        }
        playback.post(rows: rows.map { String($0) }, at: instant)
      }
    }

    private func play(
      _ board: Board, frames: Int, _ before: (Playback, Int, Instant) -> Void = { _, _, _ in }
    ) throws {
      for version in [Context.Version.two, .three] { try play(board, frames: frames, version, before) }
    }

    private func play(
      _ board: Board, frames: Int, _ version: Context.Version, _ before: (Playback, Int, Instant) -> Void
    ) throws {
      let playback = Playback(board)
      let shown = try Bench(board.size, look: board.look, faces: AgainstRays.faces, version: version)
      let fresh = try Bench(board.size, look: board.look, faces: AgainstRays.faces, version: version)
      var instant = Instant(nanoseconds: 1_767_225_599_700_000_000)
      var last: Picture?
      var (different, parts) = (0, 0)
      for frame in 0..<frames {
        before(playback, frame, instant)
        playback.advance(to: instant)
        if !playback.damage.isEmpty {
          try shown.renderer.draw(
            playback.scene, on: shown.target, changed: playback.changed, turning: playback.isTurning,
            damage: playback.damage)
          let picture = Picture(size: board.size, pixels: try shown.target.readPixels())
          let whole = try fresh.draw(playback.scene)
          #expect(picture == whole, "frame \(frame), GL ES \(version)")
          if picture != last { different += 1 }
          if playback.damage.allSatisfy({ $0.area < board.size.width * board.size.height / 2 }) { parts += 1 }
          last = picture
        }
        instant = instant + Length(nanoseconds: 1_000_000_000 / 60)
      }
      // It moved, and mostly only a part was drawn.
      #expect(different > frames / 3)
      #expect(parts > different / 2)
    }

    /// Halves that are told to stand in no shade stand in none, and others do.
    @Test func shadesAreWhereTheyAreTold() {
      for angle in stride(from: 0.0, through: 180, by: 0.5) {
        var shaded = ShadedHalves()
        shaded.add(angle: angle, eye: 90)
        let (upper, lower) = (Shade.upper(FlapAngle(degrees: angle)), Shade.lower(FlapAngle(degrees: angle)))
        if upper != .none { #expect(shaded.upper) }
        if angle > 91 { #expect(!shaded.upper) }
        // Below what is told the line of the shade is at 0 or under it.
        let there = Double(lower.atHinge) + Double(lower.atEdge - lower.atHinge) * shaded.lower
        #expect(there <= 1e-6 || shaded.lower == 1, "\(angle)")
        if lower.atHinge > 0 { #expect(shaded.lower > 0) }
        if angle >= 90 && angle < 180 { #expect(shaded.lower == 1) }
      }
      let frame = Rect(x: 10, y: 20, width: 30, height: 400)
      var shaded = ShadedHalves()
      #expect(shaded.rect(in: frame) == nil)
      shaded.add(angle: 20, eye: 90)
      #expect(shaded.rect(in: frame) == Rect(x: 10, y: 20, width: 30, height: 200))
      // 0.0351 · 20 of 200 rows are 140.4.
      shaded.add(angle: 46, eye: 90)
      #expect(shaded.rect(in: frame) == Rect(x: 10, y: 20, width: 30, height: 343))
      var late = ShadedHalves()
      late.add(angle: 120, eye: 90)
      #expect(late.rect(in: frame) == Rect(x: 10, y: 220, width: 30, height: 200))
      #expect(late.union(shaded).rect(in: frame) == frame)
      // From far above, the flap is seen below the hinge before it has fallen; from far below, above it after.
      var (above, below) = (ShadedHalves(), ShadedHalves())
      above.add(angle: 20, eye: 15)
      #expect(above.rect(in: frame) == frame)
      below.add(angle: 120, eye: 150)
      #expect(below.rect(in: frame) == frame)
    }
  }
}
