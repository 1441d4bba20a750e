/// What of a module's halves its flaps in the air change while they turn, beside where the flaps themselves are:
/// what they shade (docs/shading.md), and what they hide, which isn't drawn.
public struct ShadedHalves: Hashable, Sendable {
  /// Whether it is all of the upper half.
  public private(set) var upper = false
  /// How much of the lower half, from the hinge on, 0 to 1.
  public private(set) var lower = 0.0

  /// Nothing of them.
  public init() {}

  /// Adds what a flap at an angle shades, in degrees.
  ///
  /// - Parameter eye: the angle about the hinge at which the viewer's eye stands: up to there the flap is seen
  ///   above the hinge, from there on below.
  public mutating func add(angle: Double, eye: Double) {
    if angle <= 0 || angle >= 180 { return }
    upper = upper || angle < max(90, eye + ShadedHalves.eyeSlack)
    lower = max(lower, angle > eye - ShadedHalves.eyeSlack ? 1 : ShadedHalves.reach(angle))
  }

  /// In degrees: what the side that is seen goes by may be rounded otherwise.
  private static let eyeSlack = 0.5

  /// How far below the hinge the shadow of a flap's free edge is seen: sin a · tan 50° − cos a +
  /// (0.15 + 1.1 sin a) / 2, which begins at 27.7° and is 1 at 57.3°. That is bent; this is a straight line
  /// above it.
  private static func reach(_ angle: Double) -> Double { min(1, max(0, 0.0351 * (angle - 26))) }

  /// Those of either.
  public func union(_ other: ShadedHalves) -> ShadedHalves {
    var both = self
    both.upper = upper || other.upper
    both.lower = max(lower, other.lower)
    return both
  }

  /// What they are of a module's frame, with two rows more for what is rounded; nil for none.
  public func rect(in frame: Rect) -> Rect? {
    if !upper && lower <= 0 { return nil }
    let half = frame.height / 2
    let below = lower <= 0 ? 0 : min(half, Int((Double(half) * lower).rounded(.up)) + 2)
    let top = upper ? frame.y : frame.y + half
    return Rect(x: frame.x, y: top, width: frame.width, height: frame.y + half + below - top)
  }
}
