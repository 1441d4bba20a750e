/// What changed on a display as somebody else is told it, a kernel or EGL: at most so many rectangles, clipped to
/// it.
public struct Outline: Hashable, Sendable {
  /// More than this costs more to send than it saves to copy.
  public static let limit = 16

  public private(set) var rects: [Rect] = []
  /// What is clipped to.
  public let display: Size

  public init(display: Size) {
    self.display = display
    rects.reserveCapacity(Outline.limit + 1)
  }

  /// Nothing changed; keeps its storage.
  public mutating func clear() { rects.removeAll(keepingCapacity: true) }

  /// Adds a rectangle: left out where one that is there covers it; past the limit it is joined with the
  /// one that grows least by it.
  public mutating func add(_ rect: Rect) {
    guard let rect = rect.intersection(Rect(x: 0, y: 0, width: display.width, height: display.height))
    else { return }
    // Most often it lies in the one that came or grew last.
    if let last = rects.last {
      if last.contains(rect) { return }
      // Where it must be joined with one, and this one grows by hardly more than it: no other is looked at.
      let joined = last.union(rect)
      if rects.count >= Outline.limit, joined.area - last.area <= 2 * rect.area {
        rects[rects.count - 1] = joined
        return
      }
    }
    let place = place(of: rect)
    if place.isCovered { return }
    if place.covers { rects.removeAll { rect.contains($0) } }
    guard rects.count >= Outline.limit else {
      rects.append(rect)
      return
    }
    let joined = rects[place.best].union(rect)
    rects.removeAll { joined.contains($0) }
    rects.append(joined)
  }

  /// Whether a rectangle is covered by one that is there, whether it covers any, and which grows least by it.
  ///
  /// Of a board of which all moves, most of the time goes here: so the sums, which are within the display and
  /// can't overflow, aren't checked.
  private func place(of rect: Rect) -> (isCovered: Bool, covers: Bool, best: Int) {
    let (right, bottom) = (rect.x &+ rect.width, rect.y &+ rect.height)
    return rects.withUnsafeBufferPointer { rects in
      var (covers, best, growth) = (false, 0, Int.max)
      for index in rects.indices {
        let known = rects[index]
        let (knownRight, knownBottom) = (known.x &+ known.width, known.y &+ known.height)
        let (left, top) = (min(known.x, rect.x), min(known.y, rect.y))
        let width = max(knownRight, right) &- left
        let height = max(knownBottom, bottom) &- top
        let more = width &* height &- known.width &* known.height
        if more == 0 { return (true, covers, best) }
        if width == rect.width && height == rect.height { covers = true }
        if more < growth { (best, growth) = (index, more) }
      }
      return (false, covers, best)
    }
  }
}
