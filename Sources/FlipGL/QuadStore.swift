import CEGL

/// All quads of a board in GL's memory, each with its page; only what differs is written.
///
/// What is here is laid out as GL has it, each quad at its four corners, so that it is handed on as it is.
struct QuadStore {
  /// Quads, each of 4 vertices.
  private(set) var count = 0
  /// Counts up whenever a quad got another page, or is drawn by another program: index lists are out of date.
  private(set) var generation = 0
  private var bytesWritten = 0

  /// For each quad the serial number of its page; -1 for none.
  private(set) var pages: [Int32] = []
  private var places: [Corners<Shape.Place>] = []
  private var leaves: [Corners<Shape.Leaf>] = []
  private var turns: [Corners<Turn>] = []
  private let placeBuffer: Buffer
  private let leafBuffer: Buffer
  private let turnBuffer: Buffer
  private let context: Context
  private var newPlaces = Changes(border: 0)
  private var newLeaves = Changes(border: 0)
  private var newTurns = Changes(border: 0)

  /// The same of a quad at each of its corners.
  private struct Corners<Value> {
    var first, second, third, fourth: Value

    init(_ value: Value) { (first, second, third, fourth) = (value, value, value, value) }
  }

  static let noPage: Int32 = -1
  /// Of a frame, for each module that moves.
  static let bytesPerModule = 256

  init(_ context: Context) {
    self.context = context
    placeBuffer = Buffer(context, .vertices)
    leafBuffer = Buffer(context, .vertices)
    turnBuffer = Buffer(context, .vertices)
    for index in 0..<Attribute.all.count { glEnableVertexAttribArray(GLuint(index)) }
  }

  /// Index lists are out of date, whatever they hold.
  mutating func outdateLists() { generation += 1 }

  /// Room for so many quads, of which flaps begin at one; new ones have no area.
  mutating func resize(_ count: Int, flapStart: Int) {
    if count > self.count {
      generation += 1
      let missing = count - self.count
      places += [Corners](repeating: Corners(Shape.nothing.place), count: missing)
      leaves += [Corners](repeating: QuadStore.corners(Shape.nothing.leaf), count: missing)
      turns += [Corners](repeating: Corners(.none), count: missing)
      pages += [Int32](repeating: QuadStore.noPage, count: missing)
      self.count = count
    }
    // The buffers grow as a whole and lose what is in them.
    var all = Changes(border: flapStart)
    all.addAll(self.count)
    (newPlaces, newLeaves, newTurns) = (all, all, all)
  }

  private static func corners(_ leaf: Shape.Leaf) -> Corners<Shape.Leaf> {
    var corners = Corners(leaf.at(0))
    (corners.second, corners.third, corners.fourth) = (leaf.at(1), leaf.at(2), leaf.at(3))
    return corners
  }

  mutating func set(_ quad: Int, _ shape: Shape, _ page: Page?) {
    let serial = page?.serial ?? QuadStore.noPage
    if pages[quad] != serial {
      pages[quad] = serial
      generation += 1
    }
    if places[quad].first != shape.place {
      places[quad] = Corners(shape.place)
      newPlaces.add(quad)
    }
    let before = leaves[quad].first
    if before == shape.leaf { return }
    if before.isSeparator != shape.leaf.isSeparator { generation += 1 }
    leaves[quad] = QuadStore.corners(shape.leaf)
    newLeaves.add(quad)
  }

  func isSeparator(_ quad: Int) -> Bool { leaves[quad].first.isSeparator }

  mutating func set(_ quad: Int, _ turn: Turn) {
    if turns[quad].first == turn { return }
    turns[quad] = Corners(turn)
    newTurns.add(quad)
  }

  /// What a quad is and how it moves.
  func quad(_ index: Int) -> (shape: Shape, turn: Turn) {
    (Shape(places[index].first, leaves[index].first), turns[index].first)
  }

  /// Bytes written since this was asked last.
  mutating func takeBytesWritten() -> Int {
    defer { bytesWritten = 0 }
    return bytesWritten
  }

  /// Bytes that differ from what is in GL's memory.
  var bytesToWrite: Int {
    newPlaces.count * MemoryLayout<Corners<Shape.Place>>.stride
      + newLeaves.count * MemoryLayout<Corners<Shape.Leaf>>.stride
      + newTurns.count * MemoryLayout<Corners<Turn>>.stride
  }

  /// Brings GL's memory up to date and points the attributes at it.
  ///
  /// As few calls are made as can be with 256 bytes for each module that moves. Where those have several flaps and
  /// faces change, with as many bytes as writing all their quads would take.
  ///
  /// - Parameters:
  ///   - moving: how many modules move.
  ///   - flaps: how many flaps they have.
  ///   - spent: bytes of the frame that were written elsewhere.
  mutating func upload(moving: Int, flaps: Int, spent: Int) {
    let placeSize = MemoryLayout<Corners<Shape.Place>>.stride
    let leafSize = MemoryLayout<Corners<Shape.Leaf>>.stride
    let turnSize = MemoryLayout<Corners<Turn>>.stride
    var spare = QuadStore.bytesPerModule * moving - spent
    if flaps > moving, newLeaves.count > 0 {
      spare = max(spare, (placeSize + leafSize + turnSize) * (2 * moving + flaps))
    }
    spare -= bytesToWrite
    bytesWritten += QuadStore.write(places, to: placeBuffer, &newPlaces, &spare)
    bytesWritten += QuadStore.write(leaves, to: leafBuffer, &newLeaves, &spare)
    bytesWritten += QuadStore.write(turns, to: turnBuffer, &newTurns, &spare)
    if context.state.attributes == placeBuffer.name { return }
    context.state.attributes = placeBuffer.name
    for (index, attribute) in Attribute.all.enumerated() {
      let stride: Int
      switch attribute.part {
      case .place: (stride, _) = (MemoryLayout<Shape.Place>.stride, placeBuffer.bind())
      case .leaf: (stride, _) = (MemoryLayout<Shape.Leaf>.stride, leafBuffer.bind())
      case .turn: (stride, _) = (MemoryLayout<Turn>.stride, turnBuffer.bind())
      }
      glVertexAttribPointer(
        GLuint(index), attribute.count, attribute.type, GLboolean(GL_FALSE), GLsizei(stride),
        UnsafeRawPointer(bitPattern: attribute.offset))
    }
  }

  /// Writes what differs, and returns how many bytes that were; `spare` bytes may be written that don't differ.
  private static func write<T>(
    _ quads: [Corners<T>], to buffer: Buffer, _ changes: inout Changes, _ spare: inout Int
  ) -> Int {
    if changes.count == 0 { return 0 }
    let size = MemoryLayout<Corners<T>>.stride
    var written = 0
    let differing = changes.count * size
    quads.withUnsafeBytes { all in
      changes.forEach(spare: max(0, spare) / size) { range in
        let bytes = range.lowerBound * size..<range.upperBound * size
        buffer.write(UnsafeRawBufferPointer(rebasing: all[bytes]), at: bytes.lowerBound, reserving: all.count)
        written += bytes.count
      }
    }
    changes.removeAll()
    spare -= written - differing
    return written
  }
}
