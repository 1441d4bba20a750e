/// Which quads of a buffer differ from what GL has, as ranges: each is a call of GL, so those near each other
/// are joined as far as there are bytes to spare.
struct Changes {
  /// More ranges are never kept on a side of the border.
  static let most = 1024
  /// To write so many quads takes longer than another call.
  private static let widestGap = 256

  /// Halves and what else has its place are before it, flaps from there on: their quads come by turns.
  private let border: Int
  private var before = Ranges()
  private var behind = Ranges()

  init(border: Int) { self.border = border }

  /// How many quads differ.
  var count: Int { before.count + behind.count }

  mutating func removeAll() {
    before.removeAll()
    behind.removeAll()
  }

  /// A quad differs.
  @inline(__always)
  mutating func add(_ quad: Int) {
    if quad < border { before.add(quad) } else { behind.add(quad) }
  }

  /// All so many quads differ.
  mutating func addAll(_ count: Int) {
    removeAll()
    before.last = 0..<count
  }

  /// All of them, those near each other joined.
  ///
  /// - Parameter spare: how many quads may be written that don't differ.
  mutating func forEach(spare: Int, _ body: (Range<Int>) -> Void) {
    var spare = spare
    before.join(upTo: Changes.widestGap, &spare)
    for range in before.list { body(range) }
    behind.join(upTo: Changes.widestGap, &spare)
    for range in behind.list { body(range) }
  }
}

/// Ranges that mostly come in ascending order.
private struct Ranges {
  private(set) var list: [Range<Int>] = []
  /// Behind those, the one that still grows.
  var last = 0..<0
  /// Of all in the list.
  private var total = 0

  init() { list.reserveCapacity(Changes.most + 2) }

  var count: Int { total + last.count }

  mutating func removeAll() {
    list.removeAll(keepingCapacity: true)
    (last, total) = (0..<0, 0)
  }

  @inline(__always)
  mutating func add(_ quad: Int) {
    if quad == last.upperBound { last = last.lowerBound..<quad + 1 } else { begin(quad) }
  }

  private mutating func begin(_ quad: Int) {
    if last.contains(quad) { return }
    close()
    last = quad..<quad + 1
    if list.count <= Changes.most { return }
    // Half as many, whatever is written between.
    sort()
    var (gap, spare) = (1, Int.max)
    while list.count > Changes.most / 2 {
      join(gaps: gap, &spare)
      gap *= 2
    }
    total = list.reduce(0) { $0 + $1.count }
  }

  private mutating func close() {
    if !last.isEmpty { list.append(last) }
    total += last.count
    last = 0..<0
  }

  /// Sorts them all into the list, and joins those with the smallest gaps first.
  mutating func join(upTo widest: Int, _ spare: inout Int) {
    close()
    sort()
    var gap = 1
    while list.count > 1, spare > 0, gap <= widest {
      join(gaps: gap, &spare)
      gap *= 2
    }
  }

  /// In place, and quick where it is so already.
  private mutating func sort() {
    list.withUnsafeMutableBufferPointer { ranges in
      for index in ranges.indices.dropFirst() {
        let range = ranges[index]
        var place = index
        while place > 0, ranges[place - 1].lowerBound > range.lowerBound {
          ranges[place] = ranges[place - 1]
          place -= 1
        }
        ranges[place] = range
      }
    }
  }

  /// Joins ranges that overlap, and those with no more than so many quads between them.
  private mutating func join(gaps: Int, _ spare: inout Int) {
    var kept = 0
    for index in list.indices.dropFirst() {
      let (before, range) = (list[kept], list[index])
      let gap = max(0, range.lowerBound - before.upperBound)
      if gap <= gaps, gap <= spare {
        spare -= gap
        list[kept] = before.lowerBound..<max(before.upperBound, range.upperBound)
      } else {
        kept += 1
        list[kept] = range
      }
    }
    list.removeSubrange((kept + 1)...)
  }
}
