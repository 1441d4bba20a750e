internal import Glibc

/// Where a flap of one module stands on the screen: the projection that the vertex shader also does.
///
/// A point of the flap at r pixels from the hinge stands, at angle a, r·cos a above the hinge and r·sin a
/// toward the viewer, who is `perspective` module heights away; it is seen 1/(1 − z/distance) as far from
/// the vanishing point.
public struct FlapGeometry: Hashable, Sendable {
  /// The free edge, seen: both ends at one height.
  public struct Edge: Hashable, Sendable {
    public var left: Double
    public var right: Double
    public var y: Double
  }

  /// The module's frame.
  public let frame: Rect
  /// Pixels from the left and the top.
  public let vanishingX: Double
  public let vanishingY: Double
  /// Of the viewer, in pixels; infinite without perspective.
  public let distance: Double

  public init(frame: Rect, display: Size, look: Look) {
    self.frame = frame
    switch look.vanishingPoint {
    case .module:
      vanishingX = Double(frame.x) + Double(frame.width) / 2
      vanishingY = Double(frame.y) + Double(frame.height) / 2
    case .display:
      vanishingX = Double(display.width) / 2
      vanishingY = Double(display.height) / 2
    }
    distance = look.perspective > 0 ? look.perspective * Double(frame.height) : .infinity
  }

  /// Of the hinge, in pixels from the top.
  public var hingeY: Double { Double(frame.y) + Double(frame.height) / 2 }

  /// Where the free edge of a flap at that angle is seen; nil where it comes too near to the viewer's eye
  /// to be seen at all.
  public func edge(_ angle: FlapAngle) -> Edge? {
    let length = Double(frame.height) / 2
    let depth = 1 - length * angle.sine / distance
    guard depth > 0.01 else { return nil }
    let y = hingeY - length * angle.cosine
    return Edge(
      left: vanishingX + (Double(frame.x) - vanishingX) / depth,
      right: vanishingX + (Double(frame.x + frame.width) - vanishingX) / depth,
      y: vanishingY + (y - vanishingY) / depth)
  }

  /// Where a line across the flap is seen, in pixels from the top: at 0 of its length the hinge, at 1 the
  /// free edge; nil where it comes too near to the viewer's eye.
  public func line(at part: Double, _ angle: FlapAngle) -> Double? {
    let length = part * Double(frame.height) / 2
    let depth = 1 - length * angle.sine / distance
    guard depth > 0.01 else { return nil }
    return vanishingY + (hingeY - length * angle.cosine - vanishingY) / depth
  }

  /// All pixels that a flap at that angle (degrees) can touch: see below.
  public func bounds(angle: Double, display: Size) -> Rect {
    bounds(edge(FlapAngle(degrees: angle)), display: display)
  }

  /// All pixels that a flap with that free edge can touch; the whole display where the flap comes too near.
  ///
  /// It is drawn 0.6 pixels beyond its edges, which are smooth, on pixels whose middle that reaches; what a GPU
  /// rounds is less than another 0.05.
  public func bounds(_ edge: Edge?, display: Size) -> Rect {
    guard let edge else {
      return Rect(x: 0, y: 0, width: display.width, height: display.height)
    }
    let left = min(Double(frame.x), edge.left)
    let right = max(Double(frame.x + frame.width), edge.right)
    let beyond = 0.15
    // At the hinge it ends.
    let top = min(hingeY, edge.y - beyond)
    let bottom = max(hingeY, edge.y + beyond)
    // Beyond ±2²⁰ it is off any display; clamped, so that it fits an Int. A millionth of a pixel more than a
    // whole one is none, so that modules alike have bounds alike wherever they stand.
    func down(_ value: Double) -> Int {
      let bounded = max(-1_048_576, min(1_048_576, value + 1e-6))
      let whole = Int(bounded)
      return Double(whole) > bounded ? whole - 1 : whole
    }
    let (x, y) = (down(left - beyond), down(top))
    return Rect(x: x, y: y, width: -down(-right - beyond) - x, height: -down(-bottom) - y)
  }

  /// The angle about the hinge at which the viewer's eye stands: 90° where it looks straight at it.
  var eyeAngle: Double {
    guard distance.isFinite else { return 90 }
    return atan2(distance, hingeY - vanishingY) * 180 / .pi
  }
}
