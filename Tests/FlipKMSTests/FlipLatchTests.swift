import Testing

@testable import FlipKMS

@Suite("One frame at a time")
struct FlipLatchTests {
  static let period: Int64 = 16_000_000
  static let second: Int64 = 1_000_000_000

  enum Event: CaseIterable {
    case want, itsEvent, oldEvent, bareEvent, aPeriod, patience, stop, start
    /// What the kernel will say to the frame that an action sends.
    case sendAndTake, sendAndBusy, sendAndRefuse
  }

  /// A display as it is, told from the latch's opinion of it.
  struct World {
    var latch = FlipLatch(period: FlipLatchTests.period)
    var now: Int64 = 1_000_000_000
    /// What the latch last asked for and was not done yet.
    var order = FlipLatch.Action.rest
    /// The numbers of frames that the kernel has taken and not told of.
    var inFlight: UInt32?
    var lastNumber: UInt32?
    var keepsFrame = false
    var isStopped = false
    /// Something is new that neither was drawn nor is being asked for.
    var owes = false
    var losses = 0
    var fault: String?
  }

  static func step(_ before: World, _ event: Event) -> World? {
    guard before.fault == nil, before.order != .exit else { return nil }
    var world = before
    var answer: FlipLatch.Action?
    // Orders are done before anything else happens; several answers of the kernel branch here.
    let isSending = event == .sendAndTake || event == .sendAndBusy || event == .sendAndRefuse
    guard event == .stop || isSending == (before.order != .rest) else { return nil }
    switch event {
    case .want:
      if !world.isStopped { world.owes = true }
      answer = world.latch.want()
    case .itsEvent:
      guard let number = world.inFlight else { return nil }
      world.inFlight = nil
      answer = world.latch.flipped(number)
    case .bareEvent:
      guard world.inFlight != nil else { return nil }
      world.inFlight = nil
      answer = world.latch.flipped(nil)
    case .oldEvent:
      guard let number = world.lastNumber else { return nil }
      let deadline = world.latch.deadline
      answer = world.latch.flipped(number &- 1)
      if answer == .rest, world.latch.deadline != deadline { world.fault = "an old event moved the deadline" }
      if answer == .draw { world.fault = "an old event let a frame out" }
    case .aPeriod, .patience:
      world.now += event == .aPeriod ? period : second
      answer = world.latch.timePassed(world.now)
      if answer == .modeset || answer == .exit {
        world.losses += 1
        world.inFlight = nil
        world.keepsFrame = false
      }
      if answer == .exit, world.losses < 2 { world.fault = "gave up at the first loss" }
      if answer == .modeset, world.losses > 1 { world.fault = "a second loss was a second modeset" }
    case .stop:
      world.latch.stop()
      world.order = .rest
      (world.isStopped, world.owes, world.keepsFrame, world.inFlight) = (true, false, false, nil)
    case .start:
      guard world.isStopped else { return nil }
      world.latch.start()
      world.isStopped = false
    case .sendAndTake, .sendAndBusy, .sendAndRefuse:
      if before.order != .retry { world.owes = false }
      let number = world.latch.arm(at: world.now)
      world.lastNumber = number
      world.order = .rest
      switch event {
      case .sendAndTake: (world.inFlight, world.keepsFrame) = (number, false)
      case .sendAndBusy:
        world.keepsFrame = true
        answer = world.latch.busy(at: world.now)
      default:
        // Whoever handles the refusal draws anew.
        world.latch.refused()
        (world.keepsFrame, world.owes) = (false, false)
      }
    }
    if let answer {
      world.order = answer
      if answer == .draw, world.inFlight != nil || world.keepsFrame { world.fault = "two frames at once" }
      if answer == .retry, !world.keepsFrame { world.fault = "nothing is kept to send again" }
      if world.isStopped, answer != .rest { world.fault = "something was done while stopped" }
    }
    if (world.inFlight != nil || world.keepsFrame) && world.order == .rest && world.latch.deadline == nil {
      world.fault = "nobody watches over a frame on its way"
    }
    if world.owes, world.order == .rest, world.inFlight == nil, !world.keepsFrame, !world.isStopped {
      world.fault = "what is new would never be drawn"
    }
    return world
  }

  @Test("In every order of events nothing is lost, doubled or left unwatched")
  func everyOrder() {
    var faults: Set<String> = []
    let steps = walk(World(), events: Event.allCases, length: 8) { world, event in
      let next = Self.step(world, event)
      if let fault = next?.fault { faults.insert(fault) }
      return next
    }
    #expect(faults == [])
    #expect(steps > 50_000)
  }

