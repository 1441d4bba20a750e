/// What holds between two discrete events of a board: the faces that stand, and the flaps in the air
/// with the instants of their start. Within it only angles change.
public struct Segment: Sendable {
  /// It holds from here on.
  public let from: Instant
  /// The next discrete event: a flap starts or lands, the text changes, or all moves. nil for never.
  public private(set) var until: Instant?

  let text: String
  /// The faces of all modules, in the layout's order; of one that is in `busy` what that says holds.
  let standing: [Face]
  /// Modules that may have flaps in the air, ascending.
  let busy: [Busy]
  /// What the board's last message changed; nil where it goes by no messages.
  let message: Message?
  private(set) var board: Frame

  /// What a message makes of a board, so that nobody has to look at what it leaves alone.
  struct Message: Sendable {
    /// What stood before it.
    var before: [Face]
    /// Modules that moved when it came or that it moves, ascending: all others stand before and after it,
    /// and those that are busy are among these.
    var touched: [Int]
  }

  /// A module's own state.
  struct Busy: Sendable {
    var module: Int
    var mechanism: Mechanism
  }

  /// What of a board does not depend on the instant.
  struct Frame: Sendable {
    var layout: Layout
    var eyes: [Double]
    var motion: Motion
    var duration: Int64

    /// Degrees about the hinge at an instant, of a flap that started at another.
    func angle(at instant: Instant, since start: Int64) -> Double {
      let gone = saturatingSubtract(instant.nanoseconds, start)
      return motion.angle(fraction: Double(gone) / Double(duration))
    }
  }

  init(
    from: Instant, until: Instant?, text: String, standing: [Face], busy: [Busy], message: Message?,
    board: Frame
  ) {
    self.from = from
    self.until = until
    self.text = text
    self.standing = standing
    self.busy = busy
    self.message = message
    self.board = board
  }

  /// Whether it holds at that instant.
  public func holds(at instant: Instant) -> Bool {
    guard instant >= from else { return false }
    guard let until else { return true }
    return instant < until
  }

  /// The picture at an instant within the segment.
  public func scene(at instant: Instant) -> Scene {
    var scene = Scene(
      at: instant, size: board.layout.size, text: text, modules: [], flaps: [],
      separators: board.layout.separators, narrowest: board.layout.narrowest)
    scene.modules.reserveCapacity(standing.count)
    for (module, face) in standing.enumerated() {
      scene.modules.append(
        Scene.Module(frame: board.layout.frames[module], upper: face, lower: face, flaps: 0..<0))
    }
    for one in busy {
      scene.modules[one.module].upper = one.mechanism.upper
      scene.modules[one.module].lower = one.mechanism.lower
      scene.modules[one.module].flaps = appendFlaps(of: one, at: instant, to: &scene.flaps)
    }
    return scene
  }

  /// Modules in which it may differ from a segment of the same layout, ascending; nil for any.
  ///
  /// - Parameter isSameContent: whether no message and no other board came between.
  func touched(since old: Segment, isSameContent: Bool) -> [Int]? {
    guard let message, old.message != nil else { return nil }
    if isSameContent { return message.touched }
    // One storage is one value. A module that comes to rest is written, so no other message came between that
    // let one go.
    let isNext = message.before.withUnsafeBufferPointer { before in
      old.standing.withUnsafeBufferPointer {
        $0.baseAddress == before.baseAddress && $0.count == before.count
      }
    }
    return isNext ? message.touched : nil
  }

  /// The same where the drift has it at an instant, until it goes on.
  func moved(by drift: Drift, at instant: Instant, _ look: Look) -> Segment {
    var copy = self
    let offset = drift.offset(at: instant.nanoseconds)
    copy.board.layout = board.layout.moved(x: offset.x, y: offset.y)
    copy.board.eyes = copy.board.layout.eyes(look)
    if let change = drift.nextChange(after: instant.nanoseconds) {
      let change = Instant(nanoseconds: change)
      copy.until = until.map { min($0, change) } ?? change
    }
    return copy
  }

  /// One module's flaps with their angles, in the order in which they are drawn; none is 0..<0.
  func appendFlaps(of one: Busy, at instant: Instant, to flaps: inout [Scene.Flap]) -> Range<Int> {
    if one.mechanism.flaps.isEmpty { return 0..<0 }
    let eye = board.eyes[one.module]
    let first = flaps.count
    for run in one.mechanism.flaps {
      let angle = board.angle(at: instant, since: run.start)
      // Seen from the viewer, flaps on one side of the hinge cover each other in the order of their
      // angle from the line of sight, the nearest to it in front; those on the other side never meet
      // them on the screen.
      var place = flaps.count
      while place > first, abs(flaps[place - 1].angle - eye) < abs(angle - eye) { place -= 1 }
      flaps.insert(Scene.Flap(front: run.front, back: run.back, angle: angle), at: place)
    }
    return first..<flaps.count
  }
}
