import FlipBoard

/// The background between modules and separators, as rectangles: with their frames they are all of the
/// display, and no pixel lies in two. So what stands can be drawn without clearing first.
enum Backdrop {
  static func pieces(around frames: [Rect], display: Size) -> [Rect] {
    let whole = Rect(x: 0, y: 0, width: display.width, height: display.height)
    let seen = frames.compactMap { $0.intersection(whole) }.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    let rows = Set(seen.flatMap { [$0.y, $0.y + $0.height] } + [0, display.height]).sorted()
    var done: [Rect] = []
    // Of the band above: those that go on with the same columns are made longer.
    var open: [Rect] = []
    for (top, bottom) in zip(rows, rows.dropFirst()) {
      var band: [Rect] = []
      func add(from left: Int, to right: Int) {
        if left >= right { return }
        let same = open.firstIndex { $0.x == left && $0.width == right - left }
        let start = same.map { open.remove(at: $0).y } ?? top
        band.append(Rect(x: left, y: start, width: right - left, height: bottom - start))
      }
      var left = 0
      for frame in seen where frame.y <= top && frame.y + frame.height >= bottom {
        add(from: left, to: frame.x)
        left = max(left, frame.x + frame.width)
      }
      add(from: left, to: display.width)
      done += open
      open = band
    }
    return done + open
  }
}
