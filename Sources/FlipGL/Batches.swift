import FlipBoard

/// Quads in the order in which they are drawn, those of one page together where order allows.
struct Batches {
  struct Run {
    var flap: Bool
    var page: Page?
    var first: Int
    var count: Int
  }

  private struct Quad {
    var page: Page?
    var vertex: UInt32
  }

  private(set) var vertices: [Vertex] = []
  private(set) var order: [UInt32] = []
  private(set) var runs: [Run] = []
  private var standing: [Quad] = []
  private var falling: [Quad] = []

  mutating func removeAll() {
    vertices.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
    standing.removeAll(keepingCapacity: true)
    falling.removeAll(keepingCapacity: true)
  }

  /// A half or a separator that stands.
  mutating func stand(_ kind: Vertex.Kind, _ frame: Rect, _ tiles: [Atlas.Tile], _ shade: (Float, Float)) {
    if tiles.isEmpty { standing.append(quad(kind, frame, nil, shade)) }
    for tile in tiles { standing.append(quad(kind, frame, tile, shade)) }
  }

  /// A flap in the air.
  mutating func fall(_ kind: Vertex.Kind, _ frame: Rect, _ tiles: [Atlas.Tile], _ turn: (Float, Float)) {
    if tiles.isEmpty { falling.append(quad(kind, frame, nil, turn)) }
    for tile in tiles { falling.append(quad(kind, frame, tile, turn)) }
  }

  private mutating func quad(
    _ kind: Vertex.Kind, _ frame: Rect, _ tile: Atlas.Tile?, _ turn: (Float, Float)
  ) -> Quad {
    let first = UInt32(vertices.count)
    for corner in 0..<4 {
      vertices.append(
        Vertex(
          frame: frame.four, clip: Vertex.noClip, turn: turn,
          cell: tile.map { ($0.x, $0.y) } ?? Vertex.noCell,
          part: (UInt8(corner), kind.rawValue, tile?.column ?? 0, tile?.row ?? 0)))
    }
    return Quad(page: tile?.page, vertex: first)
  }

  /// Brings the quads in order. What stands may be drawn in any order, so it is by page; quads without a
  /// face go with any page.
  mutating func sort() {
    var pages: [Page] = []
    for quad in standing {
      if let page = quad.page, !pages.contains(where: { $0 === page }) { pages.append(page) }
    }
    if pages.isEmpty { run(flap: false, page: nil, standing) }
    for (index, page) in pages.enumerated() {
      run(flap: false, page: page, standing.filter { $0.page === page || ($0.page == nil && index == 0) })
    }
    var index = 0
    while index < falling.count {
      let page = falling[index...].first { $0.page != nil }?.page
      var end = index
      while end < falling.count, falling[end].page == nil || falling[end].page === page { end += 1 }
      run(flap: true, page: page, Array(falling[index..<end]))
      index = end
    }
  }

  private mutating func run(flap: Bool, page: Page?, _ quads: [Quad]) {
    if quads.isEmpty { return }
    let first = order.count
    for quad in quads { for corner: UInt32 in [0, 1, 2, 2, 1, 3] { order.append(quad.vertex + corner) } }
    runs.append(Run(flap: flap, page: page, first: first, count: order.count - first))
  }
}
