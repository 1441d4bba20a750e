import Testing

@testable import FlipKMS

@Suite("When frames are seen")
struct FrameClockTests {
  static let period: Int64 = 20_000_000
  static let start: Int64 = 5_000_000_000

  /// A clock that has seen two vblanks, the last at `start`, number 101.
  static func paced(margin: Int64 = 2_000_000) -> FrameClock {
    var clock = FrameClock(period: Int(period), margin: margin)
    clock.flipped(time: start - period, sequence: 100, now: start - period)
    clock.flipped(time: start, sequence: 101, now: start + 100_000)
    return clock
  }

  @Test("Times that lie are not believed: zero, old, of the future")
  func lies() {
    for lie in [0, -5, Self.start - 9_000_000_000, Self.start + 300_000_000, .max, .min] as [Int64] {
      var clock = Self.paced()
      let before = clock.plan(for: Self.start + 100_000_000, now: Self.start + 41_000_000)
      let seen = clock.flipped(time: lie, sequence: 103, now: Self.start + 40_500_000)
      #expect(seen == Self.start + 40_500_000)
      #expect(clock.plan(for: Self.start + 100_000_000, now: Self.start + 41_000_000) == before)
      var fresh = FrameClock(period: Int(Self.period))
      fresh.flipped(time: lie, sequence: 1, now: Self.start)
      #expect(!fresh.hasVBlanks)
    }
  }

  @Test("A driver that counts no vblanks shows a frame when it is sent, one a period at most")
  func uncounted() {
    var clock = FrameClock(period: Int(Self.period))
    #expect(clock.plan(for: 500, now: 0).presentation == 2_000_000)
    clock.flipped(time: Self.start, sequence: 0, now: Self.start)
    clock.flipped(time: Self.start + 3_000_000, sequence: 0, now: Self.start + 3_000_000)
    #expect(!clock.hasVBlanks)
    let soon = clock.plan(for: Self.start + 4_000_000, now: Self.start + 3_500_000)
    #expect(soon.presentation == Self.start + 23_000_000)
    #expect(soon.wake == Self.start + 21_000_000)
    let later = clock.plan(for: Self.start + 90_000_000, now: Self.start + 3_500_000)
    #expect(later.presentation == Self.start + 90_000_000)
  }

  @Test("A rate that is not the mode's is measured; one within 2 % is the mode's")
  func measured() {
    var clock = FrameClock(period: 16_666_667)
    for frame in 0..<4 as Range<Int64> {
      let time = Self.start + frame * 6_944_444
      clock.flipped(time: time, sequence: UInt32(frame + 1), now: time)
    }
    #expect(clock.period == 6_944_444)
    // One that is late is no other rate, and neither is the next that is early for it.
    var late = Self.paced()
    late.flipped(time: Self.start + 27_000_000, sequence: 102, now: Self.start + 27_000_000)
    late.flipped(time: Self.start + 40_000_000, sequence: 103, now: Self.start + 40_000_000)
    #expect(late.period == Self.period)
    for frame in 4..<6 as Range<Int64> {
      let time = Self.start + frame * 6_944_444 + (frame - 3) * 9_722_223
      clock.flipped(time: time, sequence: UInt32(frame + 1), now: time)
    }
    #expect(clock.period == 16_666_667)
  }

  @Test("The counter wraps, and an idle minute in between measures nothing")
  func wrap() {
    var clock = FrameClock(period: Int(Self.period))
    clock.flipped(time: Self.start, sequence: .max, now: Self.start)
    clock.flipped(time: Self.start + Self.period, sequence: 0, now: Self.start + Self.period)
    #expect(clock.hasVBlanks && clock.period == Self.period)
    let late = Self.start + 60_000_000_000
    clock.flipped(time: late, sequence: 2900, now: late)
    #expect(clock.period == Self.period)
  }

  @Test("After half a minute the last vblank is too old to reckon by, until told anew")
  func idle() {
    var clock = Self.paced()
    #expect(!clock.needsAnchor(at: Self.start + 25_000_000_000))
    #expect(clock.needsAnchor(at: Self.start + 25_000_000_001))
    clock.anchor(time: Self.start + 30_000_000_000, sequence: 1601, now: Self.start + 30_000_000_000)
    #expect(!clock.needsAnchor(at: Self.start + 31_000_000_000))
    #expect(!FrameClock(period: nil).needsAnchor(at: .max))
  }

