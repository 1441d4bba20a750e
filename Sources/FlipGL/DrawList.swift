import FlipBoard

/// The quads of one frame as indices, in the order in which they are drawn, those of one page together.
struct DrawList {
  /// One draw.
  struct Run {
    var kind: BoardProgram.Kind
    var page: Page?
    /// In indices.
    var first: Int
    var count: Int
  }

  private(set) var runs: [Run] = []
  /// Indices of vertices: of 16 bits while the quads allow it.
  private var short: [UInt16] = []
  private var long: [UInt32] = []
  /// What GL's memory holds.
  private var sentShort: [UInt16] = []
  private var sentLong: [UInt32] = []
  private(set) var isWide = false
  private var quads: [Int32] = []

  /// The most quads that 16 bits count.
  static let shortLimit = 16384

  mutating func clear(wide: Bool) {
    if wide != isWide {
      sentShort.removeAll()
      sentLong.removeAll()
    }
    isWide = wide
    runs.removeAll(keepingCapacity: true)
    short.removeAll(keepingCapacity: true)
    long.removeAll(keepingCapacity: true)
  }

  /// What stands: no order, so it goes by kind and page. Quads without a face go with the first page.
  mutating func stand(_ items: [Int32], _ board: BoardQuads) {
    quads.removeAll(keepingCapacity: true)
    for item in items {
      for quad in board.starts[Int(item)]..<board.starts[Int(item) + 1] { quads.append(Int32(quad)) }
    }
    let store = board.store
    let first = runs.count
    for quad in quads where store.pages[Int(quad)] != nil || !store.isSeparator(Int(quad)) {
      let page = store.pages[Int(quad)]
      let kind: BoardProgram.Kind = store.isSeparator(Int(quad)) ? .separator : .half
      let known = runs[first...].firstIndex { $0.kind == kind && ($0.page === page || page == nil) }
      if known != nil { continue }
      if page != nil, let bare = runs[first...].firstIndex(where: { $0.kind == kind && $0.page == nil }) {
        runs[bare].page = page
      } else {
        runs.append(Run(kind: kind, page: page, first: 0, count: 0))
      }
    }
    var bare = true
    for index in first..<runs.count {
      let run = runs[index]
      runs[index].first = count
      for quad in quads where store.isSeparator(Int(quad)) == (run.kind == .separator) {
        let page = store.pages[Int(quad)]
        if page === run.page || (page == nil && bare && run.kind == .half) { append(quad) }
      }
      if run.kind == .half { bare = false }
      runs[index].count = count - runs[index].first
    }
  }

  /// Flaps: the later is nearer to the viewer, so their order holds.
  mutating func fall(_ flaps: [Int32], _ board: BoardQuads) {
    let first = runs.count
    for flap in flaps {
      for piece in 0..<board.quadsPerFlap {
        let quad = board.flapStart + Int(flap) * board.quadsPerFlap + piece
        let own = board.store.pages[quad]
        if runs.count == first || (own != nil && runs[runs.count - 1].page.map { $0 !== own } ?? false) {
          runs.append(
            Run(kind: board.isSqueezed ? .squeezedFlap : .flap, page: own, first: count, count: 0))
        } else if runs[runs.count - 1].page == nil {
          runs[runs.count - 1].page = own
        }
        append(Int32(quad))
        runs[runs.count - 1].count += 6
      }
    }
  }

  /// The quads of what was brought to GL's memory last, in the order in which they are drawn.
  var sentQuads: [Int] {
    isWide
      ? stride(from: 0, to: sentLong.count, by: 6).map { Int(sentLong[$0]) / 4 }
      : stride(from: 0, to: sentShort.count, by: 6).map { Int(sentShort[$0]) / 4 }
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

  /// Brings GL's memory up to date, and returns how many bytes that took: none where the frame before drew the
  /// same quads.
  mutating func upload(to buffer: Buffer) -> Int {
    buffer.bind()
    if isWide {
      if long == sentLong { return 0 }
      long.withUnsafeBytes { _ = buffer.write($0) }
      swap(&long, &sentLong)
      return sentLong.count * 4
    }
    if short == sentShort { return 0 }
    short.withUnsafeBytes { _ = buffer.write($0) }
    swap(&short, &sentShort)
    return sentShort.count * 2
  }
}
