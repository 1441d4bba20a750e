import FlipBoard

/// All that is the same of every flap at an angle, whichever module it belongs to.
struct Fall {
  let angle: FlapAngle
  let turn: Turn
  let isSqueezed: Bool
  /// What it makes of the light on the halves behind it, and the same as their vertices have it.
  let above: Shade
  let below: Shade
  let aboveTurn: Turn
  let belowTurn: Turn

  init(_ angle: FlapAngle) {
    self.angle = angle
    turn = Turn(angle)
    isSqueezed = Turn.isSqueezed(angle)
    above = Shade.upper(angle)
    below = Shade.lower(angle)
    aboveTurn = Turn(above, rows: 0)
    belowTurn = Turn(below, rows: 0)
  }
}

/// A module whose only flap is at an angle: what its quads are told, and what the flap covers. Where each module
/// is seen from before itself, others of its size differ from it by their place alone.
struct Pose {
  let angle: Double
  let frame: Rect
  let side: BoardQuads.Side
  let flap: Turn
  let upper: Turn
  let lower: Turn
  let reach: Rect
}

extension BoardQuads {
  /// Brings a module's only flap to its angle as that of the module before; false where they differ in more
  /// than their place, and nothing is done.
  @inline(__always)
  mutating func turnAlike(_ module: Int, _ scene: Scene) -> Bool {
    guard let pose else { return false }
    let (range, frame) = (ranges[module], frames[module])
    let (place, first) = (range.lowerBound, starts[2 * module])
    guard range.count == 1, scene.flaps[place].angle == pose.angle, sides[place] == pose.side,
      frame.width == pose.frame.width, frame.height == pose.frame.height
    else { return false }
    store.set(flapStart + module, pose.flap)
    store.set(first, pose.upper)
    store.set(first + 1, pose.lower)
    reach[place] = Rect(
      x: pose.reach.x &+ frame.x &- pose.frame.x, y: pose.reach.y &+ frame.y &- pose.frame.y,
      width: pose.reach.width, height: pose.reach.height)
    return true
  }
}

extension Look {
  /// Which side of a flap the viewer sees: the front where the free edge is seen above the hinge. From the
  /// hinge's own height that is below 90°; from the display's middle it is somewhat before or after.
  func isFrontSeen(_ angle: FlapAngle, _ frame: Rect, _ display: Size) -> Bool {
    if vanishingPoint == .module || perspective <= 0 { return angle.degrees < 90 }
    let half = Double(frame.height) / 2
    let hinge = Double(frame.y) + half - Double(display.height) / 2
    let w = 1 - 0.5 * angle.sine / perspective
    return hinge - half * angle.cosine < hinge * w
  }

  /// How many rows of a half, from the hinge on, a flap hides for certain, so that they needn't be drawn:
  /// up to its round corners, were it the narrowest, where nothing shows through it and it is as wide as the
  /// half.
  func hiddenRows(
    behind angle: FlapAngle, _ edge: FlapGeometry.Edge?, _ geometry: FlapGeometry
  ) -> Int {
    let frame = geometry.frame
    let length = Double(frame.height) / 2
    // In perspective a side that stands upright just on the half's own covers its last pixels but for what a GPU
    // rounds: something behind would show through.
    let beyond = perspective > 0 ? 0.5 : 0
    let square = max(0, 1 - (radius / 100 * Double(frame.width) + 1) / length)
    guard isOpaque, let edge,
      edge.left <= Double(frame.x) - beyond, edge.right >= Double(frame.x + frame.width) + beyond,
      let line = geometry.line(at: square, angle)
    else { return 0 }
    return max(0, min(frame.height / 2, Int(abs(line - geometry.hingeY)) - 1))
  }
}
