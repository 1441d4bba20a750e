internal import Glibc

/// A date and time of day as people write them, in no zone of its own. Gregorian throughout, as glibc
/// counts.
struct CivilTime: Hashable {
  var year: Int64
  /// 1 to 12.
  var month: Int64
  /// 1 to 31.
  var day: Int64
  var hour: Int64 = 0
  var minute: Int64 = 0
  var second: Int64 = 0

  init(year: Int64, month: Int64, day: Int64, hour: Int64 = 0, minute: Int64 = 0, second: Int64 = 0) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// The civil time that many seconds after 1970-01-01T00:00:00.
  init(seconds: Int64) {
    // Counted in years that begin on 1 March, so that the leap day is the last of its year.
    let day = floorDivide(seconds, 86400)
    let rest = floorModulo(seconds, 86400)
    let shifted = day + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    self.month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    self.day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    self.year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    self.hour = rest / 3600
    self.minute = rest / 60 % 60
    self.second = rest % 60
  }

  /// Seconds since 1970-01-01T00:00:00 in the same reckoning; fields out of range carry over, but for
  /// the month.
  var seconds: Int64 {
    daysSinceEpoch * 86400 + hour * 3600 + minute * 60 + second
  }

  /// Days since 1970-01-01.
  var daysSinceEpoch: Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let era = floorDivide(marchYear, 400)
    let yearOfEra = marchYear - era * 400
    let marchMonth = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// 0 for Sunday to 6 for Saturday.
  var weekday: Int64 { floorModulo(daysSinceEpoch + 4, 7) }

  /// 1 to 31.
  static func daysInMonth(_ month: Int64, year: Int64) -> Int64 {
    switch month {
    case 2: return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: return 30
    default: return 31
    }
  }

  /// The same as C's broken-down time, for strftime; its zone is the caller's to fill in.
  var brokenDown: tm {
    var result = tm()
    result.tm_year = Int32(truncatingIfNeeded: year - 1900)
    result.tm_mon = Int32(month - 1)
    result.tm_mday = Int32(day)
    result.tm_hour = Int32(hour)
    result.tm_min = Int32(minute)
    result.tm_sec = Int32(second)
    result.tm_wday = Int32(weekday)
    result.tm_yday = Int32(daysSinceEpoch - CivilTime(year: year, month: 1, day: 1).daysSinceEpoch)
    return result
  }
}
