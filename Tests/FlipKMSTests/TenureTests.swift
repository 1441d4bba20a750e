import Testing

@testable import FlipKMS

@Suite("Whose the display is")
struct DisplayTenureTests {
  enum Event: CaseIterable { case pause, resume, forbidden, wait, granted, refused }

  /// The display as it really stands.
  struct World {
    var tenure = DisplayTenure(budget: RetryBudget(firstPause: 10, longestPause: 20, span: 50))
    var now: Int64 = 0
    /// We may make calls.
    var mayDraw = true
    /// The other terminal waits for our leave.
    var owesLeave = false
    /// We were told to ask, and have no answer yet.
    var isAsking = false
    var isOver = false
    var said = 0
    var fault: String?
  }

  static func step(_ before: World, _ event: Event) -> World? {
    guard before.fault == nil, !before.isOver else { return nil }
    var world = before
    let action: DisplayTenure.Action
    // An answer follows a question and nothing else.
    guard (event == .granted || event == .refused) == before.isAsking else { return nil }
    switch event {
    case .pause:
      world.owesLeave = true
      action = world.tenure.paused()
    case .resume: action = world.tenure.resumed()
    case .forbidden:
      guard world.mayDraw else { return nil }
      action = world.tenure.commitForbidden(at: world.now)
    case .wait:
      world.now = max(world.now + 1, world.tenure.deadline ?? 0)
      action = world.tenure.timePassed(world.now)
    case .granted:
      world.isAsking = false
      action = world.tenure.regained()
      if action != .restart { world.fault = "granted, and not used" }
    case .refused:
      world.isAsking = false
      action = world.tenure.refused(at: world.now)
      if action == .nothing, world.tenure.deadline == nil { world.fault = "refused, and never asked again" }
    }
    switch action {
    case .nothing: break
    case .stopAndAcknowledge:
      if !world.mayDraw { world.fault = "stopped twice" }
      (world.mayDraw, world.owesLeave) = (false, false)
    case .acknowledge:
      if world.mayDraw { world.fault = "gave leave while drawing" }
      world.owesLeave = false
    case .stopAndSay:
      world.mayDraw = false
      world.said += 1
    case .ask: world.isAsking = true
    case .restart: world.mayDraw = true
    case .giveUp: world.isOver = true
    }
    if world.owesLeave { world.fault = "the other terminal waits for ever" }
    if !world.isOver, world.mayDraw != world.tenure.isActive {
      world.fault = "calls are made that must not be"
    }
    return world
  }

  @Test("In every order of events leave is given at once and calls are made only while it is ours")
  func everyOrder() {
    var faults: Set<String> = []
    let steps = walk(World(), events: Event.allCases, length: 9) { world, event in
      let next = Self.step(world, event)
      if let fault = next?.fault { faults.insert(fault) }
      return next
    }
    #expect(faults == [])
    #expect(steps > 1000)
  }

  @Test("Mastership lost without a word is said once, asked for in a bounded time, then given up")
  func lost() {
    var tenure = DisplayTenure()
    #expect(tenure.commitForbidden(at: 0) == .stopAndSay)
    #expect(tenure.commitForbidden(at: 1) == .nothing)
    var asked = 0
    var now: Int64 = 0
    while let deadline = tenure.deadline, now < 100_000_000_000 {
      now = deadline
      #expect(tenure.timePassed(now) == .ask)
      asked += 1
      if tenure.refused(at: now) == .giveUp { break }
    }
    #expect(now == 10_000_000_000)
    // At 0.1, 0.3, 0.7, 1.5 s, then every second, and at the end.
    #expect(asked == 13)
    #expect(tenure.resumed() == .nothing)
  }

  @Test("While away nothing is asked for, however long")
  func away() {
    var tenure = DisplayTenure()
    #expect(tenure.paused() == .stopAndAcknowledge)
    #expect(tenure.deadline == nil)
    #expect(tenure.timePassed(.max) == .nothing)
    #expect(tenure.resumed() == .ask)
    #expect(tenure.regained() == .restart)
    #expect(tenure.isActive)
  }
}

@Suite("Retries and hotplugs")
struct PatienceTests {
  @Test(
    "Pauses double up to the longest, the last try is at the end of the span",
    arguments: [
      (10, 40, 200, [10, 30, 70, 110, 150, 190, 200]), (10, 10, 30, [10, 20, 30]), (5, 100, 5, [5]),
    ] as [(Int64, Int64, Int64, [Int64])])
  func budget(_ first: Int64, _ longest: Int64, _ span: Int64, _ expected: [Int64]) {
    var budget = RetryBudget(firstPause: first, longestPause: longest, span: span)
    for _ in 0..<2 {
      var instants: [Int64] = []
      var now: Int64 = 0
      while case .again(let at) = budget.refused(at: now) {
        #expect(at > now)
        instants.append(at)
        now = at
      }
      #expect(instants == expected)
      #expect(budget.refused(at: now + 1_000_000) == .giveUp)
      budget.granted()
    }
  }

  @Test(
    "Whenever it is refused and granted, the next try lies ahead, and within the span of the first refusal")
  func everyBudget() {
    struct World {
      var budget = RetryBudget(firstPause: 3, longestPause: 10, span: 40)
      var now: Int64 = 0
      var since: Int64?
    }
    var isWrong = false
    walk(World(), events: [0, 3, 25, -1] as [Int64], length: 7) { before, event in
      var world = before
      guard event >= 0 else {
        world.budget.granted()
        world.since = nil
        return world
      }
      world.now += event
      let since = world.since ?? world.now
      world.since = since
      switch world.budget.refused(at: world.now) {
      case .again(let at): if at <= world.now || at > since + 40 { isWrong = true }
      case .giveUp: if world.now < since + 40 { isWrong = true }
      }
      return world
    }
    #expect(!isWrong)
  }

  @Test("No span is no second try")
  func none() {
    var budget = RetryBudget(firstPause: 1, longestPause: 1, span: 0)
    #expect(budget.refused(at: 7) == .giveUp)
  }

  @Test("One scan follows a burst, when it is quiet or a second after its start")
  func debounce() {
    var hotplug = HotplugDebounce(quiet: 200, longest: 1000)
    #expect(hotplug.deadline == nil && !hotplug.isDue(at: 0))
    for now in stride(from: Int64(0), through: 300, by: 100) { hotplug.told(at: now) }
    #expect(hotplug.deadline == 500)
    #expect(!hotplug.isDue(at: 499) && hotplug.isDue(at: 500) && !hotplug.isDue(at: 501))
    for now in stride(from: Int64(1000), through: 1950, by: 50) { hotplug.told(at: now) }
    #expect(hotplug.deadline == 2000)
    #expect(hotplug.isDue(at: 2000) && hotplug.deadline == nil)
  }

  @Test("However a burst falls, each telling is followed by a scan, within a second, and none without one")
  func everyBurst() {
    struct World {
      var hotplug = HotplugDebounce(quiet: 2, longest: 6)
      var now: Int64 = 0
      var since: Int64?
      var isWrong = false
    }
    var isWrong = false
    walk(World(), events: [true, false], length: 14) { before, isTold in
      var world = before
      world.now += 1
      if isTold {
        world.hotplug.told(at: world.now)
        world.since = world.since ?? world.now
      }
      if world.hotplug.isDue(at: world.now) {
        if world.since == nil { isWrong = true }
        world.since = nil
      }
      if let since = world.since, world.now - since > 6 { isWrong = true }
      if (world.since != nil) != (world.hotplug.deadline != nil) { isWrong = true }
      return world
    }
    #expect(!isWrong)
  }
}
