import CEGL
import FlipBoard

/// The second rung of a benchmark: frames that a renderer drew, drawn once more without a model.
///
/// Their vertices are in a static buffer beforehand, and go through the renderer's own programs and textures in
/// as few draws as it took; the pictures are the same to the bit. What a program takes beyond this is what its
/// model, its scene and its uploads cost.
public final class Replay {
  /// A corner of a quad, all in one place.
  private struct Corner {
    var shape: Shape
    var turn: Turn

    static func offset(of attribute: Attribute) -> Int {
      let part =
        switch attribute.part {
        case .place: MemoryLayout<Corner>.offset(of: \.shape.place)!
        case .leaf: MemoryLayout<Corner>.offset(of: \.shape.leaf)!
        case .turn: MemoryLayout<Corner>.offset(of: \.turn)!
        }
      return part + attribute.offset
    }
  }

  private struct Frame {
    var runs: [DrawList.Run]
    var clears: [Rect]
    var bounds: Rect
    /// Of its first corner.
    var offset: Int
    var quads: Int
  }

  private let renderer: Renderer
  private let corners: Buffer
  private let indices: Buffer
  private var frames: [Frame] = []
  private var stage: [Corner] = []
  /// Indices are the same for all frames: quad after quad.
  private var indexed = 0
  private var isWide = false

  /// - Parameter renderer: whose frames it repeats, upright.
  public init(of renderer: Renderer) {
    self.renderer = renderer
    corners = Buffer(renderer.context, .vertices, isStatic: true)
    indices = Buffer(renderer.context, .indices, isStatic: true)
  }

  /// Frames that are recorded.
  public var count: Int { frames.count }
  /// Bytes of their vertices.
  public var byteCount: Int { stage.count * MemoryLayout<Corner>.stride }

  /// Forgets all frames.
  public func removeAll() {
    frames.removeAll(keepingCapacity: true)
    stage.removeAll(keepingCapacity: true)
  }

  /// Takes down the frame that the renderer drew last.
  public func record() {
    let quads = renderer.list.runs.isEmpty ? [] : renderer.list.sentQuads
    // Copies, so that the renderer's own storage stays its own.
    frames.append(
      Frame(
        runs: renderer.list.runs.map { $0 }, clears: renderer.repair.clears.map { $0 },
        bounds: renderer.repair.bounds,
        offset: byteCount, quads: quads.count))
    for quad in quads {
      let (shape, turn) = renderer.board.store.quad(quad)
      for corner in 0..<4 as Range<UInt8> {
        var shape = shape
        shape.leaf.corner = corner
        stage.append(Corner(shape: shape, turn: turn))
      }
    }
  }

  /// Brings all frames' vertices to GL's memory, and the indices of the largest.
  public func load() {
    stage.withUnsafeBytes { _ = corners.write($0) }
    let most = frames.map(\.quads).max() ?? 0
    let wide = isWide || most > DrawList.shortLimit
    if most <= indexed && wide == isWide { return }
    (indexed, isWide) = (most, wide)
    let order: [Int] = [0, 1, 2, 2, 1, 3]
    let all = (0..<most).flatMap { quad in order.map { quad * 4 + $0 } }
    if wide {
      all.map { UInt32($0) }.withUnsafeBytes { _ = indices.write($0) }
    } else {
      all.map { UInt16($0) }.withUnsafeBytes { _ = indices.write($0) }
    }
  }

  /// Draws a frame of those that were loaded, on what stood in the target before it.
  ///
  /// - Throws: where the driver refuses.
  public func draw(_ index: Int, on target: any Target) throws(GLError) {
    try target.bind()
    let frame = frames[index]
    let state = renderer.context.state
    state.set(viewport: target.size.width, target.size.height)
    for rect in frame.clears {
      renderer.scissor(rect, target, .upright)
      glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    }
    if frame.runs.isEmpty { return }
    renderer.scissor(frame.bounds, target, .upright)
    indices.bind()
    corners.bind()
    state.attributes = corners.name
    for (index, attribute) in Attribute.all.enumerated() {
      glVertexAttribPointer(
        GLuint(index), attribute.count, attribute.type, GLboolean(GL_FALSE),
        GLsizei(MemoryLayout<Corner>.stride),
        UnsafeRawPointer(bitPattern: frame.offset + Corner.offset(of: attribute)))
    }
    for run in frame.runs { try renderer.draw(run, wide: isWide) }
  }
}
