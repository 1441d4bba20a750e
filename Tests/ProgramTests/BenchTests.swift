import FlipBoard
import Testing

@testable import flip_kms

/// What a benchmark makes of its measurements. Nothing here depends on how fast the machine is.
@Suite struct BenchTests {
  @Test func aDistributionOfKnownValues() {
    let even = Distribution((0...100).reversed().map { Double($0) })
    #expect(even.minimum == 0)
    #expect(even.median == 50)
    #expect(even.p95 == 95)
    #expect(even.p99 == 99)
    #expect(even.maximum == 100)
    #expect(even.mean == 50)
    // The distances to 50 are 0, and each of 1 to 50 twice: their median is 25.
    #expect(abs(even.error - 25 * 1.4826 * 1.2533 / 101.0.squareRoot()) < 1e-9)
    #expect(Distribution([1, 2]).median == 1.5)
    #expect(Distribution([7]).p99 == 7)
    #expect(Distribution([7]).error == 0)
    #expect(Distribution([]) == Distribution())
  }

  @Test func aRatioCarriesTheNoiseOfBoth() throws {
    var (a, b) = (Distribution(), Distribution())
    (a.median, a.error, b.median, b.error) = (300, 9, 100, 4)
    let ratio = try #require(Ratio(a, over: b))
    #expect(ratio.value == 3)
    // 3 % and 4 % are 5 % together.
    #expect(abs(ratio.error - 0.15) < 1e-12)
    #expect(ratio.text == "3.00 ± 0.15")
    #expect(Ratio(a, over: Distribution()) == nil)
  }

  @Test func numbersWithDigits() {
    #expect(decimals(0, 0) == "0")
    #expect(decimals(1.005, 1) == "1.0")
    #expect(decimals(0.05, 2) == "0.05")
    #expect(decimals(-1.25, 1) == "-1.3")
    #expect(decimals(-0.01, 1) == "0.0")
    #expect(decimals(.infinity, 1) == "-")
    #expect(BenchPlot.time(1234, step: 1000) == "1 ms")
    #expect(BenchPlot.time(250, step: 50) == "250 µs")
    #expect(BenchPlot.time(12_345) == "12.3 ms")
  }

  @Test func stepsOfAnAxis() {
    for top in [0.5, 3, 9.9, 10, 47, 99, 12_345, 600_000] {
      let step = BenchPlot.step(to: top, atMost: 8)
      #expect(top / step <= 8)
      #expect(top / step > 3)
    }
  }

  /// Frames are those in which something moves; what lies between is passed over.
  @Test func aClockGoesFromFlipToFlip() throws {
    var configuration = BoardConfiguration()
    configuration.format = "%H:%M"
    let board = try Board(configuration, size: Size(width: 200, height: 100))
    var timeline = BenchTimeline(BenchCase(name: "clock", board: board, start: BenchSuite.start))
    var minutes: Set<Int64> = []
    var moving = 0
    for _ in 0..<150 {
      let next = timeline.next()
      let instant = try #require(next)
      timeline.playback.advance(to: instant)
      minutes.insert(instant.nanoseconds / 60_000_000_000)
      if timeline.playback.isMoving { moving += 1 }
    }
    // 31 frames a flip of half a second: 30 of them moving.
    #expect(minutes.count == 6)
    #expect(moving >= 140)
  }

  @Test func aTextThatStandsIsMadeToRoll() {
    var messages = BenchMessages(["AB", "c"], rows: 2, columns: 3, drum: Drum(" ABCDEFGH"))
    // Seven faces on, round the nine of the drum.
    #expect(messages.next() == ["H G", "AGG"])
    #expect(messages.next() == ["FGE", "HEE"])
    // Of these, the first two places move; the others keep their faces.
    var some = BenchMessages(["AB", "c"], rows: 2, columns: 3, drum: Drum(" ABCDEFGH"), moving: 2)
    #expect(some.standing == ["AB ", "C  "])
    #expect(some.next() == ["H  ", "C  "])
    #expect(some.next() == ["FG ", "C  "])
    var pattern = BenchMessages([""], rows: 1, columns: 3, drum: Drum(" ABCDEFGH"))
    #expect(pattern.next() == ["G B"])
  }

