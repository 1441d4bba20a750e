/// Keeps a feed that sends rubbish from flooding the journal: so many warnings in one go, then one in so
/// much time, with a count of what was left out.
struct WarningLimit: Sendable {
  /// Warnings that may come in one go.
  static let burst: Int64 = 5
  /// Nanoseconds after which one more may come.
  static let interval: Int64 = 10_000_000_000

  /// Saved up, in nanoseconds; a warning costs an interval.
  private var credit = WarningLimit.burst * WarningLimit.interval
  private var last: Int64?
  private var leftOut = 0

  /// The line to print for a warning at `now`, in nanoseconds of a clock that only goes forward; nil
  /// where it is one too many.
  mutating func line(_ warning: String, now: Int64) -> String? {
    credit = min(WarningLimit.burst * WarningLimit.interval, credit + (now - (last ?? now)))
    last = now
    guard credit >= WarningLimit.interval else {
      leftOut += 1
      return nil
    }
    credit -= WarningLimit.interval
    defer { leftOut = 0 }
    return leftOut == 0 ? warning : "\(warning) (and \(leftOut) warnings before it that were left out)"
  }
}
