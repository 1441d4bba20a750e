/// Keeps a feed that sends rubbish from flooding the journal: so many warnings in so much time, and then
/// a count of what was left out.
struct WarningLimit: Sendable {
  /// Warnings that may come in one go.
  static let burst = 5
  /// Seconds after which one more may come.
  static let interval = 10.0

  private var tokens = Double(WarningLimit.burst)
  private var last: Double?
  private var leftOut = 0

  /// The line to print for a warning at `now`, in seconds of any clock that only goes forward; nil where
  /// it is one too many.
  mutating func line(_ warning: String, now: Double) -> String? {
    tokens = min(Double(WarningLimit.burst), tokens + (now - (last ?? now)) / WarningLimit.interval)
    last = now
    guard tokens >= 1 else {
      leftOut += 1
      return nil
    }
    tokens -= 1
    defer { leftOut = 0 }
    return leftOut == 0 ? warning : "\(warning) (and \(leftOut) warnings before it that were left out)"
  }
}
