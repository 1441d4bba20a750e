import FlipBoard
@testable import FlipGL
import Glibc
import Testing

extension GL {
  /// What a damaged picture is repaired with: little more than what changed, in few draws.
  @Suite struct Repairs {
    /// Modules of 1080p, a gap and a separator between them.
    static let size = Size(width: 1920, height: 1080)
    static let frames = [
      Rect(x: 100, y: 210, width: 764, height: 660), Rect(x: 1056, y: 210, width: 764, height: 660),
    ]

    static func clock(angle: Double) -> Scene {
      Scene(
        at: Instant(nanoseconds: 0), size: size, text: "",
        modules: [
          .init(frame: frames[0], upper: Face("a"), lower: Face("a"), flaps: 0..<0),
          .init(frame: frames[1], upper: Face("b"), lower: Face("a"), flaps: 0..<1),
        ], flaps: [.init(front: Face("a"), back: Face("b"), angle: angle)],
        separators: [.init(frame: Rect(x: 912, y: 390, width: 96, height: 300), face: Face("c"))])
    }

    /// How far beside the card's left and right a flap is seen in a row, by the house's formula: a point at r
    /// from the hinge stands at r cos a above it and r sin a toward the viewer, three heights away.
    static func overhang(_ angle: Double, row y: Double, _ frame: Rect) -> Double {
      let (h, a) = (Double(frame.height), angle * .pi / 180)
      let up = Double(frame.y) + h / 2 - y
      // up = r cos a / (1 - r sin a / 3h), solved for r.
      let r = up / (cos(a) + up * sin(a) / (3 * h))
      guard r > 0, r < h / 2 else { return 0 }
      return Double(frame.width) / 2 * (1 / (1 - r * sin(a) / (3 * h)) - 1)
    }

    /// A frame of a flip at 60 a second: at most 1.1 times the pixels of the card and of what is seen of the
    /// flap beside it, in the frame before or now.
    @Test(arguments: [3.0, 20, 33, 45, 60, 75, 88, 95, 110, 135, 150, 170])
    func noMoreThanWhatChanged(angle: Double) throws {
      let look = SameToTheBit.look(.module, shading: true)
      let bench = try Bench(Self.size, look: look, faces: Patterns.plain)
      let before = angle - 6
      if before > 0 { _ = try bench.draw(Self.clock(angle: before)) }
      let frame = Self.frames[1]
      var damage = Damage(display: Self.size)
      let geometry = FlapGeometry(frame: frame, display: Self.size, look: look)
      damage.add(
        geometry.bounds(angle: angle, display: Self.size).union(
          geometry.bounds(angle: max(before, 0), display: Self.size)))
      damage.add(frame)
      _ = try bench.draw(Self.clock(angle: angle), changed: before > 0 ? [1] : nil, damage: damage.rects)

      var changed = Double(frame.area)
      for row in 0..<Self.size.height {
        let y = Double(row) + 0.5
        changed += 2 * max(Self.overhang(angle, row: y, frame), Self.overhang(before, row: y, frame))
      }
      let statistics = bench.renderer.statistics
      #expect(Double(statistics.pixelsTouched) <= 1.1 * changed)
      #expect(statistics.draws <= statistics.pages + 2)
    }

    /// Twelve modules here and there among 132, each damaged apart.
    @Test(arguments: [Context.Version.two, .three])
    func scatteredDamageIsNoMoreDraws(version: Context.Version) throws {
      let look = SameToTheBit.look(.module, shading: true)
      let size = Size(width: 660, height: 240)
      var board = RandomBoard(size, columns: 22, rows: 6, look: look, seed: 11)
      let bench = try Bench(size, look: look, faces: AgainstRays.faces, version: version)
      _ = try bench.draw(board.scene)
      for step in 0..<6 {
        board.step()
        let repaired = try bench.draw(board.scene, changed: board.changed, damage: board.damage)
        let statistics = bench.renderer.statistics
        #expect(statistics.draws <= statistics.pages + 2, "step \(step)")
        #expect(try repaired == bench.draw(board.scene), "step \(step)")
      }
    }

    @Test func backgroundAndCardsAreAllOfTheDisplay() {
      var numbers = Numbers(state: 9)
      let display = Size(width: 90, height: 70)
      for _ in 0..<30 {
        // One frame at most in each cell of a grid, some of them beyond the display's edge.
        var frames: [Rect] = []
        for column in 0..<4 {
          for row in 0..<3 where Bool.random(using: &numbers) {
            frames.append(
              Rect(
                x: column * 24 + Int.random(in: 0..<4, using: &numbers),
                y: row * 25 + Int.random(in: 0..<4, using: &numbers),
                width: Int.random(in: 1...20, using: &numbers),
                height: Int.random(in: 1...21, using: &numbers)))
          }
        }
        var times = [Int](repeating: 0, count: display.area)
        for rect in frames + Backdrop.pieces(around: frames, display: display) {
          for y in rect.y..<min(rect.y + rect.height, display.height) {
            for x in rect.x..<min(rect.x + rect.width, display.width) { times[y * display.width + x] += 1 }
          }
        }
        #expect(times.allSatisfy { $0 == 1 })
      }
    }

    /// No card, no hinge, no light: a separator is its colour on the background.
    @Test func separatorsArePlain() throws {
      let size = Size(width: 20, height: 20)
      var look = Look.flat
      look.shading = true
      let frame = Rect(x: 6, y: 4, width: 8, height: 12)
      let scene = Scene(
        at: Instant(nanoseconds: 0), size: size, text: "", modules: [], flaps: [],
        separators: [.init(frame: frame, face: Face(":"))])
      let faces = Patterns.coverage { _, _, _, _ in 255 }
      let picture = try Bench(size, look: look, faces: faces).draw(scene)
      for y in 0..<20 {
        for x in 0..<20 {
          let inside = (6..<14).contains(x) && (4..<16).contains(y)
          let color = inside ? look.separator : look.background
          #expect(picture[x, y] == [Int(color.red), Int(color.green), Int(color.blue), 255])
        }
      }
    }
  }
}
