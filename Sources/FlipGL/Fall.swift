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
    let square = max(0, 1 - (radius / 100 * Double(frame.width) + 1) / length)
    guard isOpaque, let edge,
      edge.left < Double(frame.x) + 1e-6, edge.right > Double(frame.x + frame.width) - 1e-6,
      let line = geometry.line(at: square, angle)
    else { return 0 }
    return max(0, min(frame.height / 2, Int(abs(line - geometry.hingeY)) - 1))
  }
}
