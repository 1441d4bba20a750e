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
  /// What stands by its kind and its page: few of them, and mostly the one before.
  private var groups: [(isSeparator: Bool, page: Int32)] = []
  /// What it was made from.
  private var items: [Int32] = []
  private var flaps: [Int32] = []
  private var isSqueezed = false
  private var generation = -1
  /// Whether GL's memory may hold another.
  private var isNew = false

  /// The most quads that 16 bits count.
  static let shortLimit = 16384

  /// Takes up what is to be drawn; where that is what was drawn before, there is nothing to do.
  mutating func set(_ repair: Repair, _ board: BoardQuads) {
    if isSqueezed == board.isSqueezed, holds(repair, board) { return }
    (generation, isSqueezed) = (board.store.generation, board.isSqueezed)
    items.removeAll(keepingCapacity: true)
    items.append(contentsOf: repair.items)
    flaps.removeAll(keepingCapacity: true)
    flaps.append(contentsOf: repair.flaps)
    let wide = board.store.count > DrawList.shortLimit
    if wide != isWide {
      sentShort.removeAll()
      sentLong.removeAll()
    }
    isWide = wide
    runs.removeAll(keepingCapacity: true)
    short.removeAll(keepingCapacity: true)
    long.removeAll(keepingCapacity: true)
    isNew = true
    stand(board)
    fall(board)
  }

  /// Whether its indices are those of what is to be drawn.
  private func holds(_ repair: Repair, _ board: BoardQuads) -> Bool {
    generation == board.store.generation && items == repair.items && flaps == repair.flaps
  }

  /// How many bytes of indices what is to be drawn may take.
  func mostBytes(_ repair: Repair, _ board: BoardQuads) -> Int {
    if holds(repair, board) { return 0 }
    let quads = repair.items.count + repair.flaps.count
    return quads * (board.store.count > DrawList.shortLimit ? 24 : 12)
  }

  /// What stands: no order, so it goes by kind and page. Quads without a face go with the first page.
  private mutating func stand(_ board: BoardQuads) {
    quads.removeAll(keepingCapacity: true)
    // The background first: it is mostly the same, and what begins as before isn't written again.
    for isBackground in [true, false] {
      for item in items where board.isBackground(Int(item)) == isBackground {
        for quad in board.starts[Int(item)]..<board.starts[Int(item) + 1] { quads.append(Int32(quad)) }
      }
    }
    let store = board.store
    groups.removeAll(keepingCapacity: true)
    for quad in quads {
      let (isSeparator, page) = (store.isSeparator(Int(quad)), store.pages[Int(quad)])
      if isSeparator && page == QuadStore.noPage { continue }
      if let last = groups.last, last.isSeparator == isSeparator, last.page == page { continue }
      let known = groups.contains {
        $0.isSeparator == isSeparator && ($0.page == page || page == QuadStore.noPage)
      }
      if known { continue }
      let bare = groups.firstIndex { $0.isSeparator == isSeparator && $0.page == QuadStore.noPage }
      if let bare { groups[bare].page = page } else { groups.append((isSeparator, page)) }
    }
    var bare = true
    for group in groups {
      let first = count
      for quad in quads where store.isSeparator(Int(quad)) == group.isSeparator {
        let page = store.pages[Int(quad)]
        if page == group.page || (page == QuadStore.noPage && bare && !group.isSeparator) { append(quad) }
      }
      if !group.isSeparator { bare = false }
      runs.append(
        Run(
          kind: group.isSeparator ? .separator : .half, page: board.page(group.page), first: first,
          count: count - first))
    }
  }

  /// Flaps: the later is nearer to the viewer, so their order holds.
  private mutating func fall(_ board: BoardQuads) {
    let kind: BoardProgram.Kind = board.isSqueezed ? .squeezedFlap : .flap
    var (first, page) = (count, QuadStore.noPage)
    func run(_ end: Int) -> Run { Run(kind: kind, page: board.page(page), first: first, count: end - first) }
    for flap in flaps {
      for quad in board.quads(ofFlap: Int(flap)) {
        let own = board.store.pages[quad]
        if own != QuadStore.noPage, page != QuadStore.noPage, own != page {
          runs.append(run(count))
          first = count
        }
        if own != QuadStore.noPage { page = own }
        append(Int32(quad))
      }
    }
    if count > first { runs.append(run(count)) }
  }

  /// The quads of what was brought to GL's memory last, in the order in which they are drawn.
  var sentQuads: [Int] {
    isWide
      ? stride(from: 0, to: sentLong.count, by: 6).map { Int(sentLong[$0]) / 4 }
      : stride(from: 0, to: sentShort.count, by: 6).map { Int(sentShort[$0]) / 4 }
  }

  private var count: Int { isWide ? long.count : short.count }

  /// A quad's two triangles.
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

  /// Brings GL's memory up to date, and returns how many bytes that took: only what differs is written, and nothing
  /// where the frame before drew the same quads.
  ///
  /// - Parameter quads: how many there are: no frame draws more, so that no later one has to make room.
  mutating func upload(to buffer: Buffer, roomFor quads: Int) -> Int {
    buffer.bind()
    if !isNew { return 0 }
    isNew = false
    if isWide {
      swap(&long, &sentLong)
      return DrawList.write(sentLong, before: long, to: buffer, roomFor: quads)
    }
    swap(&short, &sentShort)
    return DrawList.write(sentShort, before: short, to: buffer, roomFor: quads)
  }

  private static func write<Index: Equatable>(
    _ list: [Index], before: [Index], to buffer: Buffer, roomFor quads: Int
  ) -> Int {
    var (first, end) = (0, list.count)
    while first < min(end, before.count), list[first] == before[first] { first += 1 }
    if list.count == before.count {
      while end > first, list[end - 1] == before[end - 1] { end -= 1 }
    }
    let size = MemoryLayout<Index>.stride
    return list.withUnsafeBytes { all in
      let bytes = UnsafeRawBufferPointer(rebasing: all[first * size..<end * size])
      if !buffer.write(bytes, at: first * size, reserving: quads * 6 * size) { return bytes.count }
      // It made room, and what was in it is gone.
      buffer.write(all)
      return bytes.count + all.count
    }
  }
}
