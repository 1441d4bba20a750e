import FlipBoard
@testable import FlipGL
import Testing

/// How pages are divided, over many tiles and bounds.
@Suite struct PageGridTests {
  @Test func sidesArePowersOfTwo() {
    #expect([1, 2, 3, 64, 65, 1000].map(PageGrid.side) == [1, 2, 4, 64, 128, 1024])
    #expect(PageGrid.tileLimit(2048) == 2044)
    #expect(PageGrid.tileLimit(3000) == 2044)
  }

  /// Ten digits of a clock at 1080p: 250 by 330 texels a half, so 252 by 332 a cell, and two rows at the end.
  @Test func theLeastPageOfTwentyCells() {
    // Four columns and six rows: 1008 by 1994.
    let grid = PageGrid(tile: Size(width: 250, height: 330), cells: 20, area: 4_000_000, limit: 4096)
    #expect(grid.size == Size(width: 1024, height: 2048))
    #expect((grid.columns, grid.rows) == (4, 6))
    // In half of that there is room for half of them: four columns and three rows, or two and six.
    let small = PageGrid(tile: Size(width: 250, height: 330), cells: 20, area: 1_050_000, limit: 4096)
    #expect(small.size.width * small.size.height == 1 << 20)
    #expect(small.count == 12)
  }

  @Test func allCellsAreInTheirPage() {
    for side in [1, 7, 30, 61, 62, 250, 1000, 2044] {
      for other in [1, 20, 60, 333] {
        for cells in [1, 2, 20, 500] {
          for area in [0, 1 << 16, 3_110_400] {
            let tile = Size(width: side, height: other)
            let grid = PageGrid(tile: tile, cells: cells, area: area, limit: 2048)
            #expect(grid.count >= 1)
            #expect(grid.columns * (side + 2) <= grid.size.width)
            #expect(grid.rows * (other + 2) + 2 <= grid.size.height)
            #expect(max(grid.size.width, grid.size.height) <= 2048)
            #expect(PageGrid.side(grid.size.width) == grid.size.width)
            #expect(PageGrid.side(grid.size.height) == grid.size.height)
            // More than the area is only what one cell takes.
            let least = PageGrid.side(side + 2) * PageGrid.side(other + 4)
            #expect(grid.size.width * grid.size.height <= max(area, least))
          }
        }
      }
    }
  }
}
