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
  private var shapes: [Shape] = []
  private var turns: [Turn] = []
  private let shapeBuffer: Buffer
  private let turnBuffer: Buffer
  private let context: Context
  private var dirtyShapes: [Range<Int>] = []
  private var dirtyTurns: [Range<Int>] = []

  static let noPage: Int32 = -1

  init(_ context: Context) {
    self.context = context
    shapeBuffer = Buffer(context, .vertices)
    turnBuffer = Buffer(context, .vertices)
    for index in 0..<Attribute.all.count { glEnableVertexAttribArray(GLuint(index)) }
  }

  /// Index lists are out of date, whatever they hold.
  mutating func outdateLists() { generation += 1 }

  /// Room for so many quads; new ones have no area.
  mutating func resize(_ count: Int) {
    if count <= self.count { return }
    generation += 1
    for _ in self.count..<count {
      for corner in 0..<4 as Range<UInt8> {
        shapes.append(Shape.nothing.at(corner))
        turns.append(.none)
      }
      pages.append(QuadStore.noPage)
    }
    self.count = count
    dirtyShapes.reserveCapacity(64)
    dirtyTurns.reserveCapacity(64)
    // The buffers grow as a whole and lose what is in them.
    dirtyShapes.removeAll(keepingCapacity: true)
    dirtyTurns.removeAll(keepingCapacity: true)
    dirtyShapes.append(0..<count)
    dirtyTurns.append(0..<count)
  }

  mutating func set(_ quad: Int, _ shape: Shape, _ page: Page?) {
    let serial = page?.serial ?? QuadStore.noPage
    if pages[quad] != serial {
      pages[quad] = serial
      generation += 1
    }
    let before = shapes[4 * quad]
    if before == shape { return }
    if before.isSeparator != shape.isSeparator { generation += 1 }
    for corner in 0..<4 as Range<UInt8> { shapes[4 * quad + Int(corner)] = shape.at(corner) }
    QuadStore.add(quad, to: &dirtyShapes)
  }

  func isSeparator(_ quad: Int) -> Bool { shapes[4 * quad].isSeparator }

  mutating func set(_ quad: Int, _ turn: Turn) {
    let first = 4 * quad
    if turns[first] == turn { return }
    turns[first] = turn
    turns[first + 1] = turn
    turns[first + 2] = turn
    turns[first + 3] = turn
    QuadStore.add(quad, to: &dirtyTurns)
  }

  /// What a quad is and how it moves.
  func quad(_ index: Int) -> (shape: Shape, turn: Turn) { (shapes[4 * index], turns[4 * index]) }

  /// Quads come mostly in ascending order, halves and flaps by turns: so either of the last two ranges goes
  /// on. A small gap is cheaper written than left out.
  private static func add(_ quad: Int, to ranges: inout [Range<Int>]) {
    for index in stride(from: ranges.count - 1, through: max(0, ranges.count - 2), by: -1) {
      let range = ranges[index]
      if range.lowerBound <= quad, quad <= range.upperBound + 1 {
        ranges[index] = range.lowerBound..<max(range.upperBound, quad + 1)
        return
      }
    }
    ranges.append(quad..<quad + 1)
  }

  /// Bytes written since this was asked last.
  mutating func takeBytesWritten() -> Int {
    defer { bytesWritten = 0 }
    return bytesWritten
  }

  /// Brings GL's memory up to date and points the attributes at it.
  mutating func upload() {
    for range in dirtyShapes { bytesWritten += QuadStore.write(shapes, to: shapeBuffer, range) }
    for range in dirtyTurns { bytesWritten += QuadStore.write(turns, to: turnBuffer, range) }
    dirtyShapes.removeAll(keepingCapacity: true)
    dirtyTurns.removeAll(keepingCapacity: true)
    if context.state.attributes == shapeBuffer.name { return }
    context.state.attributes = shapeBuffer.name
    for (index, attribute) in Attribute.all.enumerated() {
      (attribute.turns ? turnBuffer : shapeBuffer).bind()
      let stride = attribute.turns ? MemoryLayout<Turn>.stride : MemoryLayout<Shape>.stride
      glVertexAttribPointer(
        GLuint(index), attribute.count, attribute.type, GLboolean(GL_FALSE), GLsizei(stride),
        UnsafeRawPointer(bitPattern: attribute.offset))
    }
  }

  private static func write<T>(_ corners: [T], to buffer: Buffer, _ range: Range<Int>) -> Int {
    let size = MemoryLayout<T>.stride * 4
    let bytes = range.lowerBound * size..<range.upperBound * size
    corners.withUnsafeBytes { all in
      _ = buffer.write(
        UnsafeRawBufferPointer(rebasing: all[bytes]), at: bytes.lowerBound, reserving: all.count)
    }
    return bytes.count
  }
}
