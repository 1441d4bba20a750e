import FlipBoard

/// The damage of a frame, clipped to the display; where it is little, joined where that adds little.
struct Regions {
  private(set) var rects: [Rect] = []

  /// Of more rectangles no two are compared.
  private static let fewest = 32

  init() { rects.reserveCapacity(4 * Damage.limit) }

  mutating func set(_ damage: [Rect]?, display: Size) {
    rects.removeAll(keepingCapacity: true)
    let whole = Rect(x: 0, y: 0, width: display.width, height: display.height)
    guard let damage else {
      rects.append(whole)
      return
    }
    for rect in damage {
      guard let visible = rect.intersection(whole) else { continue }
      if damage.count > Regions.fewest { rects.append(visible) } else { add(visible) }
    }
  }

  /// Joins with a rectangle that is there if the two fill their hull but for a twentieth.
  private mutating func add(_ rect: Rect) {
    for index in rects.indices {
      let other = rects[index]
      let both = other.area + rect.area - (other.intersection(rect)?.area ?? 0)
      let hull = other.union(rect)
      if hull.area * 20 <= both * 21 {
        rects.remove(at: index)
        add(hull)
        return
      }
    }
    rects.append(rect)
  }
}
