/// A rectangle of a buffer: left and top belong to it, right and bottom do not (struct drm_mode_rect).
public struct Clip: Hashable, Sendable {
  public var x1: Int32
  public var y1: Int32
  public var x2: Int32
  public var y2: Int32

  public init(x1: Int32, y1: Int32, x2: Int32, y2: Int32) {
    self.x1 = x1
    self.y1 = y1
    self.x2 = x2
    self.y2 = y2
  }
}
