import FlipBoard

/// What of a board is drawn to bring a damaged target up to date, in the same few draws whatever the damage:
/// quads are drawn whole, which changes nothing where they were right, within one scissor around all damage.
///
/// Where several rectangles are damaged, what stands in any of them is drawn, every flap that this touches,
/// and what is under those.
struct Repair {
  /// Modules, separators and pieces of the background.
  private(set) var items: [Int32] = []
  /// Flaps, in their order.
  private(set) var flaps: [Int32] = []
  /// Where the background is filled in without a draw.
  private(set) var clears: [Rect] = []
  /// The scissor.
  private(set) var bounds = Rect(x: 0, y: 0, width: 0, height: 0)
  /// All that is drawn on, as rectangles that don't overlap.
  private(set) var touched: [Rect] = []

  /// Rectangles that are to be right: the damage, and the reach of flaps that it touches.
  private var taken: [Rect] = []
  private var found: [Int32] = []
  private var parts: [Rect] = []
  private var cuts: [Rect] = []
  private var itemMarks: [Bool] = []
  private var flapMarks: [Bool] = []

  /// A piece of the background costs a software driver about as much as to clear so many pixels.
  private static let pieceCost = 2000
  /// Clears that are made to leave out what stands in a rectangle, rather than one of all of it.
  private static let mostClears = 8

  /// Room for so many, so that no frame has to make it.
  mutating func reserve(items: Int, flaps: Int) {
    if items > itemMarks.count {
      itemMarks = [Bool](repeating: false, count: items)
      self.items.reserveCapacity(items)
      found.reserveCapacity(items)
      touched.reserveCapacity(items + 64)
    }
    if flaps > flapMarks.count {
      flapMarks = [Bool](repeating: false, count: flaps)
      self.flaps.reserveCapacity(flaps)
    }
    clears.reserveCapacity(64)
    taken.reserveCapacity(64)
    parts.reserveCapacity(4 * Repair.mostClears)
    cuts.reserveCapacity(4 * Repair.mostClears)
  }

  mutating func set(_ rects: [Rect], _ board: inout BoardQuads) {
    items.removeAll(keepingCapacity: true)
    flaps.removeAll(keepingCapacity: true)
    clears.removeAll(keepingCapacity: true)
    touched.removeAll(keepingCapacity: true)
    taken.removeAll(keepingCapacity: true)
    guard let first = rects.first else { return }
    bounds = first
    if rects.count == 1 { one(first, &board) } else { many(rects, &board) }
  }

  private mutating func one(_ rect: Rect, _ board: inout BoardQuads) {
    touched.append(rect)
    board.grid.find(rect, into: &items)
    var pieces = 0
    for item in items where board.isBackground(Int(item)) { pieces += 1 }
    if rect.area == board.size.area || pieces * Repair.pieceCost > rect.area {
      clears.append(rect)
      items.removeAll { board.isBackground(Int($0)) }
    }
    for flap in 0..<board.flapCount where board.reach[flap].intersects(rect) { flaps.append(Int32(flap)) }
  }

  private mutating func many(_ rects: [Rect], _ board: inout BoardQuads) {
    for rect in rects { take(rect, &board) }
    // A flap that is drawn needs all that is under it anew, which may touch another flap.
    var goesOn = true
    while goesOn {
      goesOn = false
      for flap in 0..<board.flapCount where !flapMarks[flap] && board.reach[flap].area > 0 {
        let reach = board.reach[flap]
        var isTouched = taken.contains { $0.intersects(reach) }
        if !isTouched {
          find(reach, &board)
          isTouched = found.contains { itemMarks[Int($0)] }
        }
        if !isTouched { continue }
        flapMarks[flap] = true
        goesOn = true
        if !taken.contains(where: { $0.contains(reach) }) { take(reach, &board) }
      }
    }
    for flap in 0..<board.flapCount where flapMarks[flap] {
      flaps.append(Int32(flap))
      flapMarks[flap] = false
    }
    touched.append(contentsOf: clears)
    for item in items {
      itemMarks[Int(item)] = false
      guard let seen = board.grid.frames[Int(item)].intersection(bounds) else { continue }
      if !clears.contains(where: { $0.contains(seen) }) { touched.append(seen) }
    }
  }

  /// Takes up a rectangle: what stands in it is drawn, and between that is background.
  private mutating func take(_ rect: Rect, _ board: inout BoardQuads) {
    taken.append(rect)
    bounds = bounds.union(rect)
    find(rect, &board)
    parts.removeAll(keepingCapacity: true)
    parts.append(rect)
    for item in found {
      if !itemMarks[Int(item)] {
        itemMarks[Int(item)] = true
        items.append(item)
      }
      if parts.count > Repair.mostClears { continue }
      cuts.removeAll(keepingCapacity: true)
      for part in parts { part.append(without: board.grid.frames[Int(item)], to: &cuts) }
      swap(&parts, &cuts)
    }
    if parts.count > Repair.mostClears { clears.append(rect) } else { clears.append(contentsOf: parts) }
  }

  /// Modules and separators in a rectangle, into `found`.
  private mutating func find(_ rect: Rect, _ board: inout BoardQuads) {
    found.removeAll(keepingCapacity: true)
    board.grid.find(rect, into: &found)
    found.removeAll { board.isBackground(Int($0)) }
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
