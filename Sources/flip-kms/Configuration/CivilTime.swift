/// A point in time as ISO 8601 writes it, before it is known which zone it is in: the date and time of
/// day as given, and the offset where one was.
struct CivilTime: Hashable, Sendable {
  var year: Int
  var month: Int
  var day: Int
  var hour: Int
  var minute: Int
  var second: Int
  var nanosecond: Int
  /// Seconds east of Greenwich; nil is local to the zone of the settings.
  var offset: Int?

  /// Reads `2026-12-31T23:59:59.75`, with `Z`, `+05:30`, `+0530` or `+05` behind it or nothing.
  ///
  /// A date alone is its first moment; seconds and their fraction (up to nine digits) may be missing; a
  /// space may stand for the `T`. Years 1678 to 2261, the whole years that an `Instant` reaches. No such
  /// day, or a second 60, gives nil.
  init?(_ text: String) {
    guard text.utf8.count <= 40 else { return nil }
    var scan = Scanner(text)
    guard let year = scan.digits(4), scan.take("-"), let month = scan.digits(2), scan.take("-"),
      let day = scan.digits(2), (1678...2261).contains(year), (1...12).contains(month),
      (1...daysInMonth(year, month)).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
    (hour, minute, second, nanosecond) = (0, 0, 0, 0)
    if scan.isAtEnd { return }

    guard scan.take("T") || scan.take("t") || scan.take(" "), let hour = scan.digits(2), scan.take(":"),
      let minute = scan.digits(2), hour < 24, minute < 60
    else { return nil }
    (self.hour, self.minute) = (hour, minute)
    if scan.take(":") {
      guard let second = scan.digits(2), second < 60 else { return nil }
      self.second = second
      if scan.take(".") || scan.take(",") {
        guard let fraction = scan.fraction() else { return nil }
        nanosecond = fraction
      }
    }
    if scan.isAtEnd { return }

    if scan.take("Z") || scan.take("z") {
      offset = 0
    } else {
      let east = scan.take("+")
      guard east || scan.take("-"), let hours = scan.digits(2), hours < 24 else { return nil }
      var minutes = 0
      if !scan.isAtEnd {
        _ = scan.take(":")
        guard let given = scan.digits(2), given < 60 else { return nil }
        minutes = given
      }
      offset = (hours * 3600 + minutes * 60) * (east ? 1 : -1)
    }
    guard scan.isAtEnd else { return nil }
  }

  /// The way `init` reads, in its fullest form.
  var text: String {
    var text = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    text += "T\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))"
    if nanosecond != 0 {
      var fraction = padded(nanosecond, 9)
      while fraction.hasSuffix("0") { fraction.removeLast() }
      text += "." + fraction
    }
    switch offset {
    case nil: break
    case 0?: text += "Z"
    case let offset?:
      let minutes = abs(offset) / 60
      text += (offset < 0 ? "-" : "+") + padded(minutes / 60, 2) + ":" + padded(minutes % 60, 2)
    }
    return text
  }

  /// Seconds since 1970-01-01T00:00:00 that this date and time would be in UTC, offset left aside.
  var secondsAsUTC: Int {
    // Days from the civil calendar, counted from a March so that leap days end a year.
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    return days * 86_400 + hour * 3600 + minute * 60 + second
  }
}

/// A number with zeros before it.
func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

private func daysInMonth(_ year: Int, _ month: Int) -> Int {
  switch month {
  case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
  case 4, 6, 9, 11: 30
  default: 31
  }
}
