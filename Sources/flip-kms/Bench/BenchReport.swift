import FlipGL

/// A whole benchmark: where it ran, and what each board came to.
struct BenchReport: Sendable {
  /// The driver's own names of itself, and its limits.
  struct Driver: Sendable {
    var renderer: String
    var vendor: String
    var version: String
    var platform: String
    var textureLimit: Int
    var targetLimit: Int
  }

  var driver: Driver
  /// To make a context, in microseconds: what any program of GL takes before it draws.
  var contextTime: Double
  /// The most that was resident once there was a context, and at the end, in bytes.
  var memoryAtContext: Int
  var memoryPeak: Int
  /// Where it was asked for.
  var start: BenchStart?
  var results: [BenchResult]
  /// The settings that were given and have an effect.
  var settings: [Invocation.Given] = []
  /// Whether nothing that was asked for is missing.
  var isComplete = true
  /// Whether the JSON holds each frame's own figures.
  var hasSamples = false
}

extension BenchReport.Driver {
  init(_ context: Context) {
    self.init(
      renderer: context.renderer, vendor: context.vendor, version: context.versionString,
      platform: context.platform, textureLimit: context.textureLimit, targetLimit: context.targetLimit)
  }
}

extension BenchReport {
  /// For people: a few lines on one board, or a table of several.
  var text: String {
    var lines = [
      "\(driver.renderer), \(driver.vendor), \(driver.version)",
      "\(driver.platform); textures up to \(driver.textureLimit), targets up to \(driver.targetLimit) pixels",
      "",
    ]
    lines += results.count == 1 ? BenchReport.lines(of: results[0]) : BenchReport.table(of: results)
    lines += BenchReport.minutes(of: results)
    if let start { lines += [""] + BenchReport.lines(of: start) }
    lines += [
      "",
      "start: context \(milliseconds(contextTime)), first frame \(milliseconds(results[0].firstFrame)) more",
      "memory: peak \(mebibytes(memoryPeak)), of which \(mebibytes(memoryAtContext)) before the first frame",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(of result: BenchResult) -> [String] {
    var lines = [
      "\(result.name), \(result.size.width)x\(result.size.height), \(counted(result.modules, "module")), "
        + counted(result.samples.count, "frame") + " in which something moves",
      "",
      row("µs a frame", ["min", "median", "95 %", "99 %", "max"]),
    ]
    // A driver without a GPU has the clock as well, and tells nothing by it.
    let stages = result.stages.filter { $0 != .timer || result.distribution($0).median > 0 }
    for stage in stages {
      lines.append(row(stage.words, result.distribution(stage).columns.map { decimals($0, 0) }))
    }
    for (name, rung) in [("floor", result.floor), ("replay", result.replay)] {
      guard let rung else { continue }
      for stage in stages where stage == .timer || !stage.isPart {
        lines.append(row("\(name): \(stage.words)", rung.distribution(stage).columns.map { decimals($0, 0) }))
      }
    }
    lines += ["\(decimals(result.framesPerSecond, 0)) frames a second", ""]
    if result.floor != nil { lines += ratios(of: result) + [""] }
    lines.append(row("a frame", ["min", "median", "95 %", "99 %", "max"]))
    for (words, count) in BenchResult.Count.all {
      lines.append(row(words, result.distribution(count).columns.map { decimals($0, 0) }))
    }
    lines.append("textures: \(mebibytes(result.textureBytes)) with \(result.pages) pages of faces")
    return lines
  }

  /// The headline, and what it is made of.
  private static func ratios(of result: BenchResult) -> [String] {
    let ratios: [(String, (BenchResult.Stage) -> Ratio?, String)] = [
      ("program / floor", { result.ratio($0, over: \.floor) }, "= what follows, times each other"),
      ("program / replay", { result.ratio($0, over: \.replay) }, "what model, scene and uploads cost"),
      ("replay / floor", result.pictureRatio, "what the picture costs, beyond bare pixels"),
    ]
    return [row("ratio", ["time", "processors'"])]
      + ratios.map { name, ratio, meaning in
        row(name, [BenchResult.Stage.frame, .cpu].map { ratio($0)?.text ?? "-" }) + "  " + meaning
      }
  }

  /// What whole minutes cost, of the boards of which that was measured.
  private static func minutes(of results: [BenchResult]) -> [String] {
    var lines: [String] = []
    for result in results {
      guard let minute = result.minute else { continue }
      func words(_ part: KeyPath<BenchMinute.Sample, Double>) -> String {
        milliseconds(minute.distribution(part).mean)
          + (minute.ratio(over: part).map { " (\($0.text))" } ?? "")
      }
      lines += [
        "",
        "a minute, \(result.name), \(result.size.width)x\(result.size.height): \(minute.frames) frames, "
          + "\(minute.wakeups) wakeups, \(milliseconds(minute.distribution(\.program).mean)) of processors' time",
        "so many times what its frames alone take: floor's \(words(\.floor)), replay's \(words(\.replay))",
      ]
    }
    return lines
  }

  private static func lines(of start: BenchStart) -> [String] {
    var lines = [row("exec to first frame", ["time", "cpu", "peak memory"])]
    for subject in BenchStart.Subject.allCases {
      lines.append(
        row(
          subject == .empty ? "an empty program of GL" : "this board",
          [
            milliseconds(start.distribution(subject, \.wall).median),
            milliseconds(start.distribution(subject, \.cpu).median),
            mebibytes(Int(start.distribution(subject, \.memory).median)),
          ]))
    }
    lines.append(row("ratio", BenchStart.parts.map { start.ratio($0.part)?.text ?? "-" }))
    return lines
  }

  private static func table(of results: [BenchResult]) -> [String] {
    let head = [
      "µs: median", "99 %", "mean cpu", "floor's", "replay's", "time/floor", "cpu/floor", "cpu/replay",
      "draws", "bytes",
      "pixels", "allocs",
    ]
    var lines = [row("", head)]
    for result in results {
      let frame = result.distribution(.frame)
      lines.append(
        row(
          "\(result.name), \(result.size.width)x\(result.size.height)",
          [
            decimals(frame.median, 0), decimals(frame.p99, 0), decimals(result.distribution(.cpu).mean, 0),
            result.floor.map { decimals($0.distribution(.cpu).mean, 0) } ?? "-",
            result.replay.map { decimals($0.distribution(.cpu).mean, 0) } ?? "-",
            result.ratio(.frame, over: \.floor).map { decimals($0.value, 2) } ?? "-",
            result.ratio(.cpu, over: \.floor).map { decimals($0.value, 2) } ?? "-",
            result.ratio(.cpu, over: \.replay).map { decimals($0.value, 2) } ?? "-",
            decimals(result.distribution(\.draws).median, 0),
            decimals(result.distribution(\.bytesUploaded).median, 0),
            decimals(result.distribution(\.pixelsTouched).median, 0),
            decimals(result.distribution(\.allocations).median, 0),
          ]))
    }
    return lines
  }

  /// A name and numbers, in columns.
  static func row(_ name: String, _ columns: [String]) -> String {
    var line = name.padded(to: 40)
    for column in columns { line += String(repeating: " ", count: max(1, 11 - column.count)) + column }
    return line
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

extension Distribution {
  fileprivate var columns: [Double] { [minimum, median, p95, p99, maximum] }
}

extension BenchResult.Stage {
  /// For people.
  var words: String {
    switch self {
    case .scene: "scene"
    case .submit: "upload and submit"
    case .gpu: "GPU, until all is drawn"
    case .timer: "GPU, by its own clock"
    case .readback: "readback"
    case .frame: "frame"
    case .cpu: "processors' time"
    }
  }
}

extension BenchResult.Count {
  /// The counts with what people and JSON call them.
  static var all: [(String, KeyPath<BenchResult.Count, Int>)] {
    [
      ("draws", \.draws), ("bytes uploaded", \.bytesUploaded), ("bytes of new faces", \.texelBytes),
      ("pixels touched", \.pixelsTouched), ("modules changed", \.modulesChanged),
      ("allocations", \.allocations), ("allocations of the driver", \.driverAllocations),
    ]
  }
}

/// `12.3 ms`
func milliseconds(_ microseconds: Double) -> String { decimals(microseconds / 1000, 1) + " ms" }

/// `12.3 MiB`
func mebibytes(_ bytes: Int) -> String { decimals(Double(bytes) / 1_048_576, 1) + " MiB" }
