extension BenchReport {
  /// Each frame's own figures, in their order: times in microseconds and counts, of the program, of the floor and
  /// of the replay.
  static func samples(of result: BenchResult) -> JSON {
    func times(_ samples: [BenchResult.Sample], _ stages: [BenchResult.Stage]) -> JSON {
      .object(stages.map { stage in (stage.rawValue, .list(samples.map { time($0[stage]) })) })
    }
    func rung(_ rung: BenchResult.Rung?) -> JSON {
      rung.map { times($0.samples, result.stages.filter(BenchResult.Rung.stages.contains)) } ?? .null
    }
    return .object([
      ("times", times(result.samples, result.stages)),
      (
        "counts",
        .object(
          counts.map { name, count in (name, .list(result.counts.map { .number($0[keyPath: count]) })) })
      ),
      ("floor", rung(result.floor)), ("replay", rung(result.replay)),
    ])
  }
}
