/// Waits until a hotplug has settled: plugging in one cable tells itself several times, and a monitor that
/// wakes up comes and goes.
///
/// Instants are CLOCK_MONOTONIC, in nanoseconds.
public struct HotplugDebounce: Hashable, Sendable {
  private enum State: Hashable {
    /// Nothing has been told.
    case quiet
    /// Something was told, first and last at these instants; it may go on.
    case settling(first: Int64, last: Int64)
  }

  /// How long it must be quiet.
  public let quiet: Int64
  /// How long at most to wait for that, with a cable that never settles.
  public let longest: Int64
  private var state = State.quiet

  /// - Parameters: in nanoseconds; 200 ms of quiet, a second at most.
  public init(quiet: Int64 = 200_000_000, longest: Int64 = 1_000_000_000) {
    self.quiet = max(quiet, 0)
    self.longest = max(longest, self.quiet)
  }

  /// When to scan; nil while there is nothing to scan for.
  public var deadline: Int64? {
    switch state {
    case .quiet: nil
    case .settling(let first, let last): min(last + quiet, first + longest)
    }
  }

  /// Something was told.
  public mutating func told(at now: Int64) {
    switch state {
    case .quiet: state = .settling(first: now, last: now)
    case .settling(let first, let last): state = .settling(first: first, last: max(last, now))
    }
  }

  /// Whether to scan now; once for all that was told.
  public mutating func isDue(at now: Int64) -> Bool {
    guard let deadline, now >= deadline else { return false }
    state = .quiet
    return true
  }
}
