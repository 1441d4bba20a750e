import FlipBoard
import Testing

@testable import flip_kms

/// What a benchmark tells of its measurements: text, JSON, plots.
@Suite struct BenchReportTests {
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
    // Of a table it is the first.
    report.results.append(BenchResult(name: "b", size: Size(width: 64, height: 48)))
    #expect(report.text.contains("\na, 64x48                    60.0 ms      50.0 ms    110.0 MiB\n"))
  }

  /// The ratio to the floor is the product of what the model costs and what the picture costs.
  @Test func theHeadlineIsToldInItsParts() {
    var result = BenchResult(name: "a", size: Size(width: 64, height: 48))
    result.samples = [.init(scene: 10, submit: 20, gpu: 180, cpu: 120)]
    result.replay = .init(samples: [.init(submit: 20, gpu: 180, cpu: 100)])
    #expect(result.ratio(.cpu, over: \.floor) == nil)
    #expect(result.pictureRatio(.cpu) == nil)
    result.floor = .init(samples: [.init(submit: 10, gpu: 90, cpu: 40)])
    let report = BenchReport(
      driver: .init(
        renderer: "r", vendor: "v", version: "1", platform: "p", textureLimit: 1, targetLimit: 1),
      contextTime: 1, memoryAtContext: 1, memoryPeak: 2, results: [result])
    let lines = report.text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    for line in [
      "program / floor 2.10 ± 0.00 3.00 ± 0.00 ", "program / replay 1.05 ± 0.00 1.20 ± 0.00 ",
      "replay / floor 2.00 ± 0.00 2.50 ± 0.00 ",
    ] { #expect(lines.contains { $0.hasPrefix(line) }, "\(line)") }
    #expect(report.json.text.contains(#""overFloor":{"frame":{"value":2.0,"error":0.0},"cpu":{"value":2.5,"#))
  }

  /// A terminal may have 80 columns.
  @Test func aBoardsLinesAreShort() {
    var result = BenchResult(name: "countdown", size: Size(width: 16384, height: 16384), modules: 1)
    result.samples = [.init(scene: 9.94, submit: 9.96, gpu: 999_999, cpu: 999_999)]
    result.counts = [.init(draws: 1, bytesUploaded: 1_000_000, pixelsTouched: 268_435_456)]
    result.floor = .init(samples: result.samples)
    result.replay = .init(samples: result.samples)
    let report = BenchReport(
      driver: .init(
        renderer: "r", vendor: "v", version: "1", platform: "p", textureLimit: 1, targetLimit: 1),
      contextTime: 1, memoryAtContext: 1, memoryPeak: 2, results: [result])
    let lines = report.text.split(separator: "\n")
    for line in lines { #expect(line.count <= 80, "\(line)") }
    // "allocations of the driver" has 25 letters, the pixels have 9 digits.
    let scene = "scene" + String(repeating: " ", count: (25 - 5) + 2 + (9 - 3)) + "9.9"
    #expect(lines.contains { $0.hasPrefix(scene + " ") })
    #expect(lines.contains { $0.hasPrefix("upload and submit") && $0.hasSuffix("  10") })
    #expect(lines.contains("countdown, 16384x16384, 1 module, 1 frame in which something moves"))
  }

  @Test func aTableIsAsWideAsItsContent() {
    var table = BenchTable()
    table.row("", ["a", "long"])
    table.line("words that heed no column")
    table.row("name", ["12", "3"], remark: "what")
    #expect(table.lines == ["       a  long", "words that heed no column", "name  12     3  what"])
  }

  /// Sizes stand over their boards; times and counts are apart.
  @Test func severalBoardsAreTables() {
    var results = [1280, 1920].map { width in
      var result = BenchResult(name: "a", size: Size(width: width, height: 720))
      result.samples = [.init(gpu: 20, cpu: 30)]
      result.counts = [.init(draws: 2, bytesUploaded: 96, pixelsTouched: 1000)]
      return result
    }
    results[1].floor = .init(samples: [.init(gpu: 10, cpu: 10)])
    let report = BenchReport(
      driver: .init(
        renderer: "r", vendor: "v", version: "1", platform: "p", textureLimit: 1, targetLimit: 1),
      contextTime: 1, memoryAtContext: 1, memoryPeak: 2, results: results)
    let text = """
      µs a frame
      1280x720  median  99 %  mean cpu  time/floor  cpu/floor  cpu/replay
        a           20    20        30           -          -           -
      1920x720  median  99 %  mean cpu  time/floor  cpu/floor  cpu/replay
        a           20    20        30        2.00       3.00           -

      a frame, by the median
      1280x720  draws  bytes uploaded  pixels touched  allocations
        a           2              96            1000            0
      1920x720  draws  bytes uploaded  pixels touched  allocations
        a           2              96            1000            0

      """
    #expect(report.text.contains(text), "\(report.text)")
  }

  @Test func aMinuteIsToldBesideItsFrames() {
    var result = BenchResult(name: "a", size: Size(width: 64, height: 48))
    result.samples = [.init(cpu: 120)]
    result.minute = BenchMinute(samples: [
      .init(frames: 32, wakeups: 37, program: 60_000, floor: 30_000, replay: 50_000)
    ])
    let report = BenchReport(
      driver: .init(
        renderer: "r", vendor: "v", version: "1", platform: "p", textureLimit: 1, targetLimit: 1),
      contextTime: 1, memoryAtContext: 1, memoryPeak: 2, results: [result])
    #expect(
      report.text.contains(
        """
        a minute, a, 64x48: 32 frames, 37 wakeups, 60.0 ms of processors' time
        so many times what its frames alone take: floor's 30.0 ms (2.00 ± 0.00), replay's 50.0 ms (1.20 ± 0.00)

        """))
    #expect(
      report.json.text.contains(#""minute":{"frames":32,"wakeups":37,"cpu":{"program":{"min":60000.0,"#))
    #expect(
      report.json.text.contains(
        #""ratio":{"floor":{"value":2.0,"error":0.0},"replay":{"value":1.2,"error":0.0}}}"#))
  }

  /// A picture of one result with a floor, as shapes, SVG and pixels.
  @Test func thePlotIsDrawn() throws {
    var result = BenchResult(name: "a < b", size: Size(width: 64, height: 48))
    for index in 0..<50 {
      result.samples.append(.init(scene: 10, submit: 20, gpu: Double(100 + index), cpu: 90))
    }
    result.floor = .init(samples: result.samples.map { .init(submit: 5, gpu: $0.gpu / 2, cpu: 40) })
    result.replay = .init(samples: result.samples.map { .init(submit: 5, gpu: $0.gpu, cpu: 80) })
    let report = BenchReport(
      driver: .init(
        renderer: "r & r", vendor: "v", version: "1", platform: "p", textureLimit: 1, targetLimit: 1),
      contextTime: 1, memoryAtContext: 1, memoryPeak: 2, results: [result])
    for results in [[result], [result, result]] {
      var report = report
      report.results = results
      report.driver.renderer = "r & r " + String(repeating: "w", count: 500)
      let plot = BenchPlot(report).plot
      let svg = plot.svg
      #expect(svg.hasPrefix("<svg xmlns="))
      #expect(svg.contains("r &amp; r"))
      #expect(svg.contains("a &lt; b"))
      #expect(svg.hasSuffix("</svg>\n"))
      // Nothing sticks out of the picture, nor do words: a letter is half as wide as its line is high.
      for case .text(let words, let x, _, let size, let anchor, _) in plot.shapes {
        let (left, right) = anchor == .start ? (x, 1) : anchor == .end ? (1600 - x, 1) : (min(x, 1600 - x), 2)
        #expect(left + Double(words.count) * size / 2 / Double(right) <= 1600, "\(words)")
      }
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
