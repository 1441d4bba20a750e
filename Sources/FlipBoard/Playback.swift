/// A board's picture for an output loop: one scene, brought from frame to frame in place, with what
/// changed on the way. Always equal to `board.scene(at:)`.
///
/// While a segment holds, `advance` allocates nothing.
public final class Playback {
  /// What is shown. Set by `replace`.
  public private(set) var board: Board
  /// The picture at the instant of the last `advance`.
  public private(set) var scene: Scene
  /// Modules whose halves or flaps differ from the advance before, ascending; all of them at first.
  public private(set) var changed: [Int] = []
  /// Whether flaps are in the air.
  public var isMoving: Bool { !movers.isEmpty }

  /// Modules that have flaps in the air, ascending: what stands costs a frame nothing.
  private var movers: [Int] = []
  private var segment: Segment
  private var damaged: Damage
  /// One module's flaps on their way into the scene.
  private var scratch: [Scene.Flap] = []
  /// For each module what its flaps cover on the screen now.
  private var reach: [Rect?]
  private var isFirst = true
  /// The board has another content than the segment.
  private var isStale = false

  /// Starts with nothing shown: the first `advance` damages the whole display.
  public init(_ board: Board) {
    self.board = board
    let instant = Instant(nanoseconds: 0)
    segment = board.segment(at: instant)
    scene = segment.scene(at: instant)
    damaged = Damage(display: board.size)
    reach = []
  }

  /// What changed on the screen since the advance before: at most 16 rectangles, clipped to the display.
  public var damage: [Rect] { damaged.rects }

  /// The next discrete event: when a display at rest has to be drawn again. nil for never.
  public var nextChange: Instant? { segment.until }

  /// Whether the picture is none of that instant, nor of one before its next change: another board or a
  /// message came, or the clock was set back.
  public func isOutdated(at instant: Instant) -> Bool { isFirst || isStale || instant < segment.from }

  /// Another board from the next `advance` on, which then damages the whole display unless only the
  /// content differs.
  public func replace(_ board: Board) {
    let isSameFrame = !isFirst && self.board.layout == board.layout && self.board.look == board.look
    self.board = board
    if !isSameFrame {
      isFirst = true
      damaged = Damage(display: board.size)
    }
    isStale = true
  }

  /// Gives a board of text a message, as `Board.post` does; seen from the next `advance` on.
  public func post(rows: [String], at instant: Instant) {
    board.post(rows: rows, at: instant)
    isStale = true
  }

  /// Brings the scene to that instant, earlier or later than the one before.
  public func advance(to instant: Instant) {
    damaged.clear()
    changed.removeAll(keepingCapacity: true)
    if !isFirst, !isStale, segment.holds(at: instant) {
      scene.at = instant
      guard isMoving else { return }
      for module in movers where moveFlaps(of: module, to: instant) { note(module, halves: false) }
      return
    }
    let old = scene
    let oldLayout = segment.board.layout
    segment = board.segment(at: instant)
    isStale = false
    if isFirst || segment.board.layout != oldLayout {
      begin(at: instant)
      return
    }
    take(segment.scene(at: instant))
    for module in scene.modules.indices {
      let before = old.modules[module]
      let now = scene.modules[module]
      let halves = before.upper != now.upper || before.lower != now.lower
      if halves || old.flaps[before.flaps] != scene.flaps[now.flaps] { note(module, halves: halves) }
    }
  }

  private func begin(at instant: Instant) {
    take(segment.scene(at: instant))
    isFirst = false
    reach = scene.modules.indices.map { covered(by: $0) }
    changed = Array(scene.modules.indices)
    if damaged.display != scene.size { damaged = Damage(display: scene.size) }
    damaged.fill()
    scratch.reserveCapacity(1024)
  }

  private func take(_ new: Scene) {
    scene = new
    movers.removeAll(keepingCapacity: true)
    for module in scene.modules.indices where !scene.modules[module].flaps.isEmpty { movers.append(module) }
  }

  /// Turns one module's flaps; whether any of them is elsewhere now.
  private func moveFlaps(of module: Int, to instant: Instant) -> Bool {
    scratch.removeAll(keepingCapacity: true)
    segment.appendFlaps(of: module, at: instant, to: &scratch)
    let place = scene.modules[module].flaps.lowerBound
    var moved = false
    for (offset, flap) in scratch.enumerated() where scene.flaps[place + offset] != flap {
      scene.flaps[place + offset] = flap
      moved = true
    }
    return moved
  }

  /// A module has changed: adds what it covered and what it covers now.
  private func note(_ module: Int, halves: Bool) {
    changed.append(module)
    let before = reach[module]
    let now = covered(by: module)
    reach[module] = now
    let flaps = before.map { old in now.map { old.union($0) } ?? old } ?? now
    if let flaps { damaged.add(flaps) }
    // A flap's shadow falls anywhere on the halves behind it. Beside the card nothing changes but where the
    // flap is: apart they are less than one rectangle around both.
    if halves || (board.look.shading && flaps != nil) { damaged.add(scene.modules[module].frame) }
  }

  /// What a module's flaps cover on the screen.
  private func covered(by module: Int) -> Rect? {
    let frame = scene.modules[module].frame
    let geometry = FlapGeometry(frame: frame, display: scene.size, look: board.look)
    var all: Rect?
    for place in scene.modules[module].flaps {
      let bounds = geometry.bounds(angle: scene.flaps[place].angle, display: scene.size)
      all = all?.union(bounds) ?? bounds
    }
    return all
  }
}
