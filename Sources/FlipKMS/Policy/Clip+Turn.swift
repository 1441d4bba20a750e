/// A quarter turn of the picture on its display.
public enum QuarterTurn: Int, Hashable, Sendable, CaseIterable {
  case upright = 0
  case clockwise = 90
  case half = 180
  case counterclockwise = 270

  /// Whether width and height change places.
  public var swapsSides: Bool { self == .clockwise || self == .counterclockwise }
}

extension Clip {
  public var width: Int32 { x2 - x1 }
  public var height: Int32 { y2 - y1 }
  public var isEmpty: Bool { x2 <= x1 || y2 <= y1 }

  /// Where a rectangle of the picture lies in the buffer that shows the picture turned.
  ///
  /// - Parameters:
  ///   - turn: by how much the picture is turned clockwise.
  ///   - width: of the picture, before the turn.
  ///   - height: of the picture, before the turn.
  public func turned(_ turn: QuarterTurn, width: Int32, height: Int32) -> Clip {
    switch turn {
    case .upright: self
    case .clockwise: Clip(x1: height - y2, y1: x1, x2: height - y1, y2: x2)
    case .half: Clip(x1: width - x2, y1: height - y2, x2: width - x1, y2: height - y1)
    case .counterclockwise: Clip(x1: y1, y1: width - x2, x2: y2, y2: width - x1)
    }
  }

  /// The part inside a buffer of this size; empty where there is none.
  public func clamped(width: Int32, height: Int32) -> Clip {
    let clip = Clip(x1: max(x1, 0), y1: max(y1, 0), x2: min(x2, width), y2: min(y2, height))
    return clip.isEmpty ? Clip(x1: 0, y1: 0, x2: 0, y2: 0) : clip
  }

  /// The smallest rectangle around both; an empty one adds nothing.
  public func union(_ other: Clip) -> Clip {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return Clip(
      x1: min(x1, other.x1), y1: min(y1, other.y1), x2: max(x2, other.x2), y2: max(y2, other.y2))
  }
}
