/// What changed on a display: at most so many rectangles, clipped to it.
public struct Damage: Hashable, Sendable {
  /// More than this costs more to send than it saves to draw.
  public static let limit = 16

  public private(set) var rects: [Rect] = []
  /// What is clipped to.
  public let display: Size

  public init(display: Size) {
    self.display = display
    rects.reserveCapacity(Damage.limit + 1)
  }

  /// Nothing changed; keeps its storage.
  public mutating func clear() { rects.removeAll(keepingCapacity: true) }

  /// Everything changed.
  public mutating func fill() {
    clear()
    rects.append(Rect(x: 0, y: 0, width: display.width, height: display.height))
  }

  /// Adds a rectangle: left out where one that is there covers it; past the limit it is joined with the
  /// one that grows least by it.
  public mutating func add(_ rect: Rect) {
    guard let rect = rect.intersection(Rect(x: 0, y: 0, width: display.width, height: display.height))
    else { return }
    for known in rects where known.contains(rect) { return }
    rects.removeAll { rect.contains($0) }
    guard rects.count >= Damage.limit else {
      rects.append(rect)
      return
    }
    var best = 0
    var growth = Int.max
    for (index, known) in rects.enumerated() {
      let more = known.union(rect).area - known.area
      if more < growth {
        best = index
        growth = more
      }
    }
    let joined = rects[best].union(rect)
    rects.removeAll { joined.contains($0) }
    rects.append(joined)
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
