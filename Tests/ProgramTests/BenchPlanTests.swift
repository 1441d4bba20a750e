import FlipBoard
import Testing

@testable import flip_kms

/// What a benchmark measures, by options and configuration.
@Suite struct BenchPlanTests {
  private func plan(_ options: [String], file: String? = nil) throws(Failure) -> BenchPlan {
    let invocation = try Invocation(["bench"] + options)
    let resolution = try Resolution.resolve(
      file: file.map { ConfigurationFile(path: "f", bytes: Array($0.utf8)) }, options: invocation.settings)
    return try BenchPlan(invocation, resolution)
  }

  @Test func theSuiteHasThreeSizesOrTheOneThatIsGiven() throws {
    let names = [
      "a clock at rest", "one flip on a clock", "the digits of HH:MM:SS", "6x22 rolling", "100x100 rolling",
      "one flap on 100x100",
    ]
    let one = try plan(["--suite", "--size", "1024x768"])
    #expect(one.cases.map(\.title) == names.map { "\($0), 1024x768" })
    let all = try plan(["--suite"])
    #expect(
      all.cases.map(\.title)
        == ["1280x720", "1920x1080", "3840x2160"].flatMap { size in names.map { "\($0), \(size)" } })
    #expect(all.cases.map(\.hasMinute) == (0..<18).map { $0 % 6 == 1 })
    #expect(all.notes == [] && all.settings == [])
    #expect(all.effort == BenchEffort(frames: 120, time: 2e6, floor: true))
    #expect(try plan(["--suite", "--frames", "7"]).effort == BenchEffort(frames: 7, time: nil, floor: true))
    #expect(try plan(["--size", "64x48"]).effort == BenchEffort(frames: 300, time: 10e6))
  }

  /// The look holds for the suite; the rest has no effect, which is said of options alone.
  @Test func theSuiteTakesTheLookOfTheSettings() throws {
    let file =
      "[content]\nshow = text\nformat = %H\nimages = /none\n[look]\nmargin = 10\n[motion]\nduration = 2\n"
    let look = ["--card", "#f00", "--gap", "20"]
    let other = ["--duration", "0.3", "--text", "A", "--rotate", "90", "--feed", "x"]
    let suite = try plan(["--suite", "--size", "1024x768", "--minute"] + look + other, file: file)
    #expect(
      suite.notes == [
        "text has no effect with --suite, whose boards are its own",
        "duration has no effect with --suite, whose boards are its own",
        "rotate has no effect with --suite, whose boards are its own",
        "feed has no effect with --suite, whose boards are its own",
      ])
    #expect(
      suite.settings.map { "\($0.key) \($0.text)" } == ["card #ff0000", "margin 10", "gap 20"])
    #expect(suite.resolution.settings.content.images == nil)
    #expect(suite.cases[1].board.look.card == Color(red: 255, green: 0, blue: 0))
    // A margin of a tenth of the shorter side, 76 pixels, is nobody's.
    for bench in suite.cases {
      let modules = bench.board.scene(at: bench.start).modules
      #expect(modules.allSatisfy { $0.frame.x >= 76 && $0.frame.y >= 76 }, "\(bench.name)")
    }
  }

  @Test(
    arguments: [
      (
        ["--suite", "--at", "2026-01-01T00:00:00Z"], "--at: it is for one board, those of --suite are its own"
      ),
      (["--suite", "--moving", "1"], "--moving: it is for one board, those of --suite are its own"),
      (
        ["--suite", "--size", "16x16", "--margin", "45"],
        "--size '16x16': expected room for modules of at least 2 pixels"
      ),
      (["--suite", "--samples"], "--samples: it is for --json"),
      (["--json"], "bench needs --size WxH or --suite"),
      (
        ["--size", "64x48", "--at", "then"],
        "--at 'then': expected an instant such as 2026-12-31T23:59:59.75, with Z or an offset or local to the timezone"
      ),
    ] as [([String], String)])
  func refused(options: [String], line: String) {
    #expect(throws: Failure(.usage, line)) { try plan(options) }
  }

  @Test func optionsWithoutEffectAreTold() throws {
    let text = ["--size", "640x480", "--show", "text", "--feed", "x", "--mqtt", "mqtt://h/t"]
    let display = ["--rotate", "90", "--inset", "3", "--drift", "2", "--mode", "1x1"]
    #expect(
      try plan(text + display).notes == [
        "mode has no effect, as it is the display's, not the picture's",
        "rotate has no effect, as it is the display's, not the picture's",
        "feed has no effect, as bench posts messages of its own",
        "mqtt has no effect, as bench posts messages of its own",
      ])
    let clock = try plan(["--size", "640x480", "--feed", "x"], file: "[display]\nrotate = 90\n")
    #expect(clock.notes == ["feed has no effect, as show is clock"])
    #expect(try plan(["--size", "640x480", "--inset", "3"]).settings == [.init(key: "inset", text: "3")])
  }

  /// As on a panel of a Raspberry Pi.
  @Test func boardsWithoutRoomAreLeftOutOfTheSuite() throws {
    let suite = try plan(["--suite", "--size", "800x480"])
    #expect(suite.cases.count == 4)
    #expect(
      suite.notes
        == ["100x100 rolling", "one flap on 100x100"].map {
          "'\($0)' is left out, as it has no room in 800x480"
        })
  }

  /// As on a GPU that draws 2048 pixels a side.
  @Test func sizesBeyondTheDriverAreLeftOutOfTheSuite() throws {
    var suite = try plan(["--suite"])
    #expect(
      suite.leaveOut(over: 2048) == [
        "3840x2160 is left out, as this driver draws no more than 2048 pixels a side"
      ])
    #expect(suite.cases.count == 12)
    // Of a size that was asked for the driver's own word counts.
    var one = try plan(["--size", "4096x64"])
    #expect(one.leaveOut(over: 2048) == [])
    #expect(one.cases.count == 1)
  }
}
