import FlipBoard

/// The background between modules and separators, as rectangles: with their frames they are all of the
/// display, and no pixel lies in two. So what stands can be drawn without clearing first.
///
/// They are cut where the frames beside them end, in the middle of those, and some pixels beside them: so what a
/// flap covers beside its card are pieces that are little larger than that.
enum Backdrop {
  static func pieces(around frames: [Rect], display: Size) -> [Rect] {
    let whole = Rect(x: 0, y: 0, width: display.width, height: display.height)
    let seen = frames.compactMap { $0.intersection(whole) }.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    // From three heights away a flap is seen to reach a tenth of its width beyond its card on either side at the
    // most, and a 140th of its height above it, and FlapGeometry has 0.15 pixels more.
    func across(_ frame: Rect) -> Int { (2 * frame.width + 22) / 20 }
    func along(_ frame: Rect) -> Int { (frame.height + 160) / 140 }
    func rows(_ frame: Rect) -> [Int] {
      let (beside, end) = (along(frame), frame.y + frame.height)
      return [frame.y - beside, frame.y + frame.height / 2, end + beside]
    }
    func columns(_ frame: Rect) -> [Int] {
      [frame.x - across(frame), frame.x + frame.width + across(frame)]
    }
    let cuts = cut(
      seen.flatMap(rows), edges: seen.flatMap { [$0.y, $0.y + $0.height] }, length: display.height)
    var pieces: [Rect] = []
    for (top, bottom) in zip(cuts, cuts.dropFirst()) {
      let near = seen.filter { $0.y - along($0) <= bottom && $0.y + $0.height + along($0) >= top }
      let xs = cut(
        near.flatMap(columns), edges: near.flatMap { [$0.x, $0.x + $0.width] }, length: display.width)
      let inside = near.filter { $0.y < bottom && top < $0.y + $0.height }
      var next = 0
      for (left, right) in zip(xs, xs.dropFirst()) {
        while next < inside.count, inside[next].x + inside[next].width <= left { next += 1 }
        if next < inside.count, inside[next].x <= left { continue }
        pieces.append(Rect(x: left, y: top, width: right - left, height: bottom - top))
      }
    }
    return pieces
  }

  /// Places to cut a length at, ascending, with both ends: all edges, and others where there is room between.
  private static func cut(_ places: [Int], edges: [Int], length: Int) -> [Int] {
    let firm = Set(edges + [0, length]).filter { (0...length).contains($0) }.sorted()
    var soft = Set(places).subtracting(firm).sorted()[...]
    var all: [Int] = []
    for (edge, next) in zip(firm, firm.dropFirst()) {
      all.append(edge)
      while let place = soft.first, place < next {
        soft.removeFirst()
        if place > edge, next - edge > 2 { all.append(place) }
      }
    }
    return all + [length]
  }
}
