/// How long to wait before the next attempt: a second, then twice as long each time, up to a minute.
struct RetryDelay: Equatable, Sendable {
  static let longest = 60.0
  private var delay = 1.0

  /// Seconds to wait now.
  mutating func next() -> Double {
    defer { delay = min(RetryDelay.longest, delay * 2) }
    return delay
  }
}
