import FlipBoard

/// Which of many rectangles that don't move lie where: found in the time of what is found.
struct Grid {
  private var columns = 1
  private var rows = 1
  private var cell = Size(width: 1, height: 1)
  /// Items by cell: those of cell c are items[starts[c]..<starts[c + 1]].
  private var starts: [Int32] = [0, 0]
  private var items: [Int32] = []
  /// The search that found each item last, so that none is found twice.
  private var found: [Int] = []
  private var search = 0
  private(set) var frames: [Rect] = []

  init() {}

  /// Items of `frames`, numbered as they come.
  init(_ frames: [Rect], display: Size) {
    self.frames = frames
    found = [Int](repeating: 0, count: frames.count)
    // About as many cells as frames: what is searched for is about as large as those are.
    let side = min(128, max(1, Int(Double(frames.count).squareRoot().rounded(.up))))
    cell = Size(
      width: max(8, (display.width + side - 1) / side), height: max(8, (display.height + side - 1) / side))
    columns = max(1, (display.width + cell.width - 1) / cell.width)
    rows = max(1, (display.height + cell.height - 1) / cell.height)
    var lists = [[Int32]](repeating: [], count: columns * rows)
    for (item, frame) in frames.enumerated() {
      let (xs, ys) = cells(frame)
      for row in ys { for column in xs { lists[row * columns + column].append(Int32(item)) } }
    }
    starts = [0]
    items = []
    for list in lists {
      items += list
      starts.append(Int32(items.count))
    }
  }

  private func cells(_ rect: Rect) -> (ClosedRange<Int>, ClosedRange<Int>) {
    func index(_ value: Int, _ size: Int, _ count: Int) -> Int { min(max(value / size, 0), count - 1) }
    let left = index(rect.x, cell.width, columns)
    let top = index(rect.y, cell.height, rows)
    return (
      left...max(left, index(rect.x + rect.width - 1, cell.width, columns)),
      top...max(top, index(rect.y + rect.height - 1, cell.height, rows))
    )
  }

  /// Appends the items that a rectangle touches, each once.
  mutating func find(_ rect: Rect, into list: inout [Int32]) {
    search += 1
    let (xs, ys) = cells(rect)
    for row in ys {
      for column in xs {
        let place = row * columns + column
        for index in Int(starts[place])..<Int(starts[place + 1]) {
          let item = items[index]
          if found[Int(item)] == search { continue }
          found[Int(item)] = search
          if frames[Int(item)].intersects(rect) { list.append(item) }
        }
      }
    }
  }
}
