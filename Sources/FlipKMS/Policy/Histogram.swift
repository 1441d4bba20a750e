/// Counts of durations in buckets that widen with them: within 1/32 of the true value at any size, in memory
/// that never grows.
///
/// Durations are nanoseconds of either sign, of up to 2^47 (39 hours); what is beyond counts as that.
public struct Histogram: Sendable {
  private static let stepsAnOctave = 32
  private static let octaves = 43
  private static let half = stepsAnOctave * (octaves + 1)
  /// Negative durations lie below the middle, nearest to it the smallest.
  private var counts = [UInt32](repeating: 0, count: 2 * half)

  public private(set) var count = 0
  /// The least and the greatest, exactly; 0 while nothing was counted.
  public private(set) var minimum: Int64 = 0
  public private(set) var maximum: Int64 = 0

  public init() {}

  /// Counts one. Allocates nothing.
  public mutating func add(_ duration: Int64) {
    minimum = count == 0 ? duration : min(minimum, duration)
    maximum = count == 0 ? duration : max(maximum, duration)
    count += 1
    let place = Self.bucket(duration.magnitude)
    let index = duration < 0 ? Self.half - 1 - place : Self.half + place
    if counts[index] < .max { counts[index] += 1 }
  }

  /// The duration that `percent` of all are at most; nil while nothing was counted. The nearest rank.
  public func percentile(_ percent: Int) -> Int64? {
    guard count > 0 else { return nil }
    let total = counts.reduce(0) { $0 + Int($1) }
    let rank = max(1, (total * min(max(percent, 0), 100) + 99) / 100)
    var seen = 0
    for (index, number) in counts.enumerated() {
      seen += Int(number)
      guard seen >= rank else { continue }
      let value =
        index < Self.half ? -Self.middle(Self.half - 1 - index) : Self.middle(index - Self.half)
      return min(max(value, minimum), maximum)
    }
    return maximum
  }

  /// Below 32 a bucket for each value; above, 32 for each power of two.
  private static func bucket(_ magnitude: UInt64) -> Int {
    let steps = UInt64(stepsAnOctave)
    guard magnitude >= steps else { return Int(magnitude) }
    let octave = min(63 - magnitude.leadingZeroBitCount - 4, octaves)
    let place = min(magnitude >> UInt64(octave - 1), 2 * steps - 1) - steps
    return octave * stepsAnOctave + Int(place)
  }

  /// The value in the middle of a bucket.
  private static func middle(_ bucket: Int) -> Int64 {
    guard bucket >= stepsAnOctave else { return Int64(bucket) }
    let (octave, place) = (bucket / stepsAnOctave, bucket % stepsAnOctave)
    let low = Int64(stepsAnOctave + place) << Int64(octave - 1)
    return low + (Int64(1) << Int64(octave - 1)) / 2
  }
}
