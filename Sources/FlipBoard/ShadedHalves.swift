/// Which halves of a module its flaps in the air shade: what of it changes while they turn, beside where the
/// flaps themselves are (docs/shading.md).
public struct ShadedHalves: Hashable, Sendable {
  public private(set) var upper = false
  public private(set) var lower = false

  /// At this angle, in degrees, the shadow of a flap's free edge is not yet seen below the hinge: it comes at
  /// 27.7°, where sin a · tan 50° − cos a + (0.15 + 1.1 sin a) / 2 is 0.
  public static let lowerFrom = 27.0

  /// None.
  public init() {}

  /// Adds those that a flap at an angle shades, in degrees.
  public mutating func add(angle: Double) {
    upper = upper || (angle > 0 && angle < 90)
    lower = lower || (angle > ShadedHalves.lowerFrom && angle < 180)
  }

  /// Those of either.
  public func union(_ other: ShadedHalves) -> ShadedHalves {
    var both = self
    both.upper = upper || other.upper
    both.lower = lower || other.lower
    return both
  }

  /// What they cover of a module's frame; nil for none.
  public func rect(in frame: Rect) -> Rect? {
    let half = frame.height / 2
    switch (upper, lower) {
    case (false, false): return nil
    case (true, true): return frame
    case (true, false): return Rect(x: frame.x, y: frame.y, width: frame.width, height: half)
    case (false, true): return Rect(x: frame.x, y: frame.y + half, width: frame.width, height: half)
    }
  }
}
