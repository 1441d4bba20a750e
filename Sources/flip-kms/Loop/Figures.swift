import FlipKMS

extension FrameFigures {
  /// What `--stats` prints at the end, in microseconds.
  var json: JSON {
    func microseconds(_ time: Int64?) -> JSON { time.map { .number(Int($0 / 1000)) } ?? .null }
    func spread(_ histogram: Histogram) -> JSON {
      .object([
        ("median", microseconds(histogram.percentile(50))), ("p99", microseconds(histogram.percentile(99))),
        ("max", microseconds(histogram.count == 0 ? nil : histogram.maximum)),
      ])
    }
    return .object([
      ("frames", .number(frames)), ("missedVblanks", .number(missedVBlanks)),
      ("presentedMinusTargetUs", spread(lateness)), ("drawTimeUs", spread(drawing)),
      ("wakeups", .number(wakeups)),
    ])
  }
}
