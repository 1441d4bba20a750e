import FlipBoard
import FlipKMS
import Testing

@testable import flip_kms

@Suite("Hours in which the display is off or dim")
struct LightingTests {
  /// 22:00-06:30 every day, and 30 % from 20:00 on.
  let schedule = DisplaySchedule(
    off: [.init(from: 22 * 60, until: 6 * 60 + 30)],
    dim: [(window: .init(from: 20 * 60, until: 22 * 60), brightness: 30)])

  @Test(
    "State and next change by the zone's own clocks",
    arguments: [
      ("2026-06-01T17:59:59Z", DisplaySchedule.State.on, "2026-06-01T18:00:00Z"),
      ("2026-06-01T18:00:00Z", .dim(30), "2026-06-01T20:00:00Z"),
      ("2026-06-01T20:00:00Z", .off, "2026-06-02T04:30:00Z"),
      ("2026-06-02T04:30:00Z", .on, "2026-06-02T18:00:00Z"),
      // The night of October in which the clocks go back: off an hour longer.
      ("2026-10-24T20:00:00Z", .off, "2026-10-25T05:30:00Z"),
    ])
  func berlin(at: String, state: DisplaySchedule.State, next: String) throws {
    let zone = try Zone(named: "Europe/Berlin")
    var lighting = Lighting()
    _ = lighting.update(schedule, zone: zone, now: try Instant(parsing: at, zone: .utc))
    #expect(lighting.state == state)
    #expect(try lighting.nextChange == Instant(parsing: next, zone: .utc).nanoseconds)
  }

  @Test("A change is told once")
  func once() throws {
    var lighting = Lighting()
    let evening = try Instant(parsing: "2026-06-01T21:00:00Z", zone: .utc)
    let first = lighting.update(schedule, zone: .utc, now: evening)
    #expect(first && lighting.brightness == 0.3)
    let second = lighting.update(schedule, zone: .utc, now: evening)
    #expect(!second)
    let third = lighting.update(DisplaySchedule(), zone: .utc, now: evening)
    #expect(third && lighting.brightness == 1 && lighting.nextChange == nil)
  }
}