  @Test("After any order of events, true and untrue, a plan can be kept and lies on what was last believed")
  func everyOrder() {
    enum Event: CaseIterable { case vblank, late, uncounted, zero, old, future, repeated, anchor }
    struct World {
      var clock = FrameClock(period: Int(FrameClockTests.period))
      var now = FrameClockTests.start
      var sequence: UInt32 = 0
    }
    var isWrong = false
    walk(World(), events: Event.allCases, length: 4) { before, event in
      var world = before
      world.now += 2 * Self.period
      let now = world.now
      if event == .vblank || event == .late || event == .anchor { world.sequence &+= 2 }
      let time: Int64 =
        switch event {
        case .zero: 0
        case .old: now - 5_000_000_000
        case .future: now + 5_000_000_000
        case .late: now - 7_000_000
        default: now
        }
      if event == .anchor {
        world.clock.anchor(time: time, sequence: world.sequence, now: now)
      } else {
        let number = event == .uncounted ? 0 : world.sequence
        let seen = world.clock.flipped(time: time, sequence: number, now: now)
        if seen != (abs(now - time) < 1_000_000_000 ? time : now) { isWrong = true }
      }
      let plan = world.clock.plan(for: now + 55_000_000, now: now + 1)
      if plan.wake <= now || plan.presentation < plan.wake + world.clock.margin { isWrong = true }
      // The target can be reached, so it is met to half a period.
      if abs(plan.presentation - now - 55_000_000) > world.clock.period / 2 + 1 { isWrong = true }
      if world.clock.period < 1_000_000 || world.clock.period > 200_000_000 { isWrong = true }
      return world
    }
    #expect(!isWrong)
  }

  @Test("An absurd period counts as 60 Hz")
  func absurd() {
    for period in [nil, 0, -1, 1, 20_480_000_000, Int.max] {
      #expect(FrameClock(period: period).period == 16_666_667)
    }
  }

  @Test("Drawing counts by its longest of late")
  func drawTime() {
    var clock = FrameClock(period: Int(Self.period))
    clock.drew(in: 16_000_000)
    clock.drew(in: 1_000_000)
    #expect(clock.drawTime == 15_000_000)
    for _ in 0..<100 { clock.drew(in: 1_000_000) }
    #expect(clock.drawTime <= 1_000_016)
    clock.drew(in: 8_000_000)
    #expect(clock.drawTime == 8_000_000)
  }
}

@Suite("Figures")
struct FiguresTests {
  @Test("Percentiles are within 1/32 of the true ones, extremes exact")
  func percentiles() {
    var dice = Dice(seed: 9)
    for scale in [10, 1000, 20_000_000, 1 << 44] {
      var histogram = Histogram()
      var values: [Int64] = []
      for _ in 0..<2000 {
        let value = Int64(dice.roll(-scale / 4...scale))
        values.append(value)
        histogram.add(value)
      }
      values.sort()
      #expect(histogram.count == 2000)
      #expect(histogram.minimum == values[0] && histogram.maximum == values[1999])
      for percent in [0, 1, 25, 50, 99, 100] {
        let exact = values[max(1, 20 * percent) - 1]
        let found = histogram.percentile(percent) ?? .max
        #expect(abs(found - exact) * 32 <= abs(exact) + 32, "\(scale) \(percent): \(found) for \(exact)")
      }
    }
  }

  @Test("Nothing counted is nothing known, and what is beyond all bounds is still counted")
  func bounds() {
    var histogram = Histogram()
    #expect(histogram.percentile(50) == nil)
    for value in [Int64.min, .max, 0] { histogram.add(value) }
    #expect(histogram.minimum == .min && histogram.maximum == .max)
    #expect(histogram.percentile(50) == 0)
    #expect(histogram.count == 3)
  }

  @Test("Missed vblanks are those between what was wanted and what was seen")
  func missed() {
    var figures = FrameFigures()
    for (presented, expected) in [(100, 0), (95, 0), (109, 0), (110, 1), (121, 2), (160, 5)] as [(Int64, Int)]
    {
      figures.shown(presented: presented, target: 98, wanted: 100, period: 20)
      #expect(figures.missedVBlanks == expected)
    }
    #expect(figures.frames == 6)
    #expect(figures.lateness.maximum == 62 && figures.lateness.minimum == -3)
  }
}
