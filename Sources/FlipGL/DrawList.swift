import FlipBoard

/// The quads of one frame as indices, in the order in which they are drawn, those of one page together.
struct DrawList {
  /// One draw.
  struct Run {
    var flap: Bool
    var page: Page?
    /// In indices.
    var first: Int
    var count: Int
  }

  private(set) var runs: [Run] = []
  /// Indices of vertices: of 16 bits while the quads allow it.
  private(set) var short: [UInt16] = []
  private(set) var long: [UInt32] = []
  var isWide = false
  private var pages: [Page] = []

  /// The most quads that 16 bits count.
  static let shortLimit = 16384

  mutating func clear(wide: Bool) {
    isWide = wide
    runs.removeAll(keepingCapacity: true)
    short.removeAll(keepingCapacity: true)
    long.removeAll(keepingCapacity: true)
  }

  /// Quads that stand: their order makes no difference, so they go by page. Those without a face go with
  /// the first page.
  mutating func stand(_ quads: [Int32], _ store: QuadStore) {
    if quads.isEmpty { return }
    pages.removeAll(keepingCapacity: true)
    for quad in quads {
      guard let page = store.pages[Int(quad)], page !== pages.last else { continue }
      if !pages.contains(where: { $0 === page }) { pages.append(page) }
    }
    for index in 0..<max(pages.count, 1) {
      let page = index < pages.count ? pages[index] : nil
      let first = count
      for quad in quads {
        let own = store.pages[Int(quad)]
        if own === page || (own == nil && index == 0) { append(quad) }
      }
      runs.append(Run(flap: false, page: page, first: first, count: count - first))
    }
  }

  /// Flaps: the later is nearer to the viewer, so their order holds.
  mutating func fall(_ quads: [Int32], _ store: QuadStore) {
    var index = 0
    while index < quads.count {
      let first = count
      var page: Page?
      while index < quads.count {
        let own = store.pages[Int(quads[index])]
        if let own, let known = page, own !== known { break }
        page = page ?? own
        append(quads[index])
        index += 1
      }
      runs.append(Run(flap: true, page: page, first: first, count: count - first))
    }
  }

  private var count: Int { isWide ? long.count : short.count }

  private mutating func append(_ quad: Int32) {
    if isWide {
      let v = UInt32(quad) * 4
      long.append(v)
      long.append(v + 1)
      long.append(v + 2)
      long.append(v + 2)
      long.append(v + 1)
      long.append(v + 3)
    } else {
      let v = UInt16(quad) * 4
      short.append(v)
      short.append(v + 1)
      short.append(v + 2)
      short.append(v + 2)
      short.append(v + 1)
      short.append(v + 3)
    }
  }
}
