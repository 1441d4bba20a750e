/// What `--stats` prints at the end: how many frames, how well they kept time, what they cost.
struct Statistics {
  private(set) var frames = 0
  private(set) var missed = 0
  /// Presented minus target, µs, of the last frames: a ring, so that a long run keeps its memory.
  private var deviations: [Int32] = []
  private var place = 0
  private var drawTotal: Int64 = 0
  private var drawWorst: Int64 = 0

  private static let room = 16_384

  init() { deviations.reserveCapacity(Statistics.room) }

  /// A frame came up.
  ///
  /// - Parameters:
  ///   - late: nanoseconds after the instant that it was drawn for; negative where before it.
  ///   - period: nanoseconds between two vblanks, nil where there are none.
  mutating func presented(late: Int64, period: Int64?) {
    frames += 1
    if let period, late > period / 2 { missed += Int((late + period / 2) / period) }
    let value = Int32(clamping: late / 1000)
    if deviations.count < Statistics.room {
      deviations.append(value)
    } else {
      deviations[place] = value
      place = (place + 1) % Statistics.room
    }
  }

  /// A frame was drawn in so many nanoseconds.
  mutating func drawn(_ duration: Int64) {
    drawTotal += duration
    drawWorst = max(drawWorst, duration)
  }

  func json(wakeups: Int) -> JSON {
    let sorted = deviations.sorted()
    func rank(_ share: Double) -> JSON {
      guard !sorted.isEmpty else { return .null }
      return .number(Int(sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]))
    }
    return .object([
      ("frames", .number(frames)), ("missed", .number(missed)),
      (
        "presentedMinusTargetMicroseconds",
        .object([("median", rank(0.5)), ("p99", rank(0.99)), ("maximum", rank(1))])
      ),
      (
        "drawMicroseconds",
        .object([
          ("mean", frames > 0 ? .number(Int(drawTotal / Int64(frames) / 1000)) : .null),
          ("maximum", .number(Int(drawWorst / 1000))),
        ])
      ),
      ("wakeups", .number(wakeups)),
    ])
  }
}
