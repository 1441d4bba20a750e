import CHeap
import FlipBoard
import FlipFaces
import FlipGL
import FlipKMS

/// `flip-kms bench`: measures how fast it draws offscreen.
struct BenchCommand {
  let invocation: Invocation
  let diagnostics: Diagnostics

  init(_ invocation: Invocation, _ diagnostics: Diagnostics) {
    self.invocation = invocation
    self.diagnostics = diagnostics
  }

  /// Whatever can be at fault is looked at before anything is measured, and what was measured is printed before
  /// anything else is done with it.
  ///
  /// - Throws: 64 and 78 for what is asked wrongly, 65 and 66 for files that are bad or missing, 69
  ///   without GL, 74 where the output cannot be written.
  func run() throws(Failure) {
    let resolution = try Resolution.load(invocation)
    if invocation["start"] != nil, resolution.isStream {
      throw Failure(
        .usage,
        "--config \((resolution.path ?? "-").quoted): expected a file, as --start has other processes read it "
          + "again, and a pipe is read once")
    }
    var plan = try BenchPlan(invocation, resolution)
    // A process of `--start` has all of the command line: files are not its business, and notes were told.
    if let subject = try invocation.value(of: "first-frame", as: ValueForm<BenchStart.Subject>.word) {
      try subject.draw(plan.cases[0], plan.resolution)
    }
    for note in plan.notes { diagnostics.say(.warning, note) }
    try StandardOutput.check()
    let earlier = try invocation["compare"].map { path throws(Failure) in try BenchComparison(path: path) }
    try earlier?.check(against: plan.cases)
    let plot = try invocation["output-file"].map { name throws(Failure) in try PlotFile(name: name) }
    // Fonts first: a name that is wrong is told even where there is no GL.
    let faces = try plan.resolution.checkedFaces()
    BenchStop.watch()
    let (measured, fault) = try measure(&plan, faces)
    if let measured {
      let report = measured
      try finish(
        print: { () throws(Failure) in try print(report, earlier) },
        plot: { () throws(Failure) in
          // An older plot stays where this one would lack something.
          if report.isComplete { try plot?.write(BenchPlot(report).plot) }
        }, besides: fault)
    } else if let fault {
      throw fault
    } else {
      diagnostics.say(.notice, "ended before anything was measured")
    }
    BenchStop.follow()
  }

  /// Does both, whatever becomes of the other.
  private func finish(
    print: () throws(Failure) -> Void, plot: () throws(Failure) -> Void, besides fault: Failure?
  ) throws(Failure) {
    var faults = fault.map { [$0] } ?? []
    do throws(Failure) { try print() } catch { faults.append(error) }
    do throws(Failure) { try plot() } catch { faults.append(error) }
    guard let first = faults.first else { return }
    throw Failure(first.code, lines: faults.flatMap(\.lines))
  }

  private func print(_ report: BenchReport, _ earlier: BenchComparison?) throws(Failure) {
    let isJSON = invocation["json"] != nil
    let lines = earlier?.lines(with: report) ?? []
    // The JSON is for programs, and stays alone on standard output.
    try StandardOutput.write(
      isJSON
        ? report.json.text + "\n"
        : report.text + (lines.isEmpty ? "" : "\n" + lines.joined(separator: "\n") + "\n"))
    if isJSON { for line in lines { diagnostics.say(.info, line) } }
  }

  /// What came out, nil where nothing did, and what ended it early.
  private func measure(
    _ plan: inout BenchPlan, _ faces: FaceStore
  ) throws(Failure) -> (BenchReport?, Failure?) {
    let isStart = invocation["start"] != nil
    let progress = BenchProgress(seconds: plan.seconds + (isStart ? BenchStart.seconds : 0))
    defer { progress.clear() }
    // Before this process grows.
    let start = isStart ? try BenchStart(arguments: try Program.arguments(), progress) : nil
    let began = BenchClock.wall
    let context: Context
    do throws(GLError) { context = try Context.offscreen() } catch { throw Failure(error) }
    var report = BenchReport(
      driver: BenchReport.Driver(context), contextTime: BenchClock.wall - began,
      memoryAtContext: flip_memory_peak(), memoryPeak: 0, start: start, results: [],
      settings: plan.settings, hasSamples: invocation["samples"] != nil)
    if let reason = RenderNode.reason(drawingWith: context.renderer) { diagnostics.say(.warning, reason) }
    for line in plan.leaveOut(over: min(context.textureLimit, context.targetLimit)) {
      diagnostics.say(.warning, line)
    }
    var fault: Failure?
    do throws(Failure) {
      for (index, bench) in plan.cases.enumerated() where !BenchStop.isWanted {
        let place = plan.cases.count == 1 ? "" : "\(index + 1)/\(plan.cases.count) "
        progress.begin(place + bench.title, seconds: plan.effort.seconds)
        let result = try BenchRun(bench, plan.effort, context, faces, progress).run()
        if !result.samples.isEmpty {
          report.results.append(result)
        } else if !BenchStop.isWanted {
          throw Failure(
            .usage, "nothing moves any more after the first frames, so there is nothing to measure")
        }
      }
    } catch {
      fault = error
    }
    progress.clear()
    for warning in faces.warnings { diagnostics.say(.warning, warning) }
    report.memoryPeak = flip_memory_peak()
    report.isComplete = fault == nil && !BenchStop.isWanted
    if report.results.isEmpty { return (nil, fault) }
    if !report.isComplete {
      let last = counted(report.results.last!.samples.count, "frame")
      let told =
        plan.cases.count == 1
        ? last : "\(report.results.count) of \(plan.cases.count) boards, the last one with \(last)"
      diagnostics.say(.notice, "ended early; what is told is of \(told)")
    }
    return (report, fault)
  }
}
