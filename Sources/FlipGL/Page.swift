import CEGL
import FlipBoard
import FlipFaces
import Glibc

/// A texture of the atlas: a grid of cells of one size, each with a border of one texel around its tile
/// so that sampling between texels doesn't bleed.
final class Page {
  let texture: Texture
  let format: Bitmap.Format
  /// Of a tile, without the border.
  let tile: Size
  /// Never used twice by an atlas.
  let serial: Int
  private(set) var free: [Int]
  let cellCount: Int
  private let columns: Int

  /// Rows of nothing at the end of each page: what a leaf without a face is sampled from.
  private static let blankRows = 2

  /// The longest side of a tile.
  static func tileLimit(_ context: Context) -> Int { context.textureLimit - 2 - blankRows }

  /// As many cells as asked for, if the driver's limit allows; at least one.
  init(
    _ context: Context, serial: Int, tile: Size, format: Bitmap.Format, cells: Int
  ) throws(GLError) {
    let cell = Size(width: tile.width + 2, height: tile.height + 2)
    let limit = context.textureLimit
    let (most, tallest) = (max(limit / cell.width, 1), max((limit - Page.blankRows) / cell.height, 1))
    let count = max(1, min(cells, most * tallest))
    // As square as the cells allow, so that a page is far from the limit in both directions.
    var columns = 1
    while columns < most && (columns * cell.width < (count + columns - 1) / columns * cell.height) {
      columns += 1
    }
    while (count + columns - 1) / columns > tallest { columns += 1 }
    let rows = (count + columns - 1) / columns
    self.columns = columns
    self.serial = serial
    cellCount = columns * rows
    free = Array((0..<columns * rows).reversed())
    self.tile = tile
    self.format = format
    let size = Size(width: columns * cell.width, height: rows * cell.height + Page.blankRows)
    texture = try Texture(context, size: size, format: format == .coverage ? .coverage : .rgba)
    texture.replace(
      x: 0, y: size.height - Page.blankRows, width: size.width, height: Page.blankRows,
      pixels: [UInt8](repeating: 0, count: size.width * Page.blankRows * format.bytesPerPixel))
  }

  /// Texels of a cell.
  static func cellArea(_ tile: Size) -> Int { (tile.width + 2) * (tile.height + 2) }

  var isEmpty: Bool { free.count == cellCount }

  func take() -> Int? { free.popLast() }
  func give(_ cell: Int) { free.append(cell) }

  /// The texel of the upper left corner of a cell's tile.
  func origin(of cell: Int) -> (x: Int, y: Int) {
    (cell % columns * (tile.width + 2) + 1, cell / columns * (tile.height + 2) + 1)
  }

  /// Writes the part of a half that starts at (x, y), with its border: the half's own texels where it goes
  /// on, its edge repeated where it ends. Returns how many bytes that are.
  func write(cell: Int, from half: Bitmap, x: Int, y: Int) -> Int {
    let (w, h) = (min(tile.width, half.size.width - x), min(tile.height, half.size.height - y))
    let bytes = format.bytesPerPixel
    let length = (w + 2) * bytes
    let pixels = [UInt8](unsafeUninitializedCapacity: (h + 2) * length) { rows, count in
      half.pixels.withUnsafeBytes { source in
        for row in -1...h {
          let line = rows.baseAddress! + (row + 1) * length
          let from =
            source.baseAddress! + min(max(y + row, 0), half.size.height - 1) * half.size.width * bytes
          let (left, right) = (max(x - 1, 0), min(x + w, half.size.width - 1))
          memcpy(line, from + left * bytes, bytes)
          memcpy(line + bytes, from + x * bytes, w * bytes)
          memcpy(line + length - bytes, from + right * bytes, bytes)
        }
      }
      count = (h + 2) * length
    }
    let corner = origin(of: cell)
    texture.replace(x: corner.x - 1, y: corner.y - 1, width: w + 2, height: h + 2, pixels: pixels)
    return pixels.count
  }
}

extension Size {
  var area: Int { width * height }
}
