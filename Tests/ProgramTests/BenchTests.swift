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
    // Of pairs: 360 / 120. They are 10 less, as much and 10 more than that; their mean below is 40.
    let pairs = try #require(Ratio([20, 300, 40], over: [10, 100, 10]))
    #expect(pairs.value == 3)
    #expect(abs(pairs.error - (200.0 / 2 / 3).squareRoot() / 40) < 1e-12)
    #expect(Ratio([1], over: [0]) == nil)
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
    #expect(
      (-1...6).map(BenchPlot.decade) == [
        "0.1 µs", "1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s",
      ])
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
    let clock = try ProgramRun(["bench", "--size", "160x90", "--config", "/dev/null", "--moving", "2"])
    #expect(clock.code == 64)
    #expect(clock.lines == ["flip-kms: --moving: it is for a board of text, --show text"])
  }

  /// A clock of years looks several times a year whether its zone has changed: those are no frames.
  @Test func framesInWhichNothingMovesAreNone() throws {
    let run = try ProgramRun([
      "bench", "--size", "64x48", "--frames", "80", "--format", "%Y", "--json", "--config", "/dev/null",
    ])
    #expect(run.code == 0)
    #expect(run.output.contains(#""frames":80,"#))
    #expect(run.output.contains(#""modulesChanged":{"min":1.0,"#))
    #expect(run.output.contains(#""draws":{"min":1.0,"#))
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
    #expect(run.output.contains(#""replay":{"times":{"submit":{"#))
    let members = run.output.split(separator: "\"").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    for name in [
      "driver", "settings", "complete", "contextTime", "start", "memory", "cases", "framesPerSecond",
      "firstFrame", "textureBytes",
      "pages",
      "counts", "draws", "bytesUploaded", "texelBytes", "pixelsTouched", "modulesChanged", "allocations",
      "driverAllocations", "ratio", "overFloor", "p95", "p99", "error",
    ] { #expect(members.contains(Substring(name)), "\(name)") }
    #expect(!members.contains("samples"))
  }

  /// Of a flip of a tenth of a second: 7 frames of flaps, the first at the change, and one of rest. It is looked
  /// at 30, 15 and 1 seconds before the change, and 15 and 29 after.
  @Test func aMinuteHasSoManyFramesAndWakeups() throws {
    let arguments = ["bench", "--size", "64x48", "--frames", "2", "--config", "/dev/null", "--minute"]
    let run = try ProgramRun(arguments + ["--json", "--duration", "0.1", "--timezone", "UTC"])
    #expect(run.code == 0)
    #expect(run.output.contains(#""minute":{"frames":8,"wakeups":13,"cpu":{"program":{"min":"#))
    let text = try ProgramRun(arguments + ["--show", "text"])
    #expect(text.code == 64)
    #expect(
      text.lines == ["flip-kms: --minute: a board of text has none of its own, it is for clocks and counters"]
    )
  }

  @Test(arguments: ["board", "empty"]) func aFirstFrameIsDrawnInSilence(subject: String) throws {
    let run = try ProgramRun([
      "bench", "--first-frame", subject, "--size", "160x90", "--config", "/dev/null",
      // What --start was told beside it is none of its business.
      "--start", "-o", "/dev/null/plot.png", "--compare", "/dev/null/old.json",
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

  /// A countdown that has ended moves nothing.
  @Test func nothingToMeasureIsTold() throws {
    let run = try ProgramRun([
      "bench", "--size", "64x48", "--show", "countdown", "--until", "2020-01-01T00:00:00Z", "--config",
      "/dev/null",
    ])
    #expect(run.code == 64)
    #expect(run.lines == ["flip-kms: nothing moves from then on, so there is nothing to measure"])
    // A century's change is further off than many a look at the clock in between.
    var configuration = BoardConfiguration()
    configuration.format = "%C"
    let board = try Board(configuration, size: Size(width: 64, height: 48))
    #expect(BenchTimeline.moves(BenchCase(name: "clock", board: board, start: BenchSuite.start)))
    #expect(try ProgramRun(["bench"]).lines == ["flip-kms: bench needs --size WxH or --suite"])
  }
}
