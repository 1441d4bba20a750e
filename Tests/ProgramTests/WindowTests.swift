import FlipKMS
import Testing

@testable import flip_kms

/// Windows of the day, for `off` and `dim`.
@Suite struct WindowTests {
  private func window(_ text: String) throws -> DisplaySchedule.Window {
    let windows = try #require(readWindows(text))
    try #require(windows.count == 1)
    return windows[0]
  }

  @Test func daysAndTimes() throws {
    #expect(try window("Fri 22:00-07:00") == .init(days: 0b010_0000, from: 1320, until: 420))
    #expect(try window("mon-FRI 9:05 - 24:00") == .init(days: 0b011_1110, from: 545, until: 1440))
    #expect(try window("Fri-Mon Wed 00:00-00:01") == .init(days: 0b110_1011, from: 0, until: 1))
    #expect(try window("Sat-Sat 12:00-12:00") == .init(days: 0b100_0000, from: 720, until: 720))
    #expect(try window("Sun-Sat 12:00-13:00") == .init(from: 720, until: 780))
    var settings = Settings()
    #expect(Setting.named("off")!.assign("Fri 22:00-07:00", &settings))
    #expect(Setting.named("dim")!.assign("20:00-22:00 30%", &settings))
    #expect(settings.display.schedule.state(weekday: 6, second: 6 * 3600) == .off)
    #expect(settings.display.schedule.state(weekday: 6, second: 21 * 3600) == .dim(30))
    #expect(settings.display.schedule.state(weekday: 6, second: 22 * 3600) == .on)
  }

  /// Counted minute by minute over a week: a window holds as long as its length says, on its days.
  @Test(
    arguments: [
      ("22:00-06:30", 7 * 8.5), ("06:30-22:00", 7 * 15.5), ("Mon-Fri 23:00-07:00", 5 * 8.0),
      ("Sat-Sun 00:00-24:00", 2 * 24.0), ("Fri-Mon 12:00-13:00", 4.0), ("Sun Wed 00:00-00:01", 2 / 60.0),
      ("00:00-00:00", 7 * 24.0), ("Tue 08:00-08:00", 24.0),
    ] as [(String, Double)])
  func hoursAWeek(text: String, hours: Double) throws {
    let window = try window(text)
    var count = 0
    for weekday in 0..<7 {
      for minute in 0..<1440
      where DisplaySchedule(off: [window]).state(weekday: weekday, second: minute * 60) == .off {
        count += 1
      }
    }
    #expect(count == Int((hours * 60).rounded()))
    #expect(try self.window(window.text) == window)
  }

  @Test func lists() throws {
    #expect(readWindows("22:00-06:30,Mon 1:00-2:00 , Sat Sun 10:00 - 11:00")?.count == 3)
    let dim = try #require(readDimWindows("20:00-22:00, 06:00-07:00 30%, Mon 08:00-09:00 5%"))
    #expect(dim.map(\.brightness) == [30, 30, 5])
    for text in [
      "22:00", "22:00-", "-06:00", "24:00-06:00", "22:60-06:00", "22:00-24:01", "Foo 22:00-06:00",
      "Mon- 22:00-06:00",
      "22:00-06:00,", ",22:00-06:00", "22:00-06:00 30%", "Mon22:00-06:00", "22:00-06:00 x", "22:00-06:00;",
      "2200-0600",
    ] {
      #expect(readWindows(text) == nil, "\(text)")
    }
    for text in [
      "22:00-06:00", "22:00-06:00 0%", "22:00-06:00 101%", "22:00-06:00 30", "30%", "22:00-06:00 30% 20%",
    ] {
      #expect(readDimWindows(text) == nil, "\(text)")
    }
    #expect(readWindows(Array(repeating: "1:00-2:00", count: 101).joined(separator: ",")) == nil)
  }
}
