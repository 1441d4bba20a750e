import FlipBoard

/// What of a board is drawn to bring a damaged target up to date, in the same few draws whatever the damage:
/// quads are drawn whole, which changes nothing where they were right, within one scissor around all damage.
///
/// Where several rectangles are damaged, what stands in any of them is drawn, every flap that this touches,
/// and what is under those; unless one rectangle around all is no more. The background between is filled in where
/// few rectangles are damaged, to the pixel; in many it is drawn, in pieces.
struct Repair {
  /// Halves, separators and pieces of the background.
  private(set) var items: [Int32] = []
  /// Flaps, in their order.
  private(set) var flaps: [Int32] = []
  /// Where the background is filled in without a draw.
  private(set) var clears: [Rect] = []
  /// The scissor.
  private(set) var bounds = Rect(x: 0, y: 0, width: 0, height: 0)
  /// All that is drawn on, as rectangles that don't overlap.
  private(set) var touched: [Rect] = []

  /// Rectangles that are to be right, where the background is filled in: the damage, and the reach of flaps.
  private var taken: [Rect] = []
  private var isClearing = false
  private var found: [Int32] = []
  private var parts: [Rect] = []
  private var cuts: [Rect] = []
  private var itemMarks: [Bool] = []
  private var flapMarks: [Bool] = []

  /// A piece of the background costs a software driver about as much as to clear so many pixels.
  private static let pieceCost = 2000
  /// The background of more rectangles is drawn in pieces.
  private static let fewRects = 4
  /// And so it is where it would take more clears: each is two calls.
  private static let mostClears = 12
  /// To find out what a rectangle or a flap touches costs about as much as to draw so many pixels.
  private static let searchCost = 40
  /// So few are always searched for.
  private static let fewSearches = 512

  /// Room for so many, so that no frame has to make it.
  mutating func reserve(items: Int, flaps: Int) {
    if items > itemMarks.count {
      itemMarks = [Bool](repeating: false, count: items)
      self.items.reserveCapacity(items)
      found.reserveCapacity(items)
      touched.reserveCapacity(items)
    }
    if flaps > flapMarks.count {
      flapMarks = [Bool](repeating: false, count: flaps)
      self.flaps.reserveCapacity(flaps)
    }
    clears.reserveCapacity(256)
    taken.reserveCapacity(64)
    parts.reserveCapacity(64)
    cuts.reserveCapacity(64)
  }

  /// Takes up the damage.
  ///
  /// - Parameter clearing: whether the background is to be filled in without indices, where that can be: in a frame
  ///   that begins to draw other things, its pieces may be too many.
  mutating func set(_ rects: [Rect], _ board: inout BoardQuads, clearing: Bool = false) {
    removeAll()
    guard let first = rects.first else { return }
    var (hull, area) = (first, 0)
    for rect in rects {
      hull = hull.union(rect)
      area += rect.area
    }
    let searches = rects.count + board.flapCount
    if rects.count > 1,
      searches <= Repair.fewSearches || hull.area - area > searches * Repair.searchCost
    {
      many(rects, &board, clearing: rects.count <= (clearing ? Repair.mostClears : Repair.fewRects))
      if clears.count > Repair.mostClears {
        removeAll()
        // Close to each other, they are cleared at once.
        if clearing, hull.area * 4 <= area * 5 { return one(hull, &board, true) }
        many(rects, &board, clearing: false)
      }
      if touched.reduce(0, { $0 + $1.area }) < hull.area { return }
      removeAll()
    }
    one(hull, &board, clearing)
  }

  private mutating func removeAll() {
    items.removeAll(keepingCapacity: true)
    flaps.removeAll(keepingCapacity: true)
    clears.removeAll(keepingCapacity: true)
    touched.removeAll(keepingCapacity: true)
  }

  private mutating func one(_ rect: Rect, _ board: inout BoardQuads, _ clearing: Bool) {
    bounds = rect
    touched.append(rect)
    // Around all cards nothing has to be searched for: what is drawn beside the rectangle costs little.
    if let hull = board.hull, rect.contains(hull) {
      for item in 0..<board.itemCount { items.append(Int32(truncatingIfNeeded: item)) }
      fill(rect, board, clearing, pieces: board.itemCount - board.cardCount)
      for flap in 0..<board.flapCount where board.reach[flap].area > 0 {
        flaps.append(Int32(truncatingIfNeeded: flap))
      }
      return
    }
    board.grid.find(rect, into: &items)
    var pieces = 0
    for item in items where board.isBackground(Int(item)) { pieces += 1 }
    fill(rect, board, clearing, pieces: pieces)
    for flap in 0..<board.flapCount where board.reach[flap].intersects(rect) { flaps.append(Int32(flap)) }
  }

