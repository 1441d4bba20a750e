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
  let serial: Int32
  private(set) var free: [Int]
  let cellCount: Int
  private let columns: Int

  /// - Parameters:
  ///   - cells: as many as this, if they fit into `area` texels and the driver's limit; at least one.
  init(
    _ context: Context, serial: Int32, tile: Size, format: Bitmap.Format, cells: Int, area: Int
  ) throws(GLError) {
    let grid = PageGrid(tile: tile, cells: cells, area: area, limit: context.textureLimit)
    columns = grid.columns
    self.serial = serial
    cellCount = grid.count
    free = Array((0..<grid.count).reversed())
    self.tile = tile
    self.format = format
    texture = try Texture(context, size: grid.size, format: format == .coverage ? .coverage : .rgba)
    let (width, rows) = (grid.size.width, PageGrid.blankRows)
    texture.replace(
      x: 0, y: grid.size.height - rows, width: width, height: rows,
      pixels: [UInt8](repeating: 0, count: width * rows * format.bytesPerPixel))
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
