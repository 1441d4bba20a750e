import Testing

@testable import FlipKMS

@Suite("Off and dim")
struct ScheduleTests {
  typealias Window = DisplaySchedule.Window
  static let weekdays: UInt8 = 0b011_1110

  /// Asked at a weekday and a time of day, `HHMM`.
  static func state(_ schedule: DisplaySchedule, _ weekday: Int, _ clock: Int) -> DisplaySchedule.State {
    schedule.state(weekday: weekday, second: clock / 100 * 3600 + clock % 100 * 60)
  }

  @Test(
    "A window belongs to the day it starts on",
    arguments: [
      // Fridays 22:00-07:00
      (5, 2159, false), (5, 2200, true), (6, 0, true), (6, 200, true), (6, 659, true), (6, 700, false),
      (6, 2300, false), (5, 200, false), (0, 200, false), (4, 2300, false),
    ])
  func friday(_ weekday: Int, _ clock: Int, _ isOff: Bool) {
    let schedule = DisplaySchedule(off: [Window(days: 1 << 5, from: 22 * 60, until: 7 * 60)])
    #expect(Self.state(schedule, weekday, clock) == (isOff ? .off : .on))
  }

  @Test("Saturday's window reaches into Sunday, the first day")
  func overTheWeek() {
    let schedule = DisplaySchedule(off: [Window(days: 1 << 6, from: 23 * 60, until: 60)])
    #expect(Self.state(schedule, 0, 30) == .off)
    #expect(Self.state(schedule, 1, 30) == .on)
  }

  @Test("Off goes before dim, the darkest dim before others")
  func order() {
    let schedule = DisplaySchedule(
      off: [Window(from: 23 * 60, until: 6 * 60)],
      dim: [(Window(from: 20 * 60, until: 8 * 60), 50), (Window(from: 21 * 60, until: 22 * 60), 10)])
    #expect(Self.state(schedule, 3, 2030) == .dim(50))
    #expect(Self.state(schedule, 3, 2130) == .dim(10))
    #expect(Self.state(schedule, 3, 2330) == .off)
    #expect(Self.state(schedule, 3, 700) == .dim(50))
    #expect(Self.state(schedule, 3, 1200) == .on)
  }

  @Test("A window of equal ends is a whole day; 24:00 is the end of the day")
  func wholeDays() {
    let day = DisplaySchedule(off: [Window(days: 1, from: 480, until: 480)])
    #expect(Self.state(day, 0, 759) == .on && Self.state(day, 0, 800) == .off)
    #expect(Self.state(day, 1, 759) == .off && Self.state(day, 1, 800) == .on)
    let end = DisplaySchedule(off: [Window(days: 1, from: 1380, until: 1440)])
    #expect(Self.state(end, 0, 2359) == .off && Self.state(end, 1, 0) == .on)
  }

  @Test("The next change")
  func next() {
    let schedule = DisplaySchedule(off: [Window(days: Self.weekdays, from: 1320, until: 390)])
    #expect(
      schedule.nextChange(weekday: 1, second: 0) == .init(daysAhead: 0, second: 22 * 3600, state: .off))
    #expect(
      schedule.nextChange(weekday: 1, second: 22 * 3600)
        == .init(daysAhead: 1, second: 6 * 3600 + 1800, state: .on))
    // Friday night's window ends on Saturday, and the next begins on Monday.
    #expect(
      schedule.nextChange(weekday: 6, second: 7 * 3600) == .init(daysAhead: 2, second: 22 * 3600, state: .off)
    )
    #expect(DisplaySchedule().nextChange(weekday: 0, second: 0) == nil)
    let always = DisplaySchedule(off: [Window(from: 0, until: 1440)])
    #expect(always.nextChange(weekday: 0, second: 5) == nil)
    let once = DisplaySchedule(off: [Window(days: 1, from: 60, until: 120)])
    #expect(once.nextChange(weekday: 0, second: 7200) == .init(daysAhead: 7, second: 3600, state: .off))
  }

  @Test("Between now and the next change nothing changes, and then it does, whatever the windows")
  func everyMinute() {
    var dice = Dice(seed: 4)
    for _ in 0..<20 {
      func window() -> Window {
        let from = dice.roll(0...1439)
        let until = dice.chance(20) ? from : dice.roll(0...1440)
        return Window(days: UInt8(dice.roll(1...127)), from: from, until: until)
      }
      let schedule = DisplaySchedule(
        off: (0..<dice.roll(0...2)).map { _ in window() },
        dim: (0..<dice.roll(0...2)).map { _ in (window(), dice.roll(1...3)) })
      let states = (0..<7 * 1440).map { schedule.state(weekday: $0 / 1440, second: $0 % 1440 * 60) }
      for _ in 0..<20 {
        let start = dice.roll(0...7 * 1440 - 1)
        let found = schedule.nextChange(weekday: start / 1440, second: start % 1440 * 60)
        let step = (1...7 * 1440).first { states[(start + $0) % states.count] != states[start] }
        guard let step else {
          #expect(found == nil)
          continue
        }
        let then = start % 1440 + step
        #expect(
          found
            == .init(
              daysAhead: then / 1440, second: then % 1440 * 60, state: states[(start + step) % states.count]))
      }
    }
  }
}