  /// Has the background filled in without a draw where that costs less than its pieces.
  private mutating func fill(_ rect: Rect, _ board: BoardQuads, _ clearing: Bool, pieces: Int) {
    if !clearing, rect.area != board.size.area, pieces * Repair.pieceCost <= rect.area { return }
    clears.append(rect)
    items.removeAll { board.isBackground(Int($0)) }
  }

  private mutating func many(_ rects: [Rect], _ board: inout BoardQuads, clearing: Bool) {
    isClearing = clearing
    taken.removeAll(keepingCapacity: true)
    bounds = rects[0]
    for rect in rects {
      bounds = bounds.union(rect)
      take(rect, &board)
    }
    // A flap that is drawn needs all that is under it anew, which may touch another flap.
    var goesOn = true
    while goesOn {
      goesOn = false
      for flap in 0..<board.flapCount where !flapMarks[flap] && board.reach[flap].area > 0 {
        let reach = board.reach[flap]
        guard touchesHalves(flap, board) || touchesDrawn(reach, &board) else { continue }
        flapMarks[flap] = true
        bounds = bounds.union(reach)
        goesOn = true
        if !taken.contains(where: { $0.contains(reach) }) { take(reach, &board) }
      }
    }
    for flap in 0..<board.flapCount where flapMarks[flap] {
      flaps.append(Int32(flap))
      flapMarks[flap] = false
    }
    let display = Rect(x: 0, y: 0, width: board.size.width, height: board.size.height)
    bounds = bounds.intersection(display) ?? display
    touched.append(contentsOf: clears)
    for item in items {
      itemMarks[Int(item)] = false
      if let seen = board.grid.frames[Int(item)].intersection(bounds) { touched.append(seen) }
    }
  }

  /// Whether a flap lies on a half of its own that is drawn: so it is mostly, and that is found soonest.
  private func touchesHalves(_ flap: Int, _ board: BoardQuads) -> Bool {
    let upper = 2 * board.owners[flap]
    return (upper...upper + 1).contains {
      itemMarks[$0] && board.grid.frames[$0].intersects(board.reach[flap])
    }
  }

  /// Whether a rectangle lies on anything that is drawn.
  private mutating func touchesDrawn(_ rect: Rect, _ board: inout BoardQuads) -> Bool {
    find(rect, &board)
    return found.contains { itemMarks[Int($0)] } || taken.contains { $0.intersects(rect) }
  }

  /// Takes up a rectangle: what stands in it is drawn, and between that is background.
  private mutating func take(_ rect: Rect, _ board: inout BoardQuads) {
    find(rect, &board)
    for item in found where !itemMarks[Int(item)] {
      itemMarks[Int(item)] = true
      items.append(item)
    }
    if !isClearing { return }
    taken.append(rect)
    parts.removeAll(keepingCapacity: true)
    parts.append(rect)
    for item in found {
      cuts.removeAll(keepingCapacity: true)
      for part in parts { part.append(without: board.grid.frames[Int(item)], to: &cuts) }
      swap(&parts, &cuts)
    }
    // What was cleared already isn't cleared again.
    for clear in clears {
      cuts.removeAll(keepingCapacity: true)
      for part in parts { part.append(without: clear, to: &cuts) }
      swap(&parts, &cuts)
    }
    clears.append(contentsOf: parts)
  }

  /// What stands in a rectangle, into `found`: with clears without the background.
  private mutating func find(_ rect: Rect, _ board: inout BoardQuads) {
    found.removeAll(keepingCapacity: true)
    board.grid.find(rect, into: &found)
    if isClearing { found.removeAll { board.isBackground(Int($0)) } }
  }
}

extension Rect {
  /// What is left of it beside another: up to four rectangles.
  fileprivate func append(without other: Rect, to list: inout [Rect]) {
    guard let hole = intersection(other) else {
      list.append(self)
      return
    }
    func add(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
      if width > 0 && height > 0 { list.append(Rect(x: x, y: y, width: width, height: height)) }
    }
    add(x, y, width, hole.y - y)
    add(x, hole.y, hole.x - x, hole.height)
    add(hole.x + hole.width, hole.y, x + width - hole.x - hole.width, hole.height)
    add(x, hole.y + hole.height, width, y + height - hole.y - hole.height)
  }
}
