extension Zone {
  /// Which day and time of day the zone's clocks show.
  ///
  /// - Returns: the weekday, 0 for Sunday to 6 for Saturday, and the second of the day, 0 to 86399.
  public func day(at instant: Instant) -> (weekday: Int, second: Int) {
    let local = civil(instant)
    return (Int(local.weekday), Int(floorModulo(local.seconds, 86400)))
  }

  /// When the clocks show a time of day, that many days after the day they show at `instant`.
  ///
  /// A time that occurs twice is the first; one that a change of the clocks skips is where it would be.
  ///
  /// - Parameters:
  ///   - second: of the day, 0 to 86399.
  ///   - daysAhead: 0 for the same day.
  public func instant(second: Int, daysAhead: Int, after instant: Instant) -> Instant {
    let midnight = civil(instant).daysSinceEpoch * 86400
    let local = midnight + Int64(daysAhead) * 86400 + Int64(second)
    return Instant(nanoseconds: seconds(local: local) * 1_000_000_000)
  }

  private func civil(_ instant: Instant) -> CivilTime {
    let seconds = floorDivide(instant.nanoseconds, 1_000_000_000)
    return CivilTime(seconds: seconds + period(at: seconds).offset)
  }
}
