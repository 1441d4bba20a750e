import CHeap
import FlipBoard
import FlipFaces
import FlipGL

/// `flip-kms bench`: measures how fast it draws offscreen.
struct BenchCommand {
  let invocation: Invocation
  let diagnostics: Diagnostics

  init(_ invocation: Invocation, _ diagnostics: Diagnostics) {
    self.invocation = invocation
    self.diagnostics = diagnostics
  }

  /// - Throws: 64 and 78 for what is asked wrongly, 65 and 66 for files that are bad or missing, 69
  ///   without GL, 74 where the output cannot be written.
  func run() throws(Failure) {
    let resolution = try Resolution.load(invocation)
    for note in resolution.notes { diagnostics.say(.warning, note) }
    let cases = try cases(resolution)
    // A process of `--start` has all of the command line: files are not its business.
    if let subject = try invocation.value(of: "first-frame", as: ValueForm<BenchStart.Subject>.word) {
      try subject.draw(cases[0], resolution)
    }
    let effort = try effort()
    let plot = try invocation["output-file"].map { name throws(Failure) in try PlotFile(name: name) }
    let earlier = try invocation["compare"].map { path throws(Failure) in try BenchComparison(path: path) }
    // Fonts first: a name that is wrong is told even where there is no GL.
    let faces = try resolution.faces()
    let start =
      invocation["start"] == nil ? nil : try BenchStart(arguments: try Program.arguments())
    var report = try measure(cases, effort, faces)
    report.start = start
    if let plot { try plot.write(BenchPlot(report).plot) }
    if invocation["json"] != nil {
      try StandardOutput.write(report.json.text + "\n")
    } else {
      try StandardOutput.write(report.text)
    }
    if let earlier {
      let lines = earlier.lines(with: report.results).joined(separator: "\n") + "\n"
      // The JSON is for programs, and stays alone on standard output.
      if invocation["json"] == nil {
        try StandardOutput.write("\n" + lines)
      } else {
        for line in lines.split(separator: "\n") { diagnostics.say(.info, String(line)) }
      }
    }
  }

  private func measure(
    _ cases: [BenchCase], _ effort: BenchEffort, _ faces: FaceStore
  ) throws(Failure) -> BenchReport {
    let start = BenchClock.wall
    let context: Context
    do throws(GLError) { context = try Context.offscreen() } catch { throw Failure(error) }
    let contextTime = BenchClock.wall - start
    let memory = flip_memory_peak()
    var results: [BenchResult] = []
    var progress = Progress(total: cases.count)
    for bench in cases {
      let result = try BenchRun(bench, effort, context, faces).run()
      progress.show(results.count + 1)
      if result.samples.isEmpty {
        progress.clear()
        throw Failure(.usage, "nothing moves from then on, so there is nothing to measure")
      }
      results.append(result)
    }
    progress.clear()
    for warning in faces.warnings { diagnostics.say(.warning, warning) }
    return BenchReport(
      driver: BenchReport.Driver(context), contextTime: contextTime, memoryAtContext: memory,
      memoryPeak: flip_memory_peak(), results: results)
  }

  private func effort() throws(Failure) -> BenchEffort {
    let frames = try invocation.value(of: "frames", as: .whole("N", 1...1_000_000))
    let isSuite = invocation["suite"] != nil
    var effort = BenchEffort(
      frames: frames ?? (isSuite ? 120 : 300), time: frames == nil ? (isSuite ? 2e6 : 10e6) : nil)
    effort.floor = isSuite || invocation["floor"] != nil
    effort.readback = invocation["readback"] != nil
    return effort
  }

  private func cases(_ resolution: Resolution) throws(Failure) -> [BenchCase] {
    let size = try invocation.value(of: "size", as: .size(RenderPlan.sides))
    let moving = try invocation.value(of: "moving", as: .whole("N", 1...1_000_000))
    let minute = invocation["minute"] != nil
    if minute, resolution.settings.content.show == .text {
      throw Failure(.usage, "--minute: a board of text has none of its own, it is for clocks and counters")
    }
    if moving != nil, resolution.settings.content.show != .text {
      throw Failure(.usage, "--moving: it is for a board of text, --show text")
    }
    do throws(BoardError) {
      if invocation["suite"] == nil, let size {
        var bench = try given(resolution, size, moving: moving)
        bench.hasMinute = minute
        return [bench]
      }
      return try BenchSuite.cases(resolution.settings.finishedLook)
    } catch {
      if error.setting == "size" {
        throw Failure(.usage, "--size \(error.value.quoted): \(error.complaint)")
      }
      if error.setting == "at" { throw Failure(.usage, "--at \(error.value.quoted): \(error.complaint)") }
      throw resolution.fault(error)
    }
  }

  /// The board of the settings.
  private func given(
    _ resolution: Resolution, _ size: Size, moving: Int?
  ) throws(BoardError) -> BenchCase {
    let settings = resolution.settings
    let surroundings = Surroundings.ofProcess()
    let start =
      if let text = invocation["at"] {
        try Instant(parsing: text, zone: try settings.zone(surroundings))
      } else {
        BenchSuite.start
      }
    var configuration = try settings.boardConfiguration(start: start, surroundings: surroundings)
    var messages: BenchMessages?
    if configuration.show == .text {

      let lines = configuration.text.split(separator: "\n", omittingEmptySubsequences: false)
        .flatMap { $0.replacing("\\n") }
      let longest = lines.map(\.count).max() ?? 0
      configuration.rows = configuration.rows ?? (longest == 0 ? 6 : lines.count)
      configuration.columns = configuration.columns ?? (longest == 0 ? 22 : longest)
      messages = BenchMessages(
        lines, rows: configuration.rows!, columns: configuration.columns!, drum: configuration.drum,
        moving: moving)
      configuration.text = messages!.standing.joined(separator: "\n")
    }
    let board = try Board(configuration, size: size, look: settings.finishedLook)
    return BenchCase(name: settings.content.show.rawValue, board: board, start: start, messages: messages)
  }
}

extension Substring {
  /// The parts between places where another text stands.
  fileprivate func replacing(_ separator: String) -> [String] {
    var parts = [""]
    var rest = self
    while !rest.isEmpty {
      if rest.hasPrefix(separator) {
        parts.append("")
        rest = rest.dropFirst(separator.count)
      } else {
        parts[parts.count - 1].append(rest.removeFirst())
      }
    }
    return parts
  }
}
