/// A point in time: nanoseconds since 1970-01-01T00:00:00Z, leap seconds not counted, as
/// CLOCK_REALTIME gives it.
///
/// Range: the years 1678 to 2262, the reach of a signed 64-bit count of nanoseconds.
public struct Instant: Hashable, Comparable, Sendable {
  public var nanoseconds: Int64

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  public static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }
}
