public import FlipBoard

/// How a display hangs: by how much the picture is turned clockwise before it is shown.
public enum Orientation: Int, Hashable, Sendable, CaseIterable {
  case upright = 0
  case right = 90
  case upsideDown = 180
  case left = 270

  /// The size of the scene on a target of this size: width and height swap at 90 and 270.
  public func logicalSize(of target: Size) -> Size {
    self == .right || self == .left ? Size(width: target.height, height: target.width) : target
  }

  /// Where a rectangle of the scene lies on the target, both from the top left.
  public func place(_ rect: Rect, on target: Size) -> Rect {
    switch self {
    case .upright: rect
    case .right:
      Rect(x: target.width - rect.y - rect.height, y: rect.x, width: rect.height, height: rect.width)
    case .upsideDown:
      Rect(
        x: target.width - rect.x - rect.width, y: target.height - rect.y - rect.height, width: rect.width,
        height: rect.height)
    case .left:
      Rect(x: rect.y, y: target.height - rect.x - rect.width, width: rect.height, height: rect.width)
    }
  }

  /// The place of a point of the scene on the target is (xx·x + xy·y + x0, yx·x + yy·y + y0), both from
  /// the top left.
  func matrix(on target: Size) -> (xx: Float, xy: Float, x0: Float, yx: Float, yy: Float, y0: Float) {
    let (w, h) = (Float(target.width), Float(target.height))
    return switch self {
    case .upright: (1, 0, 0, 0, 1, 0)
    case .right: (0, -1, w, 1, 0, 0)
    case .upsideDown: (-1, 0, w, 0, -1, h)
    case .left: (0, 1, 0, -1, 0, h)
    }
  }
}
