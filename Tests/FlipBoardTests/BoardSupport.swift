import FlipBoard
import Glibc
import Testing

/// The instant of a text in UTC; a test's own slip ends the test.
func at(_ text: String) -> Instant {
  do { return try Instant(parsing: text, zone: .utc) } catch { fatalError("\(error)") }
}

/// A board of one configuration, wide enough for most.
func makeBoard(
  _ size: Size = Size(width: 1920, height: 1080), _ change: (inout BoardConfiguration) -> Void
) throws -> Board {
  var configuration = BoardConfiguration()
  configuration.motion = .linear
  change(&configuration)
  return try Board(configuration, size: size)
}

func makeClock(_ format: String, zone: Zone = .utc) throws -> Board {
  try makeBoard {
    $0.format = format
    $0.zone = zone
  }
}

/// The faces that stand up, one a module; blank is a space.
func uppers(_ scene: Scene) -> [String] {
  scene.modules.map { $0.upper == .blank ? " " : $0.upper.text }
}

func lowers(_ scene: Scene) -> [String] {
  scene.modules.map { $0.lower == .blank ? " " : $0.lower.text }
}

/// Each flap as `old>new`, module by module.
func flips(_ scene: Scene) -> [String] {
  scene.flaps.map { "\($0.front.text)>\($0.back.text)" }
}

/// The error that something is refused with; nil, and an issue, where it is not. (Swift 6.0's
/// `#expect(throws:)` does not hand the error out.)
func refusal(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> some Any
) -> BoardError? {
  do {
    _ = try body()
    Issue.record("not refused", sourceLocation: sourceLocation)
  } catch {
    if let refused = error as? BoardError { return refused }
    Issue.record(error, sourceLocation: sourceLocation)
  }
  return nil
}

/// Rows below the hinge that the shadow of a flap's free edge reaches (docs/shading.md).
func shadow(_ angle: Double, on half: Int) -> Int {
  if angle <= 0 || angle >= 180 { return 0 }
  let a = angle * .pi / 180
  let middle: Double = sin(a) * 1.191754 - cos(a)  // the tangent of 50°
  let reach: Double = middle + (0.15 + 1.1 * sin(a)) / 2
  return min(half, max(0, Int((reach * Double(half)).rounded(.up))))
}
