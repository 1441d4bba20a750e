import FlipBoard

extension BenchReport {
  /// For people: a few lines on one board, or a table of several.
  var text: String {
    var lines = [
      "\(driver.renderer), \(driver.vendor), \(driver.version)",
      "\(driver.platform); textures up to \(driver.textureLimit), targets up to \(driver.targetLimit) pixels",
      "",
    ]
    lines += results.count == 1 ? BenchReport.lines(of: results[0]) : BenchReport.lines(of: results)
    lines += BenchReport.minutes(of: results)
    // It is the first of them that was started.
    let title = "\(results[0].name), \(results[0].size.width)x\(results[0].size.height)"
    if let start { lines += [""] + BenchReport.lines(of: start, results.count == 1 ? "this board" : title) }
    lines += [
      "",
      "start: context \(milliseconds(contextTime)), first frame \(milliseconds(results[0].firstFrame)) more",
      "memory: peak \(mebibytes(memoryPeak)), of which \(mebibytes(memoryAtContext)) before the first frame",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(of result: BenchResult) -> [String] {
    var table = BenchTable()
    table.line(
      "\(result.name), \(result.size.width)x\(result.size.height), \(counted(result.modules, "module")), "
        + counted(result.samples.count, "frame") + " in which something moves")
    table.line()
    table.row("µs a frame", ["min", "median", "95 %", "99 %", "max"])
    // A driver without a GPU has the clock as well, and tells nothing by it.
    let stages = result.stages.filter { $0 != .timer || result.distribution($0).median > 0 }
    for stage in stages {
      table.row(stage.words, result.distribution(stage).columns.map(microseconds))
    }
    for (name, rung) in [("floor", result.floor), ("replay", result.replay)] {
      guard let rung else { continue }
      for stage in stages where stage == .timer || !stage.isPart {
        table.row("\(name): \(stage.words)", rung.distribution(stage).columns.map(microseconds))
      }
    }
    table.line("\(decimals(result.framesPerSecond, 0)) frames a second")
    table.line()
    table.row("a frame", ["min", "median", "95 %", "99 %", "max"])
    for (words, count) in BenchResult.Count.all {
      table.row(words, result.distribution(count).columns.map { decimals($0, 0) })
    }
    table.line("textures: \(mebibytes(result.textureBytes)) with \(counted(result.pages, "page")) of faces")
    return table.lines + (result.floor == nil ? [] : [""] + ratios(of: result))
  }

  /// The headline, and what it is made of.
  private static func ratios(of result: BenchResult) -> [String] {
    let ratios: [(String, (BenchResult.Stage) -> Ratio?, String)] = [
      ("program / floor", { result.ratio($0, over: \.floor) }, "= what follows, times each other"),
      ("program / replay", { result.ratio($0, over: \.replay) }, "what model, scene, uploads cost"),
      ("replay / floor", result.pictureRatio, "the picture beyond bare pixels"),
    ]
    var table = BenchTable()
    table.row("ratio", ["time", "processors'"])
    for (name, ratio, remark) in ratios {
      table.row(name, [BenchResult.Stage.frame, .cpu].map { ratio($0)?.text ?? "-" }, remark: remark)
    }
    return table.lines
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

  private static func lines(of start: BenchStart, _ board: String) -> [String] {
    var table = BenchTable()
    table.row("exec to first frame", ["time", "cpu", "peak memory"])
    for subject in BenchStart.Subject.allCases {
      table.row(
        subject == .empty ? "an empty program of GL" : board,
        [
          milliseconds(start.distribution(subject, \.wall).median),
          milliseconds(start.distribution(subject, \.cpu).median),
          mebibytes(Int(start.distribution(subject, \.memory).median)),
        ])
    }
    table.row("ratio", BenchStart.parts.map { start.ratio($0.part)?.text ?? "-" })
    return table.lines
  }

  /// Of several boards: times, then counts, size by size.
  private static func lines(of results: [BenchResult]) -> [String] {
    func ratio(_ ratio: Ratio?) -> String { ratio.map { decimals($0.value, 2) } ?? "-" }
    let times = table(of: results, ["median", "99 %", "mean cpu", "time/floor", "cpu/floor", "cpu/replay"]) {
      let frame = $0.distribution(.frame)
      return [
        microseconds(frame.median), microseconds(frame.p99), microseconds($0.distribution(.cpu).mean),
        ratio($0.ratio(.frame, over: \.floor)), ratio($0.ratio(.cpu, over: \.floor)),
        ratio($0.ratio(.cpu, over: \.replay)),
      ]
    }
    let counts = table(of: results, ["draws", "bytes uploaded", "pixels touched", "allocations"]) { result in
      [\BenchResult.Count.draws, \.bytesUploaded, \.pixelsTouched, \.allocations].map {
        decimals(result.distribution($0).median, 0)
      }
    }
    return ["µs a frame"] + times + ["", "a frame, by the median"] + counts
  }

  private static func table(
    of results: [BenchResult], _ head: [String], _ columns: (BenchResult) -> [String]
  ) -> [String] {
    var table = BenchTable()
    var size: Size?
    for result in results {
      if result.size != size { table.row("\(result.size.width)x\(result.size.height)", head) }
      size = result.size
      table.row("  " + result.name, columns(result))
    }
    return table.lines
  }

  /// Where it is short a digit behind the point counts.
  private static func microseconds(_ time: Double) -> String { decimals(time, time < 9.95 ? 1 : 0) }
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
