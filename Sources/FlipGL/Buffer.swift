import CEGL

/// A buffer of vertices or indices in GL's memory.
final class Buffer {
  enum Kind {
    case vertices
    case indices
  }

  let name: GLuint
  private let kind: Kind
  private let context: Context
  private let usage: GLenum
  private var capacity = 0

  /// - Parameter isStatic: whether it is written once and drawn from often; else it changes from frame to frame.
  init(_ context: Context, _ kind: Kind, isStatic: Bool = false) {
    usage = GLenum(isStatic ? GL_STATIC_DRAW : GL_DYNAMIC_DRAW)
    var name: GLuint = 0
    glGenBuffers(1, &name)
    self.name = name
    self.kind = kind
    self.context = context
  }

  deinit {
    context.whileCurrent {
      var name = name
      glDeleteBuffers(1, &name)
      context.state.forget(buffer: name)
    }
  }

  func bind() {
    switch kind {
    case .vertices: context.state.bind(array: name)
    case .indices: context.state.bind(elements: name)
    }
  }

  /// Writes bytes at an offset, and makes room first where there is too little; what was in it before is
  /// gone then. Returns whether it made room.
  @discardableResult
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0, reserving total: Int = 0) -> Bool {
    if bytes.isEmpty { return false }
    bind()
    let target = GLenum(kind == .vertices ? GL_ARRAY_BUFFER : GL_ELEMENT_ARRAY_BUFFER)
    let needed = max(offset + bytes.count, total)
    let grows = needed > capacity
    if grows {
      capacity = max(needed, capacity * 2)
      glBufferData(target, capacity, nil, usage)
    }
    glBufferSubData(target, offset, bytes.count, bytes.baseAddress)
    return grows
  }
}
