import FlipBoard
import FlipFaces

/// The faces' halves in textures: made when first needed, kept, and of those not needed for longest let go
/// where the budget is spent.
final class Atlas {
  /// A piece of a half: all of it, unless the half is larger than a texture can be.
  struct Tile {
    var page: Page
    var cell: Int
    /// The texel at which the leaf's own upper left corner would be.
    var x: Int16
    var y: Int16
    var column: UInt8
    var row: UInt8
  }

  /// The halves of a face; of a separator the whole is in `upper`. None of a blank face.
  final class Entry {
    let key: FaceOrder
    var upper: [Tile] = []
    var lower: [Tile] = []
    /// How many quads show it; one that is shown is never let go.
    var users = 0
    /// The frame that asked for it last.
    var lastUse = 0

    init(_ key: FaceOrder) { self.key = key }
  }

  private(set) var pages: [Page] = []
  /// Bytes of texels written in this frame.
  private(set) var bytesWritten = 0
  /// The frame that is being drawn.
  private var frame = 0
  /// Counts up whenever an entry was let go.
  private(set) var evictions = 0
  var byteCount: Int { pages.reduce(0) { $0 + $1.texture.byteCount } }
  private var texelCount: Int { pages.reduce(0) { $0 + $1.texture.size.area } }

  private let context: Context
  private let faces: any FaceSource
  /// Texels beyond which entries that no module shows are let go.
  var budget: Int
  private var serial: Int32 = 0
  private var entries: [FaceOrder: Entry] = [:]

  /// Cells of the first page of a size of cards: the halves of ten digits.
  private static let firstCells = 20
  /// The same of separators, of which a board has few.
  private static let firstSeparators = 2

  init(_ context: Context, faces: any FaceSource, budget: Int) {
    self.context = context
    self.faces = faces
    self.budget = budget
  }

  /// The page of that number; nil where it is gone, or none has it.
  func page(_ serial: Int32) -> Page? { pages.first { $0.serial == serial } }

  func beginFrame() {
    frame += 1
    bytesWritten = 0
  }

  /// Makes what a scene that is to come will need, and doesn't hold it: there must be room.
  func make(_ scene: Scene) throws(GLError) {
    for order in scene.faceOrders { _ = try entry(order) }
  }

  func entry(_ key: FaceOrder) throws(GLError) -> Entry {
    if let entry = entries[key] {
      entry.lastUse = frame
      return entry
    }
    let entry = Entry(key)
    entry.lastUse = frame
    let bitmap: Bitmap?
    do throws(FaceError) {
      bitmap =
        key.isSeparator
        ? try faces.separator(key.face, size: key.size) : try faces.card(key.face, size: key.size)
    } catch {
      throw .face(error)
    }
    if let bitmap {
      if key.isSeparator {
        entry.upper = try tiles(of: bitmap, first: Atlas.firstSeparators)
      } else {
        let halves = bitmap.halves
        // Small cells fill a fourth of the budget at once, so that a whole drum is drawn with one call.
        let first = max(Atlas.firstCells, budget / 4 / Page.cellArea(halves.upper.size))
        entry.upper = try tiles(of: halves.upper, first: first)
        entry.lower = try tiles(of: halves.lower, first: first)
      }
    }
    entries[key] = entry
    return entry
  }

  private func tiles(of half: Bitmap, first: Int) throws(GLError) -> [Tile] {
    let most = PageGrid.tileLimit(context.textureLimit)
    let tile = Size(width: min(half.size.width, most), height: min(half.size.height, most))
    var tiles: [Tile] = []
    for y in stride(from: 0, to: half.size.height, by: tile.height) {
      for x in stride(from: 0, to: half.size.width, by: tile.width) {
        let (page, cell) = try place(tile: tile, format: half.format, first: first)
        bytesWritten += page.write(cell: cell, from: half, x: x, y: y)
        let origin = page.origin(of: cell)
        tiles.append(
          Tile(
            page: page, cell: cell, x: Int16(origin.x - x), y: Int16(origin.y - y),
            column: UInt8(x / tile.width), row: UInt8(y / tile.height)))
      }
    }
    return tiles
  }

  /// A free cell; where there is none, of a new page of `first` cells, or of twice as many as before.
  private func place(tile: Size, format: Bitmap.Format, first: Int) throws(GLError) -> (Page, Int) {
    if let place = freeCell(tile, format) { return place }
    let cell = Page.cellArea(tile)
    if texelCount + cell > budget, let place = makeRoom(cell, tile, format) { return place }
    var cells = first
    for page in pages where page.tile == tile && page.format == format {
      cells = max(cells, page.cellCount * 2)
    }
    // What is shown at once may be more than the budget.
    let area = max(budget - texelCount, budget / 4)
    let page = try Page(context, serial: serial, tile: tile, format: format, cells: cells, area: area)
    serial += 1
    pages.append(page)
    return (page, page.take()!)
  }

  private func freeCell(_ tile: Size, _ format: Bitmap.Format) -> (Page, Int)? {
    for page in pages where page.tile == tile && page.format == format {
      if let cell = page.take() { return (page, cell) }
    }
    return nil
  }

  /// Lets go of what nothing shows, oldest first, until a cell of that kind is free, or a page of so many
  /// texels fits into the budget, or nothing is left to let go. Pages that are empty then go too.
  private func makeRoom(_ texels: Int, _ tile: Size, _ format: Bitmap.Format) -> (Page, Int)? {
    let old = entries.values.filter { $0.users == 0 && $0.lastUse < frame }
      .sorted { $0.lastUse < $1.lastUse }
    for entry in old {
      entries[entry.key] = nil
      evictions += 1
      for tile in entry.upper + entry.lower { tile.page.give(tile.cell) }
      if let place = freeCell(tile, format) { return place }
      pages.removeAll { $0.isEmpty }
      if texelCount + texels <= budget { return nil }
    }
    return nil
  }
}
