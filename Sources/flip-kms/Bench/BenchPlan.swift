import FlipBoard

/// What `bench` is asked to measure, and how.
struct BenchPlan {
  private(set) var cases: [BenchCase] = []
  let effort: BenchEffort
  /// What it is measured with: those of the settings that hold for these boards.
  private(set) var resolution: Resolution
  /// What was given and has no effect, in a line each.
  private(set) var notes: [String] = []

  /// - Throws: 64 for what is asked wrongly, 64 or 78 for a setting that its board refuses.
  init(_ invocation: Invocation, _ resolution: Resolution) throws(Failure) {
    self.resolution = resolution
    let isSuite = invocation["suite"] != nil
    let frames = try invocation.value(of: "frames", as: .whole("N", 1...1_000_000))
    var effort = BenchEffort(
      frames: frames ?? (isSuite ? 120 : 300), time: frames == nil ? (isSuite ? 2e6 : 10e6) : nil)
    effort.floor = isSuite || invocation["floor"] != nil
    effort.readback = invocation["readback"] != nil
    self.effort = effort
    if invocation["samples"] != nil, invocation["json"] == nil {
      throw Failure(.usage, "--samples: it is for --json")
    }
    let size = try invocation.value(of: "size", as: .size(RenderPlan.sides))
    if isSuite {
      try takeSuite(invocation, size)
    } else {
      try takeBoard(invocation, size!)
    }
  }

  /// The settings that were given and hold, as they came out.
  var settings: [Invocation.Given] {
    Setting.all.filter { resolution.origins[$0.key] != nil && BenchPlan.isDrawn($0) }.map {
      Invocation.Given(key: $0.key, text: $0.value(resolution.settings))
    }
  }

  /// Seconds that all of it may take, by guess.
  var seconds: Double {
    cases.reduce(0) { $0 + effort.seconds + ($1.hasMinute ? BenchMinute.seconds : 0) }
  }

  /// Takes away what is larger than the driver can draw, but for all of it. Returns a line for each size.
  mutating func leaveOut(over limit: Int) -> [String] {
    func isLarger(_ bench: BenchCase) -> Bool { max(bench.board.size.width, bench.board.size.height) > limit }
    if cases.allSatisfy(isLarger) { return [] }
    var sizes: [String] = []
    for bench in cases where isLarger(bench) {
      let size = "\(bench.board.size.width)x\(bench.board.size.height)"
      if !sizes.contains(size) { sizes.append(size) }
    }
    cases.removeAll(where: isLarger)
    return sizes.map { "\($0) is left out, as this driver draws no more than \(limit) pixels a side" }
  }

  /// Whether it changes what is drawn, or how it moves.
  private static func isDrawn(_ setting: Setting) -> Bool {
    switch setting.section {
    case .content, .motion, .look: true
    case .display: ["inset", "drift"].contains(setting.key)
    case .feed: false
    }
  }

  private static func failure(_ error: BoardError, _ resolution: Resolution) -> Failure {
    guard error.setting == "size" || error.setting == "at" else { return resolution.fault(error) }
    return Failure(.usage, "--\(error.setting) \(error.value.quoted): \(error.complaint)")
  }

  // MARK: The suite

  private mutating func takeSuite(_ invocation: Invocation, _ size: Size?) throws(Failure) {
    for option in ["at", "moving"] where invocation[option] != nil {
      throw Failure(.usage, "--\(option): it is for one board, those of --suite are its own")
    }
    notes = Setting.all.filter { $0.section != .look && resolution.isOption($0.key) }.map {
      "\($0.key) has no effect with --suite, whose boards are its own"
    }
    do throws(BoardError) {
      let suite = try BenchSuite.cases(resolution.settings, size: size)
      cases = suite.0
      notes += suite.left
    } catch {
      throw BenchPlan.failure(error, resolution)
    }
    // Only the look holds.
    resolution.settings.content = Settings().content
    for setting in Setting.all where setting.section != .look { resolution.origins[setting.key] = nil }
  }

  // MARK: The board of the settings

  private mutating func takeBoard(_ invocation: Invocation, _ size: Size) throws(Failure) {
    let isText = resolution.settings.content.show == .text
    let moving = try invocation.value(of: "moving", as: .whole("N", 1...1_000_000))
    if invocation["minute"] != nil, isText {
      throw Failure(.usage, "--minute: a board of text has none of its own, it is for clocks and counters")
    }
    if moving != nil, !isText {
      throw Failure(.usage, "--moving: it is for a board of text, --show text")
    }
    notes = resolution.notes
    for setting in Setting.all where resolution.isOption(setting.key) && !BenchPlan.isDrawn(setting) {
      if setting.section == .display {
        notes.append("\(setting.key) has no effect, as it is the display's, not the picture's")
      } else if isText {
        notes.append("\(setting.key) has no effect, as bench posts messages of its own")
      }
    }
    var bench: BenchCase
    do throws(BoardError) {
      bench = try BenchCase(resolution, size, at: invocation["at"], moving: moving)
    } catch {
      throw BenchPlan.failure(error, resolution)
    }
    bench.hasMinute = invocation["minute"] != nil
    guard BenchTimeline.moves(bench) else {
      throw Failure(.usage, "nothing moves from then on, so there is nothing to measure")
    }
    cases = [bench]
  }
}
