import FlipKMS

/// When the next frame will be seen, from those before it: a plain value, without a clock of its own.
/// All times in nanoseconds of the monotonic clock.
struct FrameTimer {
  /// From one vblank to the next by the mode's timings, nil where unknown.
  let period: Int64?
  private var last: Int64 = 0
  private var cost: Int64 = 4_000_000
  private let margin: Int64 = 1_500_000

  init(period: Int64?) { self.period = period }

  /// What a frame takes from the start of drawing to its commit, with a margin.
  var lead: Int64 { cost + margin }

  /// How long a flip's event may take.
  var patience: Int64 { max(5 * (period ?? 0), 1_000_000_000) }

  mutating func drew(_ duration: Int64) {
    // Fast up, slow down: a late frame is seen, an early one only waits.
    cost = duration > cost ? min(duration, 100_000_000) : cost - (cost - duration) / 16
  }

  mutating func flipped(_ event: DisplayEvent, now: Int64) -> Int64 {
    let time = event.time > 0 && abs(event.time - now) < 1_000_000_000 ? event.time : now
    last = time
    return time
  }

  func presentation(now: Int64, change: Int64?) -> Int64 {
    let earliest = now + lead
    guard let period, last > 0, now - last < 1_000_000_000 else {
      return max(earliest, change.map { $0 <= earliest + lead ? $0 : earliest } ?? earliest)
    }
    let from = max(earliest, change.map { $0 <= earliest + period ? $0 : earliest } ?? earliest)
    return last + ((from - last + period - 1) / period) * period
  }

  func wakeup(now: Int64) -> Int64 {
    guard let period, last > 0 else { return now }
    let earliest = now + lead
    let vblank = last + max(1, (earliest - last + period - 1) / period) * period
    return max(now, vblank - lead)
  }
}
