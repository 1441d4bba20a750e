import FlipBoard
import FlipKMS

/// Whether the displays are on, off or darker, by the windows of the settings: plain values, which touch
/// nothing.
struct Lighting {
  private(set) var state = DisplaySchedule.State.on
  /// When the next window opens or closes, on the wall clock in nanoseconds; nil for never.
  private(set) var nextChange: Int64?

  var isOff: Bool { state == .off }

  /// 0 to 1, of what the displays give by themselves.
  var brightness: Double {
    if case .dim(let percent) = state { Double(percent) / 100 } else { 1 }
  }

  /// What holds now.
  ///
  /// - Returns: whether that is another than before.
  mutating func update(_ schedule: DisplaySchedule, zone: Zone, now: Instant) -> Bool {
    let before = state
    let (weekday, second) = zone.day(at: now)
    state = schedule.state(weekday: weekday, second: second)
    nextChange = schedule.nextChange(weekday: weekday, second: second).map { change in
      let then = zone.instant(second: change.second, daysAhead: change.daysAhead, after: now)
      // Where the clocks are set back the time may have been once already: then look again in a minute.
      return max(then.nanoseconds, now.nanoseconds + 1_000_000)
    }
    return state != before
  }
}
