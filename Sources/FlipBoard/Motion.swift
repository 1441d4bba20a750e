/// How a flap turns from rest to rest.
public enum Motion: String, Hashable, Sendable, CaseIterable {
  /// At constant angular speed.
  case linear
  /// Under gravity, with a small bounce that ends inside the duration; docs/motion.md derives it.
  case fall

  /// Degrees about the hinge at that part of the flap's duration, 0 to 1; 0 is upright, 180 down.
  public func angle(fraction: Double) -> Double {
    if fraction <= 0 { return 0 }
    if fraction >= 1 { return 180 }
    switch self {
    case .linear: return 180 * fraction
    case .fall: return FallCurve.shared.angle(fraction: fraction)
    }
  }
}

/// Which flaps pass on the way to a new face.
public enum Travel: String, Hashable, Sendable, CaseIterable {
  /// One flap, from the old face to the new.
  case direct
  /// Every face of the drum in between, forward only.
  case drum
}

/// The times of a board's motion, in nanoseconds.
struct Timing: Hashable, Sendable {
  var motion: Motion
  var travel: Travel
  /// From one flap's rest to its rest.
  var duration: Int64
  /// From one flap's start to the next one's on the same module.
  var cadence: Int64
  /// From one column's start to the next column's.
  var stagger: Int64
}
