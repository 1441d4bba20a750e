import FlipBoard

/// How a page is divided: its size in texels, and how many cells of a tile with its border are in it.
///
/// Sides are powers of two. So a texel's place in parts of the page is a number without an error, and what is
/// sampled between texels does not depend on where in a page a face lies, to the last bit.
struct PageGrid: Hashable {
  /// Rows of nothing at the end of each page: what a leaf without a face is sampled from.
  static let blankRows = 2

  var size: Size
  var columns: Int
  var rows: Int
  var count: Int { columns * rows }

  /// The least page of so many cells that is no larger than `area` texels; where there is none the one of the
  /// most cells, and at least of one.
  ///
  /// - Parameter limit: of a side, in texels.
  init(tile: Size, cells: Int, area: Int, limit: Int) {
    func grid(_ width: Int, _ height: Int) -> PageGrid {
      PageGrid(
        size: Size(width: width, height: height), columns: width / (tile.width + 2),
        rows: (height - PageGrid.blankRows) / (tile.height + 2))
    }
    var best = grid(PageGrid.side(tile.width + 2), PageGrid.side(tile.height + 2 + PageGrid.blankRows))
    var width = best.size.width
    while width <= limit {
      var height = PageGrid.side(tile.height + 2 + PageGrid.blankRows)
      while height <= limit, width * height <= area {
        let other = grid(width, height)
        if other.isBetter(than: best, for: cells) { best = other }
        height *= 2
      }
      width *= 2
    }
    self = best
  }

  private init(size: Size, columns: Int, rows: Int) {
    (self.size, self.columns, self.rows) = (size, columns, rows)
  }

  private func isBetter(than other: PageGrid, for cells: Int) -> Bool {
    let (mine, others) = (min(count, cells), min(other.count, cells))
    if mine != others { return mine > others }
    if size.area != other.size.area { return size.area < other.size.area }
    // As square as can be, so that it is far from the limit in both directions.
    return max(size.width, size.height) < max(other.size.width, other.size.height)
  }

  /// The least power of two that is no less.
  static func side(_ length: Int) -> Int {
    var side = 1
    while side < length { side *= 2 }
    return side
  }

  /// The longest side of a tile where no side of a page is longer than the limit.
  static func tileLimit(_ limit: Int) -> Int {
    let side = side(limit)
    return (side > limit ? side / 2 : side) - 2 - blankRows
  }
}
