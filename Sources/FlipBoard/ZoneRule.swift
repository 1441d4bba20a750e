/// A zone's rule for ever, as POSIX writes it: `CET-1CEST,M3.5.0,M10.5.0/3` (tzset(3), RFC 8536 §3.3).
struct ZoneRule: Hashable, Sendable {
  /// A day of each year, and the second of that day, by the clock that is in force before it.
  struct Day: Hashable, Sendable {
    enum Pattern: Hashable, Sendable {
      /// Day 1 to 365; 29 February is never counted.
      case julian(Int64)
      /// Day 0 to 365; 29 February is counted.
      case dayOfYear(Int64)
      /// Month, week 1 to 5 (5 is the last) and weekday 0 to 6.
      case weekday(month: Int64, week: Int64, day: Int64)
    }
    var pattern: Pattern
    var seconds: Int64

    /// Seconds since 1970 in local reckoning.
    func local(year: Int64) -> Int64 {
      let first = CivilTime(year: year, month: 1, day: 1).daysSinceEpoch
      let day: Int64
      switch pattern {
      case .julian(let number):
        let leap = CivilTime.daysInMonth(2, year: year) == 29 && number >= 60
        day = first + number - (leap ? 0 : 1)
      case .dayOfYear(let number):
        day = first + number
      case .weekday(let month, let week, let weekday):
        let start = CivilTime(year: year, month: month, day: 1)
        var number = 1 + floorModulo(weekday - start.weekday, 7) + (week - 1) * 7
        if number > CivilTime.daysInMonth(month, year: year) { number -= 7 }
        day = start.daysSinceEpoch + number - 1
      }
      return day * 86400 + seconds
    }
  }

  /// Summer time: what it is, and when it begins and ends.
  struct Daylight: Hashable, Sendable {
    var period: Zone.Period
    var begins: Day
    var ends: Day
  }

  var standard: Zone.Period
  var daylight: Daylight?

  func period(at seconds: Int64) -> Zone.Period {
    guard let daylight else { return standard }
    var last = Int64.min
    var isDaylight = false
    forEachTransition(around: seconds, daylight) { instant, begins in
      // Where an end and the next beginning fall on one second, summer time never stops.
      if instant <= seconds, instant > last || (instant == last && begins) {
        last = instant
        isDaylight = begins
      }
    }
    return isDaylight ? daylight.period : standard
  }

  func nextTransition(after seconds: Int64) -> Int64? {
    guard let daylight else { return nil }
    var next: Int64?
    forEachTransition(around: seconds, daylight) { instant, _ in
      if instant > seconds, instant < next ?? .max { next = instant }
    }
    return next
  }

  func lastTransition(upTo seconds: Int64) -> Int64? {
    guard let daylight else { return nil }
    var last: Int64?
    forEachTransition(around: seconds, daylight) { instant, _ in
      if instant <= seconds, instant > last ?? .min { last = instant }
    }
    return last
  }

  private func forEachTransition(
    around seconds: Int64, _ daylight: Daylight, _ body: (_ instant: Int64, _ begins: Bool) -> Void
  ) {
    let year = CivilTime(seconds: seconds).year
    for year in (year - 1)...(year + 1) {
      body(daylight.begins.local(year: year) - standard.offset, true)
      body(daylight.ends.local(year: year) - daylight.period.offset, false)
    }
  }
}
