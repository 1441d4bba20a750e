import CEGL

/// All quads of a board in GL's memory, each with its page; only what differs is written.
final class QuadStore {
  /// Quads, each of 4 vertices.
  private(set) var count = 0
  private var bytesWritten = 0

  private(set) var pages: [Page?] = []
  private var shapes: [Shape] = []
  private var turns: [Turn] = []
  private let shapeBuffer: Buffer
  private let turnBuffer: Buffer
  private let context: Context
  private var dirtyShapes: [Range<Int>] = []
  private var dirtyTurns: [Range<Int>] = []
  private var shapeStage: [Shape] = []
  private var turnStage: [Turn] = []

  init(_ context: Context) {
    self.context = context
    shapeBuffer = Buffer(context, .vertices)
    turnBuffer = Buffer(context, .vertices)
    for index in 0..<Attribute.all.count { glEnableVertexAttribArray(GLuint(index)) }
  }

  /// Room for so many quads; new ones have no area.
  func resize(_ count: Int) {
    if count <= self.count { return }
    let first = self.count
    for _ in first..<count {
      shapes.append(.nothing)
      turns.append(.none)
      pages.append(nil)
    }
    self.count = count
    shapeStage.reserveCapacity(count * 4)
    turnStage.reserveCapacity(count * 4)
    dirtyShapes.reserveCapacity(64)
    dirtyTurns.reserveCapacity(64)
    // The buffers grow as a whole and lose what is in them.
    dirtyShapes.removeAll(keepingCapacity: true)
    dirtyTurns.removeAll(keepingCapacity: true)
    dirtyShapes.append(0..<count)
    dirtyTurns.append(0..<count)
  }

  func set(_ quad: Int, _ shape: Shape, _ page: Page?) {
    if pages[quad] !== page { pages[quad] = page }
    if shapes[quad] == shape { return }
    shapes[quad] = shape
    QuadStore.add(quad, to: &dirtyShapes)
  }

  func isSeparator(_ quad: Int) -> Bool { shapes[quad].kind == Shape.Kind.separator.rawValue }

  func set(_ quad: Int, _ turn: Turn) {
    if turns[quad] == turn { return }
    turns[quad] = turn
    QuadStore.add(quad, to: &dirtyTurns)
  }

  /// What a quad is and how it moves.
  func quad(_ index: Int) -> (shape: Shape, turn: Turn) { (shapes[index], turns[index]) }

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
  func takeBytesWritten() -> Int {
    defer { bytesWritten = 0 }
    return bytesWritten
  }

  /// Brings GL's memory up to date and points the attributes at it.
  func upload() {
    for range in dirtyShapes {
      shapeStage.removeAll(keepingCapacity: true)
      for quad in range {
        for corner in 0..<4 as Range<UInt8> {
          var shape = shapes[quad]
          shape.corner = corner
          shapeStage.append(shape)
        }
      }
      write(shapeStage, to: shapeBuffer, range)
    }
    for range in dirtyTurns {
      turnStage.removeAll(keepingCapacity: true)
      for quad in range { for _ in 0..<4 { turnStage.append(turns[quad]) } }
      write(turnStage, to: turnBuffer, range)
    }
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

  private func write<T>(_ stage: [T], to buffer: Buffer, _ range: Range<Int>) {
    let size = MemoryLayout<T>.stride * 4
    stage.withUnsafeBytes { _ = buffer.write($0, at: range.lowerBound * size, reserving: count * size) }
    bytesWritten += range.count * size
  }
}
