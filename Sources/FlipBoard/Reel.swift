/// What a playback carries from frame to frame: the scene, what of it moves, and what changed.
///
/// What stands costs a frame nothing; at a change of a board of text, a message too, nothing either.
struct Reel {
  private(set) var scene: Scene
  private(set) var segment: Segment
  private(set) var changed: [Int] = []
  private(set) var isTurning = false
  private(set) var damage: Damage

  /// A module with flaps in the air.
  private struct Mover {
    var module: Int
    /// Its place in the segment's list.
    var place: Int
    /// The first of its flaps in the scene.
    var flap: Int
    /// When its only flap started; nil where it has more.
    var start: Int64?
  }

  /// What a module's flaps make of the screen.
  private struct Trace {
    /// What they cover; empty where there are none.
    var reach = Rect(x: 0, y: 0, width: 0, height: 0)
    /// Which of its halves they shade.
    var shades = ShadedHalves()
  }

  /// A flap that started at an instant, of a module of a size: those that start together fall together.
  private struct Fall {
    var start: Int64
    var angle: FlapAngle
    var size: Size
    /// Of a module at 0, 0.
    var trace: Trace
  }

  private var movers: [Mover] = []
  private var look: Look
  /// For each module what is on the screen now.
  private var traces: [Trace] = []
  /// For each module where the viewer's eye stands, in degrees about its hinge.
  private var eyes: [Double] = []
  /// The flaps of the segment before, and one module's on their way into the scene.
  private var scratch: [Scene.Flap] = []
  private var known: Fall?

  init(_ segment: Segment, _ board: Board) {
    self.segment = segment
    look = board.look
    scene = segment.scene(at: segment.from)
    damage = Damage(display: board.size)
  }

  var isMoving: Bool { !movers.isEmpty }

  /// Everything anew.
  mutating func begin(_ segment: Segment, _ board: Board, at instant: Instant) {
    self.segment = segment
    look = board.look
    scene = segment.scene(at: instant)
    changed = Array(scene.modules.indices)
    isTurning = false
    known = nil
    listMovers()
    eyes = scene.modules.map { FlapGeometry(frame: $0.frame, display: scene.size, look: look).eyeAngle }
    traces = scene.modules.indices.map { trace(of: $0) }
    damage = Damage(display: scene.size)
    damage.fill()
    scratch.reserveCapacity(1024)
  }

  /// To an instant of the segment at hand: only angles differ.
  mutating func turn(to instant: Instant) {
    damage.clear()
    changed.removeAll(keepingCapacity: true)
    isTurning = true
    scene.at = instant
    known = nil
    for mover in movers {
      if let start = mover.start {
        let fall = fall(of: mover.module, since: start)
        if scene.flaps[mover.flap].angle == fall.angle.degrees { continue }
        scene.flaps[mover.flap].angle = fall.angle.degrees
        note(mover.module, fall.trace, halves: false)
      } else if turnSeveral(mover, to: instant) {
        note(mover.module, trace(of: mover.module), halves: false)
      }
    }
  }

  /// On to another segment of the same layout.
  ///
  /// - Parameter isSameContent: whether no message and no other board came between.
  mutating func go(on next: Segment, at instant: Instant, isSameContent: Bool) {
    damage.clear()
    changed.removeAll(keepingCapacity: true)
    isTurning = false
    known = nil
    let old = segment
    segment = next
    if let touched = next.touched(since: old, isSameContent: isSameContent) {
      go(through: touched, at: instant)
    } else {
      compare(at: instant)
    }
    listMovers()
  }

  /// Looks at some modules alone, ascending, among them all that are busy.
  private mutating func go(through touched: [Int], at instant: Instant) {
    scene.at = instant
    scene.text = segment.text
    swap(&scratch, &scene.flaps)
    scene.flaps.removeAll(keepingCapacity: true)
    var place = 0
    for module in touched {
      let before = scene.modules[module]
      var now = before
      if place < segment.busy.count, segment.busy[place].module == module {
        let one = segment.busy[place]
        place += 1
        (now.upper, now.lower) = (one.mechanism.upper, one.mechanism.lower)
        now.flaps = segment.appendFlaps(of: one, at: instant, to: &scene.flaps)
      } else {
        (now.upper, now.lower) = (segment.standing[module], segment.standing[module])
        now.flaps = 0..<0
      }
      scene.modules[module] = now
      note(module, before, scratch)
    }
  }

