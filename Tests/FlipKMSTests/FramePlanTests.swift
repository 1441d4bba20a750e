import Testing

@testable import FlipKMS

@Suite("When to wake for a frame")
struct FramePlanTests {
  static let start = FrameClockTests.start

  @Test(
    "The nearest vblank to the target that can be reached",
    arguments: [
      // target, now, presentation, wake: after `start`, in ms; drawing takes 5, margin 2
      (60, 1, 60, 53), (69, 1, 60, 53), (70, 1, 80, 73), (71, 1, 80, 73), (51, 1, 60, 53),
      // The past, and what is too near: as soon as can be.
      (0, 1, 20, 13), (-500, 1, 20, 13), (20, 13, 20, 13), (20, 14, 40, 33), (20, 33, 40, 33),
      (20, 34, 60, 53),
    ] as [(Int64, Int64, Int64, Int64)])
  func nearest(_ target: Int64, _ now: Int64, _ presentation: Int64, _ wake: Int64) {
    let wanted: Int64? = [-500: -500, 0: 0, 20: 20, 51: 60, 60: 60, 69: 60, 70: 80, 71: 80][target]
    var clock = FrameClockTests.paced()
    clock.drew(in: 5_000_000)
    let plan = clock.plan(for: Self.start + target * 1_000_000, now: Self.start + now * 1_000_000)
    #expect(plan.presentation == Self.start + presentation * 1_000_000)
    #expect(plan.wake == Self.start + wake * 1_000_000)
    #expect(plan.wanted == wanted.map { Self.start + $0 * 1_000_000 })
  }

  @Test(
    "The first frame of a change that is known has three quarters of a period, and more where drawing takes more",
    arguments: [
      // drawing, target, now, presentation, wake: in ms after `start`, as above
      (1, 60, 1, 60, 45), (13, 60, 1, 60, 45), (14, 60, 1, 60, 44), (1, 60, 50, 60, 50), (1, 60, 58, 80, 65),
    ] as [(Int64, Int64, Int64, Int64, Int64)])
  func first(_ drawing: Int64, _ target: Int64, _ now: Int64, _ presentation: Int64, _ wake: Int64) {
    var clock = FrameClockTests.paced()
    clock.drew(in: drawing * 1_000_000)
    let plan = clock.plan(
      for: Self.start + target * 1_000_000, now: Self.start + now * 1_000_000, isFirst: true)
    #expect(plan.presentation == Self.start + presentation * 1_000_000)
    #expect(plan.wake == Self.start + wake * 1_000_000)
  }

  @Test("A plan that is made as long before a change as is said begins no earlier than it is made")
  func planAhead() {
    var dice = Dice(seed: 5)
    for _ in 0..<5000 {
      let period = Int64(dice.roll(1_000_000...200_000_000))
      var clock = FrameClock(period: Int(period), margin: Int64(dice.roll(0...3_000_000)))
      clock.flipped(time: Self.start - period, sequence: 6, now: Self.start)
      clock.flipped(time: Self.start, sequence: 7, now: Self.start)
      clock.drew(in: Int64(dice.roll(0...60_000_000)))
      let target = Self.start + Int64(dice.roll(1_000_000_000...9_000_000_000))
      let now = target - clock.planAhead
      let plan = clock.plan(for: target, now: now, isFirst: true)
      #expect(plan.wake > now && plan.presentation == plan.wanted)
    }
  }

  @Test("Plans lie on vblanks, can be reached, and are no farther from a reachable target than half a period")
  func plans() {
    var dice = Dice(seed: 1)
    for _ in 0..<5000 {
      let period = Int64(dice.roll(4_000_000...42_000_000))
      var clock = FrameClock(period: Int(period), margin: Int64(dice.roll(1_000...3_000_000)))
      let anchor = Int64(dice.roll(1_000_000_000...4_000_000_000_000))
      clock.flipped(time: anchor - period, sequence: 6, now: anchor)
      clock.flipped(time: anchor, sequence: 7, now: anchor)
      let drawing = Int64(dice.roll(0...60_000_000))
      clock.drew(in: drawing)
      let now = anchor + Int64(dice.roll(0...1_000_000_000))
      let target = now + Int64(dice.roll(-200_000_000...500_000_000))
      let plan = clock.plan(for: target, now: now)
      let lead = drawing + clock.margin
      #expect((plan.presentation - anchor) % period == 0)
      #expect(plan.wake >= now && plan.presentation - plan.wake >= lead)
      if target - period / 2 >= now + lead {
        #expect(abs(plan.presentation - target) * 2 <= period + 1)
      } else {
        #expect(plan.presentation < max(now + lead, target) + period)
      }
    }
  }
}
