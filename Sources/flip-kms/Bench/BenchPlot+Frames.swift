import FlipBoard

extension BenchPlot {
  /// Where the frames' times are drawn, and where their distribution.
  private static let frames = (x: 120.0, y: 196.0, width: 1060.0, height: 580.0)
  private static let spread = (x: 1212.0, y: 196.0, width: 324.0, height: 580.0)

  /// One board's run.
  mutating func one(_ result: BenchResult) {
    let frame = result.distribution(.frame)
    text(
      "\(result.name), \(result.size.width)×\(result.size.height), \(counted(result.modules, "module")), "
        + counted(result.samples.count, "frame"), 64, 174, 20, .start, Palette.faint)
    figure(BenchPlot.time(frame.median), "median frame", right: 1536)
    figure(decimals(result.framesPerSecond, 0), "frames a second", right: 1330)
    if let ratio = result.ratio(.frame, over: \.floor) {
      figure(decimals(ratio.value, 2) + "×", "the floor's time", right: 1130)
    }
    if let ratio = result.ratio(.frame, over: \.replay) {
      figure(decimals(ratio.value, 2) + "×", "the replay's time", right: 940)
    }
    // A few frames that something else held up must not flatten all others.
    let top = max(min(frame.maximum, max(frame.p95 * 1.2, frame.median * 2.5)) * 1.08, 1)
    axis(top)
    bars(result, top)
    histogram(result, top)
    levels(frame, result.floor?.distribution(.frame), top)
    legend(result)
  }

  private func y(_ value: Double, _ top: Double) -> Double {
    let box = BenchPlot.frames
    return box.y + box.height * (1 - min(1, value / top))
  }

  private mutating func axis(_ top: Double) {
    let (box, spread) = (BenchPlot.frames, BenchPlot.spread)
    rect(box.x, box.y, box.width, box.height, Palette.panel)
    rect(spread.x, spread.y, spread.width, spread.height, Palette.panel)
    let step = BenchPlot.step(to: top, atMost: 8)
    var value = 0.0
    while value <= top {
      let line = y(value, top).rounded()
      rect(box.x, line, box.width, 1, Palette.line)
      rect(spread.x, line, spread.width, 1, Palette.line)
      text(BenchPlot.time(value, step: step), box.x - 12, line + 6, 17, .end, Palette.faint)
      value += step
    }
  }

  /// A column for each frame, its stages one on the other; where there are more frames than room, the
  /// slowest of those that share a column.
  private mutating func bars(_ result: BenchResult, _ top: Double) {
    let box = BenchPlot.frames
    let count = result.samples.count
    let columns = min(count, Int(box.width) / 2)
    let width = box.width / Double(columns)
    let gap = width >= 3 ? 1.0 : 0
    for column in 0..<columns {
      let share = column * count / columns..<(column + 1) * count / columns
      guard let sample = result.samples[share].max(by: { $0.frame < $1.frame }) else { continue }
      var sum = 0.0
      for stage in result.stages where stage.isPart {
        let (low, high) = (y(sum, top), y(sum + sample[stage], top))
        sum += sample[stage]
        rect(box.x + Double(column) * width, high, width - gap, low - high, BenchPlot.color(stage))
      }
      // Past the top: a cut.
      if sample.frame > top {
        rect(box.x + Double(column) * width, box.y + 6, width - gap, 3, Palette.panel)
      }
    }
    let step = max(1, BenchPlot.step(to: Double(count), atMost: 8))
    var value = step
    while value <= Double(count) {
      let x = box.x + value / Double(count) * box.width
      text(decimals(value, 0), x, box.y + box.height + 28, 17, .middle, Palette.faint)
      value += step
    }
    text("frame", box.x, box.y + box.height + 28, 17, .start, Palette.faint)
  }

  /// The right of it is left to the levels' names.
  private mutating func histogram(_ result: BenchResult, _ top: Double) {
    let box = BenchPlot.spread
    let bins = 58
    func counts(_ samples: [BenchResult.Sample]) -> [Int] {
      var counts = [Int](repeating: 0, count: bins)
      for sample in samples { counts[min(bins - 1, Int(sample.frame / top * Double(bins)))] += 1 }
      return counts
    }
    let own = counts(result.samples)
    let floor = counts(result.floor?.samples ?? [])
    let most = Double(max(own.max() ?? 1, floor.max() ?? 1, 1))
    let tall = box.height / Double(bins)
    for bin in 0..<bins {
      let line = box.y + box.height - Double(bin + 1) * tall
      func bar(_ count: Int) -> Double { Double(count) / most * (box.width - 150) }
      if own[bin] > 0 { rect(box.x, line, bar(own[bin]), tall - 1, Palette.gpu) }
      if floor[bin] > 0 {
        let color = Palette.floor
        rect(box.x, line + tall / 4, bar(floor[bin]), tall / 2 - 1, color)
      }
    }
    text("how often", box.x, box.y + box.height + 28, 17, .start, Palette.faint)
  }

  /// Lines across at the median, at 99 of a hundred, and at the floor's median. What is past the top has its name
  /// there.
  private mutating func levels(_ frame: Distribution, _ floor: Distribution?, _ top: Double) {
    let (box, spread) = (BenchPlot.frames, BenchPlot.spread)
    var taken: [Double] = []
    var levels: [(String, Double, Color)] = [
      ("median", frame.median, Palette.text), ("99 %", frame.p99, Palette.faint),
    ]
    if let floor { levels.append(("floor", floor.median, Palette.floor)) }
    for (name, value, color) in levels {
      let line = y(value, top)
      for area in [(box.x, box.width), (spread.x, spread.width)] where value <= top {
        var x = area.0
        while x < area.0 + area.1 {
          rect(x, line - 1, min(8, area.0 + area.1 - x), 2, color)
          x += 14
        }
      }
      // Labels that would lie on each other stay away.
      var label = line - 8
      if taken.contains(where: { abs($0 - label) < 24 }) { label = line + 24 }
      if taken.contains(where: { abs($0 - label) < 24 }) { continue }
      taken.append(label)
      text(
        "\(name) \(BenchPlot.time(value))\(value > top ? ", above" : "")", spread.x + spread.width - 10,
        label, 17, .end, color)
    }
  }

  private mutating func legend(_ result: BenchResult) {
    var x = BenchPlot.frames.x
    for stage in result.stages where stage.isPart {
      rect(x, 838, 18, 18, BenchPlot.color(stage))
      text(stage.words, x + 28, 854, 20, .start, Palette.text)
      // A letter of the plot's font is about as wide as half its height.
      x += 70 + Double(stage.words.count * 9)
    }
    if result.floor != nil {
      rect(x, 846, 18, 3, Palette.floor)
      text("floor: the same pixels, drawn as cheaply as can be", x + 28, 854, 20, .start, Palette.text)
    }
  }
}