  private mutating func compare(at instant: Instant) {
    let old = scene
    scene = segment.scene(at: instant)
    for module in scene.modules.indices { note(module, old.modules[module], old.flaps) }
  }

  private mutating func listMovers() {
    movers.removeAll(keepingCapacity: true)
    for (place, one) in segment.busy.enumerated() {
      let flaps = one.mechanism.flaps
      guard let first = flaps.first else { continue }
      movers.append(
        Mover(
          module: one.module, place: place, flap: scene.modules[one.module].flaps.lowerBound,
          start: flaps.count == 1 ? first.start : nil))
    }
  }

  /// A module's only flap, which started at an instant.
  private mutating func fall(of module: Int, since start: Int64) -> Fall {
    let frame = scene.modules[module].frame
    var fall: Fall
    if let known, known.start == start {
      fall = known
      if look.isSeenAlike, known.size.width == frame.width, known.size.height == frame.height {
        fall.trace.reach.x &+= frame.x
        fall.trace.reach.y &+= frame.y
        return fall
      }
    } else {
      let angle = FlapAngle(degrees: segment.board.angle(at: scene.at, since: start))
      fall = Fall(start: start, angle: angle, size: Size(width: 0, height: 0), trace: Trace())
    }
    fall.size = frame.size
    fall.trace = Trace(reach: bounds(module, fall.angle), shades: ShadedHalves())
    if look.shading { fall.trace.shades.add(angle: fall.angle.degrees, eye: eyes[module]) }
    known = fall
    known!.trace.reach.x -= frame.x
    known!.trace.reach.y -= frame.y
    return fall
  }

  /// Turns the flaps of a module that has several; whether any of them is elsewhere now.
  private mutating func turnSeveral(_ mover: Mover, to instant: Instant) -> Bool {
    scratch.removeAll(keepingCapacity: true)
    _ = segment.appendFlaps(of: segment.busy[mover.place], at: instant, to: &scratch)
    var moved = false
    for (offset, flap) in scratch.enumerated() {
      let before = scene.flaps[mover.flap + offset]
      if before == flap { continue }
      // Where one has come before another, each of the two places has another face.
      if before.front != flap.front || before.back != flap.back { isTurning = false }
      scene.flaps[mover.flap + offset] = flap
      moved = true
    }
    return moved
  }

  /// Looks whether a module differs from what it was.
  private mutating func note(_ module: Int, _ before: Scene.Module, _ flaps: [Scene.Flap]) {
    let now = scene.modules[module]
    let halves = before.upper != now.upper || before.lower != now.lower
    if !halves, flaps[before.flaps] == scene.flaps[now.flaps] { return }
    note(module, trace(of: module), halves: halves)
  }

  /// A module has changed: adds what it covered and what it covers now.
  private mutating func note(_ module: Int, _ now: Trace, halves: Bool) {
    changed.append(module)
    let before = traces[module]
    traces[module] = now
    let flaps =
      before.reach.width == 0
      ? now.reach : now.reach.width == 0 ? before.reach : before.reach.union(now.reach)
    let frame = scene.modules[module].frame
    // A flap's shadow falls anywhere on a half that it shades. Beside the card nothing changes but where the
    // flap is.
    let behind = halves ? frame : now.shades.union(before.shades).rect(in: frame)
    if let behind, flaps.width > 0 { return damage.add(behind, beside: flaps) }
    if flaps.width > 0 { damage.add(flaps) }
    if let behind { damage.add(behind) }
  }

  /// What a module's flaps cover on the screen, and which halves they shade.
  private func trace(of module: Int) -> Trace {
    var trace = Trace()
    for place in scene.modules[module].flaps {
      let angle = scene.flaps[place].angle
      let bounds = bounds(module, FlapAngle(degrees: angle))
      trace.reach = trace.reach.width == 0 ? bounds : trace.reach.union(bounds)
      if look.shading { trace.shades.add(angle: angle, eye: eyes[module]) }
    }
    return trace
  }

  private func bounds(_ module: Int, _ angle: FlapAngle) -> Rect {
    let geometry = FlapGeometry(frame: scene.modules[module].frame, display: scene.size, look: look)
    return geometry.bounds(geometry.edge(angle), display: scene.size)
  }
}
