/// A time zone as a plain value: its offsets from UTC, and when each began.
///
/// Read from the system's own zone files (tzfile(5), RFC 8536) instead of through C's `TZ`, which is one
/// for the whole process: so a board's picture depends on nothing but its configuration and the instant,
/// and the exact second of the next change of offset is known.
public struct Zone: Hashable, Sendable {
  /// What a zone's clocks show for a while.
  struct Period: Hashable, Sendable {
    /// Seconds east of UTC.
    var offset: Int64
    var isDaylight: Bool
    /// Such as `CET`; strftime's `%Z`.
    var abbreviation: String
  }

  /// The name it was asked for by; empty for the system's own zone.
  public internal(set) var name: String
  /// Seconds since 1970 at which a period begins, ascending.
  var transitions: [Int64]
  /// For each transition the index of the period that it begins.
  var periodOfTransition: [Int]
  /// All periods; the first holds before the first transition.
  var periods: [Period]
  /// What holds after the last transition, for ever.
  var rule: ZoneRule?

  /// Coordinated universal time; needs no file.
  public static let utc = Zone(
    name: "UTC", transitions: [], periodOfTransition: [],
    periods: [Period(offset: 0, isDaylight: false, abbreviation: "UTC")], rule: nil)

  /// What holds at that second since 1970.
  func period(at seconds: Int64) -> Period {
    if let last = transitions.last {
      if seconds < last {
        let index = firstTransition(after: seconds)
        return index == 0 ? periods[0] : periods[periodOfTransition[index - 1]]
      }
      if let rule { return rule.period(at: seconds) }
      return periods[periodOfTransition[transitions.count - 1]]
    }
    return rule?.period(at: seconds) ?? periods[0]
  }

  /// The first second after the given one at which another period begins.
  func nextTransition(after seconds: Int64) -> Int64? {
    let index = firstTransition(after: seconds)
    if index < transitions.count { return transitions[index] }
    return rule?.nextTransition(after: seconds)
  }

  /// The last second up to the given one at which a period began.
  func lastTransition(upTo seconds: Int64) -> Int64? {
    let index = firstTransition(after: seconds)
    let listed = index > 0 ? transitions[index - 1] : nil
    guard index == transitions.count, let ruled = rule?.lastTransition(upTo: seconds) else { return listed }
    guard let listed else { return ruled }
    return max(listed, ruled)
  }

  /// The second since 1970 at which this zone's clocks show that civil time. One that occurs twice is
  /// the first; one that is skipped is read with the offset from before.
  func seconds(local: Int64) -> Int64 {
    // The offsets in force a day to either side are the only ones that can matter.
    let before = local - period(at: local - 86400).offset
    if before + period(at: before).offset == local { return before }
    let after = local - period(at: local + 86400).offset
    if after + period(at: after).offset == local { return after }
    return before
  }

  /// Every name that `%Z` can yield from that second since 1970 on.
  func abbreviations(from seconds: Int64) -> [String] {
    var all: Set = [period(at: seconds).abbreviation]
    for index in firstTransition(after: seconds)..<transitions.count {
      all.insert(periods[periodOfTransition[index]].abbreviation)
    }
    if let rule {
      all.insert(rule.standard.abbreviation)
      if let daylight = rule.daylight { all.insert(daylight.period.abbreviation) }
    }
    return all.sorted()
  }

  /// Index of the first listed transition after that second.
  private func firstTransition(after seconds: Int64) -> Int {
    var low = 0
    var high = transitions.count
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