  @Test("What comes while a frame is on its way is drawn once, after it")
  func more() {
    var latch = FlipLatch(period: Self.period)
    #expect(latch.want() == .draw)
    let number = latch.arm(at: 0)
    #expect(latch.want() == .rest && latch.want() == .rest)
    #expect(latch.flipped(number) == .draw)
    let next = latch.arm(at: Self.period)
    #expect(latch.flipped(next) == .rest)
    #expect(!latch.isBusy && latch.deadline == nil)
  }

  @Test("EBUSY keeps the frame until an event, or a period")
  func busy() {
    var latch = FlipLatch(period: Self.period)
    _ = latch.want()
    _ = latch.arm(at: 0)
    #expect(latch.busy(at: 5) == .rest)
    #expect(latch.deadline == Self.period + 5)
    #expect(latch.timePassed(Self.period) == .rest)
    #expect(latch.timePassed(Self.period + 5) == .retry)
    _ = latch.arm(at: Self.period + 5)
    _ = latch.busy(at: Self.period + 5)
    #expect(latch.flipped(nil) == .retry)
  }

  @Test("A kernel that stays busy counts as a lost event, from the first refusal on")
  func busyForever() {
    var latch = FlipLatch(period: Self.period)
    _ = latch.want()
    _ = latch.arm(at: 0)
    _ = latch.busy(at: 0)
    var now: Int64 = 0
    var retries = 0
    while latch.timePassed(now) != .modeset {
      if now > 3 * Self.second { break }
      if let deadline = latch.deadline, now >= deadline - Self.period {
        _ = latch.arm(at: now)
        _ = latch.busy(at: now)
        retries += 1
      }
      now += Self.period
    }
    #expect(now >= Self.second && now < Self.second + 2 * Self.period)
    #expect(retries > 20)
  }

  @Test("A lost event is one modeset, a second one the end; a hundred good flips forgive")
  func lost() {
    var latch = FlipLatch(period: Self.period)
    func lose(_ latch: inout FlipLatch, at now: Int64) -> FlipLatch.Action {
      _ = latch.arm(at: now)
      return latch.timePassed(now + Self.second)
    }
    #expect(lose(&latch, at: 0) == .modeset)
    for frame in 1...99 {
      let number = latch.arm(at: Int64(frame))
      #expect(latch.flipped(number) == .rest)
    }
    var other = latch
    #expect(lose(&other, at: 0) == .exit)
    let number = latch.arm(at: 0)
    _ = latch.flipped(number)
    #expect(lose(&latch, at: 0) == .modeset)
  }

  @Test("An event that comes late was not lost, however often that happens")
  func late() {
    var latch = FlipLatch(period: Self.period)
    for frame in 0..<10 {
      let now = Int64(frame) * 10 * Self.second
      let number = latch.arm(at: now)
      #expect(latch.timePassed(now + Self.second) == .modeset)
      let mending = latch.arm(at: now + Self.second)
      #expect(latch.flipped(number) == .rest)
      #expect(latch.deadline == now + 2 * Self.second)
      #expect(latch.flipped(mending) == .rest)
    }
  }

  @Test("How long a commit blocks is not waited for an event; one that came before its return is done")
  func blocked() {
    var latch = FlipLatch(period: Self.period)
    let number = latch.arm(at: 0)
    latch.returned(at: 10 * Self.second)
    #expect(latch.deadline == 11 * Self.second)
    #expect(latch.timePassed(11 * Self.second - 1) == .rest)
    #expect(latch.flipped(number) == .rest)
    latch.returned(at: 12 * Self.second)
    #expect(latch.deadline == nil && !latch.isBusy)
    _ = latch.arm(at: 12 * Self.second)
    _ = latch.want()
    latch.returned(at: 13 * Self.second)
    #expect(latch.timePassed(14 * Self.second) == .modeset)
  }

  @Test("Patience is five periods, and at least a second")
  func patience() {
    #expect(FlipLatch(period: Self.period).patience == Self.second)
    #expect(FlipLatch(period: Self.second).patience == 5 * Self.second)
    var slow = FlipLatch(period: Self.second)
    _ = slow.arm(at: 0)
    #expect(slow.timePassed(5 * Self.second - 1) == .rest)
    #expect(slow.timePassed(5 * Self.second) == .modeset)
  }

  @Test("An event of whoever had the CRTC before is known as another's")
  func numbers() {
    var latch = FlipLatch(period: Self.period, numberAbove: 1 << 20)
    let number = latch.arm(at: 0)
    #expect(number == (1 << 20) + 1)
    #expect(latch.flipped(1) == .rest)
    #expect(latch.isBusy)
    #expect(latch.flipped(number) == .rest)
    #expect(!latch.isBusy)
  }
}