  /// What isn't told to move stands from the first frame on.
  @Test func someFacesOfABoardMove() throws {
    let run = try ProgramRun([
      "bench", "--size", "160x90", "--frames", "5", "--json", "--config", "/dev/null", "--show", "text",
      "--rows",
      "3", "--columns", "4", "--moving", "2",
    ])
    #expect(run.code == 0)
    #expect(run.output.contains(#""modulesChanged":{"min":2.0,"median":2.0,"#))
  }

  @Test func itsJSONHasAStableForm() throws {
    let run = try ProgramRun([
      "bench", "--size", "160x90", "--frames", "3", "--floor", "--readback", "--json", "--config",
      "/dev/null",
    ])
    #expect(run.code == 0)
    #expect(run.lines == [])
    #expect(run.output.hasPrefix(#"{"schema":1,"program":"\#(programVersion)","driver":{"renderer":""#))
    for stage in BenchResult.Stage.allCases { #expect(run.output.contains(#""\#(stage)":{"min":"#)) }
    #expect(run.output.contains(#""width":160,"height":90,"modules":2,"frames":3,"#))
    #expect(run.output.contains(#""floor":{"times":{"submit":{"#))
    let members = run.output.split(separator: "\"").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    for name in [
      "driver", "contextTime", "start", "memory", "cases", "framesPerSecond", "firstFrame", "textureBytes",
      "pages",
      "counts", "draws", "bytesUploaded", "texelBytes", "pixelsTouched", "modulesChanged", "allocations",
      "driverAllocations", "ratio", "p95", "p99", "error",
    ] { #expect(members.contains(Substring(name)), "\(name)") }
  }

  @Test func anEarlierRunIsComparedWith() throws {
    let folder = Folder()
    let arguments = ["bench", "--size", "64x48", "--frames", "2", "--config", "/dev/null"]
    let first = try ProgramRun(arguments + ["--json"])
    try write(first.output, to: folder.file("old.json"))
    let second = try ProgramRun(
      arguments + ["--compare", folder.file("old.json"), "-o", folder.file("plot.svg")])
    #expect(second.code == 0)
    #expect(second.output.contains("new / old"))
    #expect(second.output.contains("clock, 64x48"))
    #expect(folder.names == ["old.json", "plot.svg"])
    try write("{}", to: folder.file("bad.json"))
    #expect(try ProgramRun(arguments + ["--compare", folder.file("bad.json")]).code == 65)
    #expect(try ProgramRun(arguments + ["--compare", folder.file("none")]).code == 66)
    #expect(try ProgramRun(arguments + ["-o", "plot.webp"]).code == 64)
    #expect(try ProgramRun(arguments + ["-o", folder.file("none/plot.png")]).code == 74)
  }

  private func write(_ text: String, to path: String) throws {
    let file = try OutputFile(path: path)
    try file.write(Array(text.utf8))
    try file.commit()
  }

  @Test(arguments: ["board", "empty"]) func aFirstFrameIsDrawnInSilence(subject: String) throws {
    let run = try ProgramRun([
      "bench", "--first-frame", subject, "--size", "160x90", "--config", "/dev/null",
    ])
    #expect(run.code == 0)
    #expect(run.output == "")
    #expect(run.lines == [])
  }

  @Test func aFirstFrameOfNothingKnown() throws {
    let run = try ProgramRun(["bench", "--first-frame", "all", "--size", "160x90", "--config", "/dev/null"])
    #expect(run.code == 64)
    #expect(run.lines == ["flip-kms: --first-frame 'all': expected empty or board"])
  }

  @Test func aStartIsToldBesideAnEmptyOne() {
    let start = BenchStart(samples: [
      .empty: [.init(wall: 50_000, cpu: 40_000, memory: 100 * 1_048_576)],
      .board: [.init(wall: 60_000, cpu: 50_000, memory: 110 * 1_048_576)],
    ])
    #expect(start.ratio(\.cpu)?.value == 1.25)
    var report = BenchReport(
      driver: .init(
        renderer: "r", vendor: "v", version: "1", platform: "p", textureLimit: 1, targetLimit: 1),
      contextTime: 1, memoryAtContext: 1, memoryPeak: 2,
      results: [BenchResult(name: "a", size: Size(width: 64, height: 48))])
    #expect(report.json.text.contains(#""start":null"#))
    report.start = start
    #expect(report.json.text.contains(#""start":{"wall":{"empty":{"min":50000"#))
    #expect(report.json.text.contains(#""ratio":{"value":1.25,"error":0"#))
    let lines = report.text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines.contains("an empty program of GL 50.0 ms 40.0 ms 100.0 MiB"))
    #expect(lines.contains("this board 60.0 ms 50.0 ms 110.0 MiB"))
    #expect(lines.contains("ratio 1.20 ± 0.00 1.25 ± 0.00 1.10 ± 0.00"))
  }

  /// A countdown that has ended moves nothing.
  @Test func nothingToMeasureIsTold() throws {
    let run = try ProgramRun([
      "bench", "--size", "64x48", "--show", "countdown", "--until", "2020-01-01T00:00:00Z", "--config",
      "/dev/null",
    ])
    #expect(run.code == 64)
    #expect(run.lines == ["flip-kms: nothing moves from then on, so there is nothing to measure"])
    #expect(try ProgramRun(["bench"]).code == 64)
  }

  /// A picture of one result with a floor, as shapes, SVG and pixels.
  @Test func thePlotIsDrawn() throws {
    var result = BenchResult(name: "a < b", size: Size(width: 64, height: 48))
    for index in 0..<50 {
      result.samples.append(.init(scene: 10, submit: 20, gpu: Double(100 + index), cpu: 90))
    }
    result.floor = .init(samples: result.samples.map { .init(submit: 5, gpu: $0.gpu / 2, cpu: 40) })
    let report = BenchReport(
      driver: .init(
        renderer: "r & r", vendor: "v", version: "1", platform: "p", textureLimit: 1, targetLimit: 1),
      contextTime: 1, memoryAtContext: 1, memoryPeak: 2, results: [result])
    for results in [[result], [result, result]] {
      var report = report
      report.results = results
      let plot = BenchPlot(report).plot
      let svg = plot.svg
      #expect(svg.hasPrefix("<svg xmlns="))
      #expect(svg.contains("r &amp; r"))
      #expect(svg.contains("a &lt; b"))
      #expect(svg.hasSuffix("</svg>\n"))
      // Nothing sticks out of the picture.
      for case .rect(let x, let y, let width, let height, _) in plot.shapes {
        #expect(x >= 0 && y >= 0 && width >= 0 && height >= 0 && x + width <= 1600 && y + height <= 900)
      }
    }
    let pixels = PlotRaster(BenchPlot(report).plot).pixels
    #expect(pixels.count == 1600 * 900 * 4)
    #expect(Array(pixels[0..<3]) == [0x12, 0x15, 0x1A])
  }

  @Test func rectanglesAreSmooth() {
    var plot = Plot(size: Size(width: 4, height: 2))
    plot.shapes = [
      .rect(x: 0, y: 0, width: 4, height: 2, Color(red: 0, green: 0, blue: 0)),
      .rect(x: 0.5, y: 0, width: 2, height: 1, Color(red: 200, green: 100, blue: 50)),
      .rect(x: 3, y: 1, width: 9, height: 9, Color(red: 255, green: 255, blue: 255, alpha: 51)),
    ]
    let pixels = PlotRaster(plot).pixels
    #expect(
      pixels[0..<16].map { Int($0) } == [100, 50, 25, 255, 200, 100, 50, 255, 100, 50, 25, 255, 0, 0, 0, 255])
    #expect(pixels[16..<32].map { Int($0) } == [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 51, 51, 51, 255])
  }
}
