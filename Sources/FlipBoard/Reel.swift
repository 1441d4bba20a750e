/// What a playback carries from frame to frame: the scene, what of it moves, and what changed.
///
/// What stands costs a frame nothing; at a change of a board of text nothing either, unless it was a message.
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

  private var movers: [Mover] = []
  private var look: Look
  /// For each module what its flaps cover on the screen now; empty where it has none.
  private var reach: [Rect] = []
  /// For each module which halves they shade.
  private var shaded: [ShadedHalves] = []
  /// For each module where the viewer's eye stands, in degrees about its hinge.
  private var eyes: [Double] = []
  /// The flaps of the segment before, and one module's on their way into the scene.
  private var scratch: [Scene.Flap] = []
  /// The start of a flap and its angle now: those that start together fall together.
  private var known: (start: Int64, angle: FlapAngle)?

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
    reach = scene.modules.indices.map { covered(by: $0) }
    eyes = scene.modules.map { FlapGeometry(frame: $0.frame, display: scene.size, look: look).eyeAngle }
    shaded = scene.modules.indices.map { shaded(by: $0) }
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
        let angle = angle(at: instant, since: start)
        if scene.flaps[mover.flap].angle == angle.degrees { continue }
        scene.flaps[mover.flap].angle = angle.degrees
        note(mover.module, covers: bounds(mover.module, angle), halves: false)
      } else if turnSeveral(mover, to: instant) {
        note(mover.module, covers: covered(by: mover.module), halves: false)
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
    if !isSameContent || !old.isBesideMessage || !next.isBesideMessage { return compare(at: instant) }
    // What is busy is so until the next message, so the two lists are of the same modules.
    scene.at = instant
    scene.text = next.text
    swap(&scratch, &scene.flaps)
    scene.flaps.removeAll(keepingCapacity: true)
    for one in next.busy {
      let before = scene.modules[one.module]
      var now = before
      (now.upper, now.lower) = (one.mechanism.upper, one.mechanism.lower)
      now.flaps = next.appendFlaps(of: one, at: instant, to: &scene.flaps)
      scene.modules[one.module] = now
      note(one.module, before, scratch)
    }
    listMovers()
  }

  private mutating func compare(at instant: Instant) {
    let old = scene
    scene = segment.scene(at: instant)
    for module in scene.modules.indices { note(module, old.modules[module], old.flaps) }
    listMovers()
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

  private mutating func angle(at instant: Instant, since start: Int64) -> FlapAngle {
    if let known, known.start == start { return known.angle }
    let angle = FlapAngle(degrees: segment.board.angle(at: instant, since: start))
    known = (start, angle)
    return angle
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
    note(module, covers: covered(by: module), halves: halves)
  }

  /// A module has changed: adds what it covered and what it covers now.
  private mutating func note(_ module: Int, covers now: Rect, halves: Bool) {
    changed.append(module)
    let before = reach[module]
    reach[module] = now
    let flaps = before.width == 0 ? now : now.width == 0 ? before : before.union(now)
    let (shades, frame) = (shaded(by: module), scene.modules[module].frame)
    // A flap's shadow falls anywhere on a half that it shades. Beside the card nothing changes but where the
    // flap is: apart they are less than one rectangle around both, until there are so many that all are joined.
    let behind = halves ? frame : shades.union(shaded[module]).rect(in: frame)
    shaded[module] = shades
    if let behind, flaps.width > 0, damage.isFull { return damage.add(flaps.union(behind)) }
    if flaps.width > 0 { damage.add(flaps) }
    if let behind { damage.add(behind) }
  }

  /// Which halves a module's flaps shade.
  private func shaded(by module: Int) -> ShadedHalves {
    var shades = ShadedHalves()
    if look.shading {
      for place in scene.modules[module].flaps {
        shades.add(angle: scene.flaps[place].angle, eye: eyes[module])
      }
    }
    return shades
  }

  /// What a module's flaps cover on the screen.
  private func covered(by module: Int) -> Rect {
    var all = Rect(x: 0, y: 0, width: 0, height: 0)
    for place in scene.modules[module].flaps {
      let bounds = bounds(module, FlapAngle(degrees: scene.flaps[place].angle))
      all = all.width == 0 ? bounds : all.union(bounds)
    }
    return all
  }

  private func bounds(_ module: Int, _ angle: FlapAngle) -> Rect {
    let geometry = FlapGeometry(frame: scene.modules[module].frame, display: scene.size, look: look)
    return geometry.bounds(geometry.edge(angle), display: scene.size)
  }
}
