import Testing

@testable import FlipKMS

@Suite("The ladder of commits")
struct CommitLadderTests {
  static let hd = ModeDescription(width: 1920, height: 1080, vrefresh: 60, isPreferred: true)
  static let uhd = ModeDescription(width: 3840, height: 2160, vrefresh: 60)
  static let small = ModeDescription(width: 1280, height: 720, vrefresh: 60)
  static let slow = ModeDescription(width: 1024, height: 768, vrefresh: 30)
  static let tiny = ModeDescription(width: 640, height: 480, vrefresh: 60)

  static func choice(_ mode: ModeDescription?, _ index: Int?, _ formats: [FourCC] = [.xrgb8888]) -> Choice {
    Choice(
      card: "/dev/dri/card0", cardIndex: 0, connector: "HDMI-A-1", connectorIndex: 0, mode: mode,
      modeIndex: index, formats: formats, why: "", warnings: [])
  }

  static func climb(_ ladder: CommitLadder) -> [String] {
    var ladder = ladder
    var rungs: [String] = []
    while let rung = ladder.current, rungs.count < 1000 {
      rungs.append(rung.description)
      _ = ladder.refused(at: .commit, "EINVAL")
    }
    return rungs
  }

  @Test("Modifiers, none, LINEAR; then the preferred mode, then smaller ones that are smooth")
  func order() {
    let ladder = CommitLadder(
      choice: Self.choice(Self.uhd, 1), modes: [Self.hd, Self.uhd, Self.slow, Self.small, Self.tiny],
      hasModifiers: true)
    #expect(
      Self.climb(ladder) == [
        "XR24 with modifiers at 3840x2160@60.00", "XR24 without modifiers at 3840x2160@60.00",
        "XR24 linear at 3840x2160@60.00",
        "XR24 with modifiers at 1920x1080@60.00", "XR24 without modifiers at 1920x1080@60.00",
        "XR24 linear at 1920x1080@60.00",
        "XR24 with modifiers at 1280x720@60.00", "XR24 without modifiers at 1280x720@60.00",
        "XR24 linear at 1280x720@60.00",
        "XR24 with modifiers at 640x480@60.00", "XR24 without modifiers at 640x480@60.00",
        "XR24 linear at 640x480@60.00",
      ])
  }

  @Test("Without modifiers to share, and with more formats, each format has its turn before another mode")
  func formats() {
    let ladder = CommitLadder(
      choice: Self.choice(Self.hd, 0, [.argb8888, .rgb565]), modes: [Self.hd], hasModifiers: false)
    #expect(
      Self.climb(ladder) == [
        "AR24 without modifiers at 1920x1080@60.00", "AR24 linear at 1920x1080@60.00",
        "RG16 without modifiers at 1920x1080@60.00", "RG16 linear at 1920x1080@60.00",
      ])
  }

  @Test("What has no buffers is not tried with another mode, now or at the next modeset")
  func remembers() {
    var ladder = CommitLadder(
      choice: Self.choice(Self.hd, 0), modes: [Self.hd, Self.small], hasModifiers: true)
    _ = ladder.refused(at: .framebuffer, "EINVAL")
    #expect(ladder.current?.arrangement == .implicit)
    _ = ladder.refused(at: .commit, "ENOSPC")
    _ = ladder.refused(at: .commit, "ENOSPC")
    #expect(ladder.current?.description == "XR24 without modifiers at 1280x720@60.00")
    _ = ladder.refused(at: .commit, "ENOSPC")
    ladder.accepted()
    #expect(ladder.current?.description == "XR24 linear at 1280x720@60.00")
    let next = CommitLadder(
      choice: Self.choice(Self.hd, 0), modes: [Self.hd], hasModifiers: true, after: ladder)
    #expect(
      Self.climb(next) == [
        "XR24 linear at 1920x1080@60.00", "XR24 without modifiers at 1920x1080@60.00",
      ])
  }

  @Test("A refusal is told as what differs")
  func words() {
    var ladder = CommitLadder(
      choice: Self.choice(Self.hd, 0), modes: [Self.hd, Self.small], hasModifiers: true)
    #expect(
      ladder.refused(at: .surface, "gbm_surface_create: ENOSYS")
        == "surface refused, gbm_surface_create: ENOSYS: XR24 with modifiers at 1920x1080@60.00; "
        + "next: without modifiers")
    ladder.accepted()
    #expect(
      ladder.refused(at: .commit, "EINVAL")
        == "commit refused, EINVAL: XR24 without modifiers at 1920x1080@60.00 (last good: the same); "
        + "next: linear")
    _ = ladder.refused(at: .commit, "EINVAL")
    #expect(
      ladder.refused(at: .commit, "EINVAL")
        == "commit refused, EINVAL: XR24 without modifiers at 1280x720@60.00 "
        + "(last good: at 1280x720@60.00); next: linear")
    // What had stood before has no second turn in one climb.
    #expect(ladder.refused(at: .commit, "EINVAL").hasSuffix("nothing is left to try"))
    #expect(ladder.current == nil)
    #expect(ladder.refused(at: .commit, "EINVAL") == "nothing is left to try")
  }

  @Test("A choice without a mode has nothing to try")
  func noMode() {
    #expect(CommitLadder(choice: Self.choice(nil, nil), modes: [], hasModifiers: true).current == nil)
  }

  @Test("In every order of answers it ends, and never offers again what has no buffers")
  func everyOrder() {
    enum Event: CaseIterable { case surface, framebuffer, commit, accepted }
    struct World {
      var ladder: CommitLadder
      var gone: Set<String> = []
      var refusals = 0
    }
    let ladder = CommitLadder(
      choice: Self.choice(Self.hd, 0, [.xrgb8888, .rgb565]), modes: [Self.hd, Self.small], hasModifiers: true)
    var isWrong = false
    let steps = walk(World(ladder: ladder), events: Event.allCases, length: 7) { before, event in
      guard let rung = before.ladder.current else { return nil }
      var world = before
      let kind = "\(rung.format) \(rung.arrangement)"
      if world.gone.contains(kind) { isWrong = true }
      switch event {
      case .surface, .framebuffer:
        world.gone.insert(kind)
        _ = world.ladder.refused(at: .surface, "")
      case .commit: _ = world.ladder.refused(at: .commit, "")
      case .accepted:
        world.ladder.accepted()
        if world.ladder.current != rung { isWrong = true }
      }
      world.refusals = event == .accepted ? 0 : world.refusals + 1
      // Six kinds in two modes, and the one that stood: more refusals in a row there cannot be.
      if world.refusals > 12 { isWrong = true }
      if world.gone.count == 6, world.ladder.current != nil { isWrong = true }
      return world
    }
    #expect(!isWrong)
    #expect(steps > 5_000)
  }
}
