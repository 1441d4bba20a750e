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
  private var shapes: [Corners<Shape>] = []
  private var turns: [Corners<Turn>] = []
  private let shapeBuffer: Buffer
  private let turnBuffer: Buffer
  private let context: Context
  private var newShapes = Changes(border: 0)
  private var newTurns = Changes(border: 0)

  /// The same of a quad at each of its corners.
  private struct Corners<Value> {
    var first, second, third, fourth: Value
  }

  static let noPage: Int32 = -1

  init(_ context: Context) {
    self.context = context
    shapeBuffer = Buffer(context, .vertices)
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
      shapes += [Corners](repeating: QuadStore.corners(.nothing), count: missing)
      turns += [Corners](
        repeating: Corners(first: .none, second: .none, third: .none, fourth: .none), count: missing)
      pages += [Int32](repeating: QuadStore.noPage, count: missing)
      self.count = count
    }
    // The buffers grow as a whole and lose what is in them.
    (newShapes, newTurns) = (Changes(border: flapStart), Changes(border: flapStart))
    newShapes.addAll(self.count)
    newTurns.addAll(self.count)
  }

  private static func corners(_ shape: Shape) -> Corners<Shape> {
    Corners(first: shape.at(0), second: shape.at(1), third: shape.at(2), fourth: shape.at(3))
  }

  mutating func set(_ quad: Int, _ shape: Shape, _ page: Page?) {
    let serial = page?.serial ?? QuadStore.noPage
    if pages[quad] != serial {
      pages[quad] = serial
      generation += 1
    }
    let before = shapes[quad].first
    if before == shape { return }
    if before.isSeparator != shape.isSeparator { generation += 1 }
    shapes[quad] = QuadStore.corners(shape)
    newShapes.add(quad)
  }

  func isSeparator(_ quad: Int) -> Bool { shapes[quad].first.isSeparator }

  mutating func set(_ quad: Int, _ turn: Turn) {
    if turns[quad].first == turn { return }
    turns[quad] = Corners(first: turn, second: turn, third: turn, fourth: turn)
    newTurns.add(quad)
  }

  /// What a quad is and how it moves.
  func quad(_ index: Int) -> (shape: Shape, turn: Turn) { (shapes[index].first, turns[index].first) }

  /// Bytes written since this was asked last.
  mutating func takeBytesWritten() -> Int {
    defer { bytesWritten = 0 }
    return bytesWritten
  }

  /// Brings GL's memory up to date and points the attributes at it.
  ///
  /// As few calls are made as can be with 256 bytes for each module that moves, indices among them; where faces
  /// change, with as many as writing all its quads would take.
  ///
  /// - Parameters:
  ///   - moving: how many modules move.
  ///   - flaps: how many flaps they have.
  mutating func upload(moving: Int, flaps: Int) {
    let quads = 2 * moving + flaps
    let perQuad = MemoryLayout<Corners<Shape>>.stride + MemoryLayout<Corners<Turn>>.stride
    var spare =
      newShapes.count == 0 ? 256 * moving - DrawList.bytesPerQuad * quads : perQuad * quads
    spare -= newShapes.count * MemoryLayout<Corners<Shape>>.stride
    spare -= newTurns.count * MemoryLayout<Corners<Turn>>.stride
    bytesWritten += QuadStore.write(shapes, to: shapeBuffer, &newShapes, &spare)
    bytesWritten += QuadStore.write(turns, to: turnBuffer, &newTurns, &spare)
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
