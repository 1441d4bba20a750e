import FlipGL

extension BenchReport {
  /// The form of the JSON; it is counted up where a member changes its meaning or goes.
  static let schema = 1

  /// docs/benchmarks.md describes it. Times are microseconds with a digit behind the point.
  var json: JSON {
    .object([
      ("schema", .number(BenchReport.schema)),
      ("program", .text(programVersion)),
      (
        "driver",
        .object([
          ("renderer", .text(driver.renderer)), ("vendor", .text(driver.vendor)),
          ("version", .text(driver.version)), ("platform", .text(driver.platform)),
          ("textureLimit", .number(driver.textureLimit)), ("targetLimit", .number(driver.targetLimit)),
        ])
      ),
      ("settings", .object(settings.map { ($0.key, .text($0.text)) })),
      ("complete", .bool(isComplete)),
      ("contextTime", BenchReport.time(contextTime)),
      ("memory", .object([("atContext", .number(memoryAtContext)), ("peak", .number(memoryPeak))])),
      ("start", start.map(BenchReport.json) ?? .null),
      ("cases", .list(results.map(json))),
    ])
  }

  private static func json(_ start: BenchStart) -> JSON {
    .object(
      BenchStart.parts.map { name, part in
        (
          name,
          .object(
            BenchStart.Subject.allCases.map { ($0.rawValue, json(start.distribution($0, part))) }
              + [("ratio", json(start.ratio(part)))])
        )
      })
  }

  private func json(_ result: BenchResult) -> JSON {
    typealias Own = BenchReport
    var fields: [(String, JSON)] = [
      ("name", .text(result.name)),
      ("width", .number(result.size.width)),
      ("height", .number(result.size.height)),
      ("modules", .number(result.modules)),
      ("frames", .number(result.samples.count)),
      ("framesPerSecond", Own.time(result.framesPerSecond)),
      ("firstFrame", Own.time(result.firstFrame)),
      ("textureBytes", .number(result.textureBytes)),
      ("pages", .number(result.pages)),
      ("times", .object(result.stages.map { ($0.rawValue, Own.json(result.distribution($0))) })),
      ("counts", .object(Own.counts.map { ($0.0, Own.json(result.distribution($0.1))) })),
    ]
    fields.append(("floor", Own.json(result, \.floor)))
    fields.append(("replay", Own.json(result, \.replay)))
    fields.append(("minute", result.minute.map(Own.json) ?? .null))
    if hasSamples { fields.append(("samples", Own.samples(of: result))) }
    return .object(fields)
  }

  private static func json(_ result: BenchResult, _ path: KeyPath<BenchResult, BenchResult.Rung?>) -> JSON {
    guard let rung = result[keyPath: path] else { return .null }
    let stages = result.stages.filter(BenchResult.Rung.stages.contains)
    func ratios(_ ratio: (BenchResult.Stage) -> Ratio?) -> JSON {
      .object([BenchResult.Stage.frame, .cpu].map { ($0.rawValue, json(ratio($0))) })
    }
    var fields: [(String, JSON)] = [
      ("times", .object(stages.map { ($0.rawValue, json(rung.distribution($0))) })),
      ("ratio", ratios { result.ratio($0, over: path) }),
    ]
    if path == \.replay { fields.append(("overFloor", ratios(result.pictureRatio))) }
    return .object(fields)
  }

  private static func json(_ minute: BenchMinute) -> JSON {
    .object([
      ("frames", .number(minute.frames)), ("wakeups", .number(minute.wakeups)),
      (
        "cpu",
        .object([
          ("program", json(minute.distribution(\.program))), ("floor", json(minute.distribution(\.floor))),
          ("replay", json(minute.distribution(\.replay))),
        ])
      ),
      (
        "ratio",
        .object([
          ("floor", json(minute.ratio(over: \.floor))), ("replay", json(minute.ratio(over: \.replay))),
        ])
      ),
    ])
  }

  static var counts: [(String, KeyPath<BenchResult.Count, Int>)] {
    [
      ("draws", \.draws), ("bytesUploaded", \.bytesUploaded), ("texelBytes", \.texelBytes),
      ("pixelsTouched", \.pixelsTouched), ("modulesChanged", \.modulesChanged),
      ("allocations", \.allocations), ("driverAllocations", \.driverAllocations),
    ]
  }

  private static func json(_ distribution: Distribution) -> JSON {
    .object([
      ("min", time(distribution.minimum)), ("median", time(distribution.median)),
      ("p95", time(distribution.p95)), ("p99", time(distribution.p99)), ("max", time(distribution.maximum)),
      ("mean", time(distribution.mean)), ("error", time(distribution.error)),
    ])
  }

  private static func json(_ ratio: Ratio?) -> JSON {
    guard let ratio else { return .null }
    return .object([("value", rounded(ratio.value, 1000)), ("error", rounded(ratio.error, 1000))])
  }

  static func time(_ value: Double) -> JSON { rounded(value, 10) }

  private static func rounded(_ value: Double, _ scale: Double) -> JSON {
    .fraction((value * scale).rounded() / scale)
  }
}
