/// How values spread: what a benchmark tells of its frames.
struct Distribution: Equatable, Sendable {
  var minimum = 0.0
  var median = 0.0
  /// 95 and 99 of a hundred values are no greater.
  var p95 = 0.0
  var p99 = 0.0
  var maximum = 0.0
  var mean = 0.0
  /// How far the median may be off by chance: its standard error, from the median of all distances to
  /// it, which a few slow frames don't move.
  var error = 0.0

  init() {}

  /// Of values in any order; all zero where there are none.
  init(_ values: [Double]) {
    guard !values.isEmpty else { return }
    let sorted = values.sorted()
    minimum = sorted[0]
    median = Distribution.quantile(sorted, 0.5)
    p95 = Distribution.quantile(sorted, 0.95)
    p99 = Distribution.quantile(sorted, 0.99)
    maximum = sorted[sorted.count - 1]
    mean = sorted.reduce(0, +) / Double(sorted.count)
    let middle = median
    let distances = sorted.map { abs($0 - middle) }.sorted()
    // Of a normal distribution the standard deviation is 1.4826 of these, and a median's error 1.2533 of
    // a mean's.
    error = Distribution.quantile(distances, 0.5) * 1.4826 * 1.2533 / Double(sorted.count).squareRoot()
  }

  /// The value that so much of the others are below, between two of them by their distance.
  static func quantile(_ sorted: [Double], _ share: Double) -> Double {
    let place = share * Double(sorted.count - 1)
    let below = Int(place)
    let above = min(below + 1, sorted.count - 1)
    return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
  }
}
