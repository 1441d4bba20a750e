/// What changed on a display, as rectangles clipped to it: as many as it takes to be hardly more than that, up to a
/// limit. They may overlap.
public struct Damage: Hashable, Sendable {
  /// Past so many, those near each other are joined whatever lies between.
  public static let limit = 1024
  /// As many as a clock's are kept apart.
  private static let few = 16

  public private(set) var rects: [Rect] = []
  /// What is clipped to.
  public let display: Size

  public init(display: Size) {
    self.display = display
    rects.reserveCapacity(Damage.limit)
  }

  /// Nothing changed; keeps its storage.
  public mutating func clear() { rects.removeAll(keepingCapacity: true) }

  /// Everything changed.
  public mutating func fill() {
    clear()
    rects.append(Rect(x: 0, y: 0, width: display.width, height: display.height))
  }

  /// Adds a rectangle, to the one before where little lies between: modules come one after the other.
  public mutating func add(_ rect: Rect) { add(rect, beforeLast: 0) }

  /// Adds two that belong together, each to one of its kind: a flap reaches other modules that nothing behind it
  /// does, so the two are one only where that is no more.
  public mutating func add(_ rect: Rect, beside other: Rect) {
    var both = other
    if both.join(rect, eighths: 0) { return add(both) }
    add(rect, beforeLast: 1)
    add(other, beforeLast: 1)
  }

  private mutating func add(_ rect: Rect, beforeLast back: Int) {
    guard let rect = rect.intersection(Rect(x: 0, y: 0, width: display.width, height: display.height))
    else { return }
    let place = rects.count - 1 - back
    if place >= 0, rects[place].join(rect, eighths: rects.count < Damage.few ? 0 : 1) {
      // So that it is the last but one for the next of its kind.
      if back == 1 { rects.swapAt(place, place + 1) }
      return
    }
    if rects.count >= Damage.limit { thin() }
    rects.append(rect)
  }

  /// Half as many at the most.
  private mutating func thin() {
    var eighths = 2
    while rects.count > Damage.limit / 2 {
      var kept = 0
      for place in 1..<rects.count where !rects[kept].join(rects[place], eighths: eighths) {
        kept += 1
        rects[kept] = rects[place]
      }
      rects.removeSubrange((kept + 1)...)
      eighths *= 2
    }
  }
}

extension Rect {
  /// Becomes one rectangle around itself and another, if what lies between them is no more than so many eighths
  /// of the smaller; whether it did.
  fileprivate mutating func join(_ other: Rect, eighths: Int) -> Bool {
    let hull = union(other)
    let between = hull.area - area - other.area + (intersection(other)?.area ?? 0)
    guard between * 8 <= min(area, other.area) * eighths else { return false }
    self = hull
    return true
  }
}

extension Rect {
  /// In pixels.
  public var area: Int { width * height }

  /// Whether the other lies within this one.
  public func contains(_ other: Rect) -> Bool {
    x <= other.x && y <= other.y && x + width >= other.x + other.width
      && y + height >= other.y + other.height
  }

  /// What both cover; nil for nothing.
  public func intersection(_ other: Rect) -> Rect? {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let right = min(x + width, other.x + other.width)
    let bottom = min(y + height, other.y + other.height)
    return left < right && top < bottom
      ? Rect(x: left, y: top, width: right - left, height: bottom - top) : nil
  }

  /// The smallest rectangle around both.
  public func union(_ other: Rect) -> Rect {
    let left = min(x, other.x)
    let top = min(y, other.y)
    return Rect(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }
}
