/// A point in time: nanoseconds since 1970-01-01T00:00:00Z, leap seconds not counted, as
/// CLOCK_REALTIME gives it.
///
/// Range: the years 1678 to 2262, the reach of a signed 64-bit count of nanoseconds. Sums past the range
/// stay at its end.
public struct Instant: Hashable, Comparable, Sendable {
  public var nanoseconds: Int64

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  public static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }

  /// The instant so much later; held at the end of the range.
  public static func + (a: Instant, b: Length) -> Instant {
    Instant(nanoseconds: saturatingAdd(a.nanoseconds, b.nanoseconds))
  }

  /// The instant so much earlier; held at the end of the range.
  public static func - (a: Instant, b: Length) -> Instant {
    Instant(nanoseconds: saturatingSubtract(a.nanoseconds, b.nanoseconds))
  }

  /// The whole second at or before this instant, since 1970.
  var seconds: Int64 { floorDivide(nanoseconds, nanosecond) }

  /// The start of that second since 1970; held at the ends of the range.
  init(seconds: Int64) { nanoseconds = saturatingMultiply(seconds, nanosecond) }
}

extension Instant: CustomStringConvertible {
  /// ISO 8601 in UTC with milliseconds, rounded down: `2026-01-01T10:00:00.250Z`.
  public var description: String {
    let civil = CivilTime(seconds: seconds)
    let milliseconds = floorModulo(nanoseconds, nanosecond) / 1_000_000
    let date = "\(padded(civil.year, 4))-\(padded(civil.month, 2))-\(padded(civil.day, 2))"
    let time = "\(padded(civil.hour, 2)):\(padded(civil.minute, 2)):\(padded(civil.second, 2))"
    return "\(date)T\(time).\(padded(milliseconds, 3))Z"
  }
}

/// Decimal digits, at least so many.
private func padded(_ number: Int64, _ digits: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}
