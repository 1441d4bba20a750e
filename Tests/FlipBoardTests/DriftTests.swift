import FlipBoard
import Testing

@Suite("Drift")
struct DriftTests {
  static let hour: Int64 = 3_600_000_000_000

  @Test(
    "It stays in its square, reaches its sides, and is closed within the hour", arguments: [1, 2, 7, 20, 200])
  func square(_ pixels: Int) {
    let drift = Drift(pixels: pixels)
    var (xs, ys): (Set<Int>, Set<Int>) = ([], [])
    var places: Set<[Int]> = []
    for second in 0..<3600 as Range<Int64> {
      let (x, y) = drift.offset(at: second * 1_000_000_000)
      xs.insert(x)
      ys.insert(y)
      places.insert([x, y])
    }
    let reach = Set(-(pixels / 2)...pixels - pixels / 2)
    #expect(xs == reach && ys == reach)
    #expect(places.count > pixels)
    for instant in [0, 1, 987_654_321_000, Self.hour - 1] as [Int64] {
      #expect(drift.offset(at: instant) == drift.offset(at: instant + Self.hour * 77))
      #expect(drift.offset(at: instant) == drift.offset(at: instant - Self.hour * 77))
    }
  }

  @Test("From change to change it goes one pixel at a time, and nowhere in between", arguments: [1, 3, 12])
  func steps(_ pixels: Int) throws {
    let drift = Drift(pixels: pixels)
    var now = -Self.hour / 2
    var changes = 0
    while now < Self.hour * 3 / 2 {
      let next = try #require(drift.nextChange(after: now))
      #expect(next > now)
      let (here, last, there) = (drift.offset(at: now), drift.offset(at: next - 1), drift.offset(at: next))
      #expect(here == last && here != there)
      #expect(abs(here.x - there.x) <= 1 && abs(here.y - there.y) <= 1)
      now = next
      changes += 1
    }
    // Two hours of three and of two strokes, up and down; the last step may lead out of them.
    #expect((2 * 3 * 2 * pixels...2 * (3 + 2) * 2 * pixels + 1).contains(changes))
  }

  @Test("No drift is no walk, and the ends of time do not trap")
  func none() {
    #expect(Drift(pixels: 0).offset(at: 12345) == (0, 0))
    #expect(Drift(pixels: 0).nextChange(after: 0) == nil)
    #expect(Drift(pixels: -3).offset(at: 12345) == (0, 0))
    for instant in [Int64.min, .max] { _ = Drift(pixels: 200).offset(at: instant) }
    #expect(Drift(pixels: 5).nextChange(after: .max) == nil)
  }

  /// A board with both settings, on a display.
  private func board(_ size: Size, inset: Int, drift: Int) throws -> Board {
    try makeBoard(size) {
      $0.format = "{%H}:{%M}:{%S}\n%A"
      $0.inset = inset
      $0.drift = drift
    }
  }

  @Test(
    "All of the picture walks as one, and never leaves what the inset and the margin leave it",
    arguments: [(0, 1), (0, 8), (24, 0), (24, 9), (101, 40)])
  func picture(_ inset: Int, _ pixels: Int) throws {
    let size = Size(width: 800, height: 480)
    let board = try board(size, inset: inset, drift: pixels)
    let margin = inset + Int((Double(480 - 2 * inset - pixels) * 0.09).rounded())
    let space = Rect(x: margin, y: margin, width: 800 - 2 * margin, height: 480 - 2 * margin)
    var middle: Scene?
    for second in stride(from: 0, to: 3600, by: 37) as StrideTo<Int64> {
      let scene = board.scene(at: Instant(nanoseconds: second * 1_000_000_000))
      for frame in scene.modules.map(\.frame) + scene.separators.map(\.frame) {
        #expect(space.contains(frame))
      }
      // All places less the offset of the instant are the same.
      let (x, y) = Drift(pixels: pixels).offset(at: second * 1_000_000_000)
      let places = scene.modules.map { Rect(x: $0.frame.x - x, y: $0.frame.y - y, width: 0, height: 0) }
      let first = middle ?? scene
      if middle == nil { middle = scene }
      let (x0, y0) = Drift(pixels: pixels).offset(at: 0)
      #expect(
        places == first.modules.map { Rect(x: $0.frame.x - x0, y: $0.frame.y - y0, width: 0, height: 0) })
    }
  }

  @Test("With neither of them nothing is other than it was; an inset is a smaller display's picture")
  func inset() throws {
    let noon = at("2026-01-01T12:00:00.3Z")
    let small = try board(Size(width: 700, height: 380), inset: 0, drift: 0).scene(at: noon)
    let inside = try board(Size(width: 800, height: 480), inset: 50, drift: 0).scene(at: noon)
    #expect(inside.size == Size(width: 800, height: 480))
    #expect(
      small.modules.map {
        Rect(x: $0.frame.x + 50, y: $0.frame.y + 50, width: $0.frame.width, height: $0.frame.height)
      }
        == inside.modules.map(\.frame))
    #expect(small.flaps == inside.flaps)
  }

  @Test("What leaves no room is told by its name", arguments: [(240, 0, "inset"), (200, 80, "drift")])
  func noRoom(_ inset: Int, _ pixels: Int, _ setting: String) {
    do throws(BoardError) {
      var configuration = BoardConfiguration()
      (configuration.inset, configuration.drift) = (inset, pixels)
      _ = try Board(configuration, size: Size(width: 800, height: 480))
      Issue.record("there is no room")
    } catch {
      #expect(error.setting == setting)
    }
  }

  @Test("An output loop shows each step when it comes, all of it damaged, and nothing in between")
  func playback() throws {
    let board = try makeBoard(Size(width: 640, height: 480)) { $0.drift = 6 }
    let playback = Playback(board)
    var now = at("2026-01-01T12:00:10Z")
    playback.advance(to: now)
    for _ in 0..<40 {
      let next = try #require(playback.nextChange)
      playback.advance(to: Instant(nanoseconds: next.nanoseconds - 1))
      #expect(playback.scene == board.scene(at: Instant(nanoseconds: next.nanoseconds - 1)))
      #expect(playback.isMoving || playback.damage.isEmpty)
      let before = Drift(pixels: 6).offset(at: next.nanoseconds - 1)
      playback.advance(to: next)
      #expect(playback.scene == board.scene(at: next))
      if Drift(pixels: 6).offset(at: next.nanoseconds) != before {
        #expect(playback.damage == [Rect(x: 0, y: 0, width: 640, height: 480)])
        #expect(playback.changed == Array(playback.scene.modules.indices))
      }
      now = next
    }
  }
}
