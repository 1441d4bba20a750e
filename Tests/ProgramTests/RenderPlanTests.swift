import FlipBoard
import Testing

@testable import flip_kms

/// Which instants `render` draws.
@Suite struct RenderPlanTests {
  private func plan(_ options: [String]) throws(Failure) -> RenderPlan {
    let fixed = ["render", "--size", "64x48", "--at", "2026-01-01T00:00:00Z", "-o", "x.png"]
    return try RenderPlan(try Invocation(fixed + options), zone: .utc)
  }

  private func nanoseconds(_ plan: RenderPlan) -> [Int64] {
    (0..<plan.count).map { plan.instant($0).nanoseconds - plan.start.nanoseconds }
  }

  @Test func instantsAreFramesAfterTheStart() throws {
    #expect(nanoseconds(try plan([])) == [0])
    #expect(
      nanoseconds(try plan(["--for", "0.4", "--fps", "10"])) == [0, 100_000_000, 200_000_000, 300_000_000])
    // Thirds of a second, to the nearest nanosecond, without adding up their error.
    #expect(nanoseconds(try plan(["--for", "1", "--fps", "3"])) == [0, 333_333_333, 666_666_667])
    // 30000/1001 a second: frame 30 starts after 1.001 s.
    let broadcast = try plan(["--for", "2", "--fps", "29.97"])
    #expect(broadcast.count == 60)
    #expect(nanoseconds(broadcast)[1] == 33_366_667)
    #expect(nanoseconds(broadcast)[30] == 1_001_000_000)
    // A frame for every second of a day, and a thousand of each second.
    #expect(try plan(["--for", "86400", "--fps", "1"]).count == 86_400)
    let longest = try plan(["--for", "86400", "--fps", "1000"])
    #expect(longest.count == 86_400_000)
    #expect(longest.instant(86_399_999).nanoseconds - longest.start.nanoseconds == 86_399_999_000_000)
    #expect(try plan(["--for", "0.001", "--fps", "1"]).count == 1)
    #expect(try plan(["--for", "1.0001", "--fps", "30"]).count == 31)
  }

  /// The clock's last instant has a picture, and each before it one of its own.
  @Test func seriesUpToTheEndOfTheClock() throws {
    let last = ["--at", "2262-04-11T23:47:16.854775807Z"]
    #expect(try plan(last).start.nanoseconds == .max)
    #expect(try plan(last + ["--for", "1", "--fps", "1"]).count == 1)
    let series = try plan(["--at", "2262-04-11T23:47:16.75Z", "--for", "0.2", "--fps", "10"])
    #expect(nanoseconds(series) == [0, 100_000_000])
    // It is refused to the nanosecond: one less in between, and it still is.
    #expect(throws: Failure.self) {
      try plan(["--at", "2262-04-11T23:47:15.854775808Z", "--for", "2", "--fps", "1"])
    }
    #expect(try plan(["--at", "2262-04-11T23:47:15.854775807Z", "--for", "2", "--fps", "1"]).count == 2)
  }

  /// At every rate that is whole: as many frames as its seconds hold, evenly spread.
  @Test func everyWholeRate() throws {
    for fps in 1...1000 {
      let plan = try plan(["--for", "1", "--fps", "\(fps)"])
      #expect(plan.count == fps)
      let last = plan.instant(fps - 1).nanoseconds - plan.start.nanoseconds
      let exact = Double(fps - 1) / Double(fps) * 1e9
      #expect(abs(Double(last) - exact) <= 0.5)
      #expect(plan.instant(fps).nanoseconds - plan.start.nanoseconds == 1_000_000_000)
    }
  }

  @Test(
    arguments: [
      (["--for", "1"], "--for needs --fps N, the pictures a second"),
      (["--fps", "1"], "--fps needs --for SECONDS, how long"),
      (["--for", "0", "--fps", "1"], "--for '0': expected a number from 0.001 to 86400"),
      (["--for", "86401", "--fps", "1"], "--for '86401': expected a number from 0.001 to 86400"),
      (["--for", "1", "--fps", "0"], "--fps '0': expected a number from 0.1 to 1000"),
      (["--for", "1", "--fps", "inf"], "--fps 'inf': expected a number from 0.1 to 1000"),
      (
        ["--size", "0x0"],
        "--size '0x0': expected a size in pixels such as 1920x1080, from 16x16 to 16384x16384"
      ),
      (
        ["--at", "yesterday"],
        "--at 'yesterday': expected an instant such as 2026-12-31T23:59:59.75, with Z or an offset or local to the timezone"
      ),
      (
        ["--at", "9999-01-01T00:00:00Z"],
        "--at '9999-01-01T00:00:00Z': expected an instant from 1677-09-21T00:12:44Z to 2262-04-11T23:47:16Z"
      ),
      (
        ["--at", "2016-12-31T23:59:60Z"],
        "--at '2016-12-31T23:59:60Z': expected seconds up to 59, as the system's clock counts no leap seconds"
      ),
      (
        ["--at", "2262-04-11T23:47:16.75Z", "--for", "0.3", "--fps", "10"],
        "--for '0.3': expected the last picture at 2262-04-11T23:47:16.854775807Z at the latest, the end of the clock"
      ),
    ] as [([String], String)])
  func refused(options: [String], line: String) {
    #expect(throws: Failure(.usage, line)) { try plan(options) }
  }

  @Test func theBar() {
    #expect(
      Progress.bar(0, of: 300, seconds: 1).hasPrefix(
        "[" + String(repeating: " ", count: 30) + "]   0% 0/300, "))
    #expect(
      Progress.bar(150, of: 300, seconds: 3).hasPrefix(
        "[" + String(repeating: "#", count: 15) + String(repeating: " ", count: 15)
          + "]  50% 150/300, 3 s left"))
    #expect(
      Progress.bar(300, of: 300, seconds: 3).hasPrefix(
        "[" + String(repeating: "#", count: 30) + "] 100% 300/300, 0 s left"))
  }
}
