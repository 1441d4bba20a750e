import FlipBoard
import Glibc
import Testing

@testable import flip_kms

/// Benchmarks laid beside earlier ones.
@Suite struct BenchComparisonTests {
  private let folder = Folder()
  private let bench = ["bench", "--size", "64x48", "--frames", "2", "--config", "/dev/null"]

  private func write(_ text: String, to name: String) throws {
    let file = try OutputFile(path: folder.file(name))
    try file.write(Array(text.utf8))
    try file.commit()
  }

  @Test func anEarlierRunIsComparedWith() throws {
    let first = try ProgramRun(bench + ["--floor", "--json"])
    try write(first.output, to: "old.json")
    let second = try ProgramRun(
      bench + ["--floor", "--compare", folder.file("old.json"), "-o", folder.file("plot.svg")])
    #expect(second.code == 0)
    #expect(second.output.contains("new / old"))
    #expect(second.output.contains("cpu  cpu/floor\n"))
    // A line for each board, with a ratio at its end.
    let line = try #require(second.output.split(separator: "\n").last)
    #expect(line.hasPrefix("clock, 64x48 "))
    #expect(line.split(separator: " ").last?.contains("±") == true)
    #expect(folder.names == ["old.json", "plot.svg"])
  }

  /// Nothing is measured before that is known.
  @Test func whatIsNoEarlierRunIsToldFirst() throws {
    let none = #"{"schema":1,"cases":[]}"#
    let board = #""name":"clock","width":64,"height":48"#
    let noRatio = #"{"schema":1,"cases":[{\#(board),"modules":2,"times":{},"floor":{}}]}"#
    let files: [(String, Int32, String)] = [
      ("", 65, ":1:0: expected the JSON of `bench --json`, found nothing"),
      ("{}", 65, ": schema is missing, expected 1, as bench --json prints it"),
      (#"{"schema":2,"cases":[]}"#, 65, ": schema: expected 1, as this program prints it, found 2"),
      (none, 65, ": no board that is measured now: expected 'clock, 64x48, 2 modules', found no board"),
      (noRatio, 65, ": cases[0].floor.ratio is missing, expected an object of ratios"),
      ("[]", 65, ": the whole text: expected an object, found an array of 0"),
      (#"{"schema":1}"#, 65, ": cases is missing, expected an array of cases, as bench --json prints it"),
      (#"{"schema":1,"cases":[7]}"#, 65, ": cases[0]: expected an object, found 7"),
      (#"{"schema":1,"cases":[{}]}"#, 65, ": cases[0].name is missing, expected the case's name"),
      (
        #"{"schema":1,"cases":[{\#(board),"modules":2,"times":{"frame":{"median":1}}}]}"#, 65,
        ": cases[0].times.frame.error is missing, expected a number"
      ),
      (
        #"{"schema":1,"cases":[{\#(board),"modules":2,"times":5}]}"#, 65,
        ": cases[0].times: expected an object, found 5"
      ),
      (
        #"{"schema":1,"cases":[{\#(board),"modules":4,"times":{}}]}"#, 65,
        ": no board that is measured now: expected 'clock, 64x48, 2 modules', found 'clock, 64x48, 4 modules'"
      ),
      (
        #"{"schema":1,"cases":[{\#(board),"modules":2,"times":{}}],"settings":{"format":1}}"#, 65,
        ": settings.format: expected a string, found 1"
      ),
      (
        String(repeating: "[", count: 3000), 65,
        ":1:2049: no JSON as `bench --json` gives it: it is nested too deep"
      ),
    ]
    for (text, code, line) in files {
      try write(text, to: "old.json")
      let run = try ProgramRun(bench + ["--compare", folder.file("old.json")])
      #expect(run.code == code)
      #expect(run.lines == ["flip-kms: \(folder.file("old.json"))\(line)"])
      #expect(run.output == "")
    }
    mkfifo(folder.file("pipe"), 0o600)
    let expected = ", expected what bench --json prints"
    for (path, code, line) in [
      ("/dev/zero", 65, "--compare: '/dev/zero' is larger than 16777216 bytes\(expected)"),
      (folder.path, 65, "--compare: cannot read '\(folder.path)': Is a directory"),
      (folder.file("none"), 66, "--compare: no file '\(folder.file("none"))'\(expected)"),
      (
        folder.file("pipe"), 65,
        "\(folder.file("pipe")):1:0: expected the JSON of `bench --json`, found nothing"
      ),
    ] {
      let run = try ProgramRun(bench + ["--compare", path])
      #expect(run.code == code)
      #expect(run.lines == ["flip-kms: \(line)"])
      #expect(run.output == "")
    }
  }

  /// Half of the time, to within 3 and 4 parts in a hundred, which are 5 together.
  @Test func ratiosAndWhatElseDiffers() throws {
    var result = BenchResult(name: "clock", size: Size(width: 64, height: 48), modules: 2)
    // The distances to the median of 100 are 0 and 2, so that the error can be told by hand.
    result.samples = [98, 100, 102].map { .init(submit: $0) }
    let error = 2 * 1.4826 * 1.2533 / 3.0.squareRoot()
    var old = BenchComparison(path: "old.json", cases: [])
    var distribution = Distribution()
    (distribution.median, distribution.error) = (200, 200 * error / 100 * 4 / 3)
    old.cases = [
      .init(name: "clock", width: 64, height: 48, modules: 2, times: ["submit": distribution], floor: nil)
    ]
    (old.renderer, old.settings) = ("s\u{1b}", ["format": "%H", "shading": "off"])
    var report = BenchReport(
      driver: .init(
        renderer: "r", vendor: "v", version: "1", platform: "p", textureLimit: 1, targetLimit: 1),
      contextTime: 1, memoryAtContext: 1, memoryPeak: 2,
      results: [result, BenchResult(name: "clock", size: Size(width: 64, height: 48), modules: 4)])
    report.settings = [.init(key: "shading", text: "on")]
    let lines = old.lines(with: report)
    let whole = Ratio(value: 0.5, error: 0.5 * error / 100 * 5 / 3)
    #expect(
      lines[..<2] == [
        "new / old        submit  cpu/floor",
        "clock, 64x48  \(decimals(whole.value, 2))±\(decimals(whole.error, 2))          -",
      ])
    #expect(
      lines[2...] == [
        "not measured then: 1 of 2 boards", #"another driver then: s\u{1b}"#,
        "another format then: '%H', now not given", "another shading then: 'off', now 'on'",
      ])
  }
}
