import CEGL
public import FlipBoard

/// A picture in GL's memory, to draw to and to read back: a framebuffer object of RGBA, 8 bits each.
public final class OffscreenTarget: Target {
  public let size: Size
  public let firstRowIsLowest = true

  private let context: Context
  private let texture: Texture
  private let framebuffer: GLuint

  /// - Throws: `tooLarge` beyond what the driver can draw to; `gl` where it refuses.
  public init(_ context: Context, size: Size) throws(GLError) {
    let limit = context.targetLimit
    guard size.width > 0, size.height > 0, max(size.width, size.height) <= limit else {
      throw .tooLarge(what: "a picture", asked: max(size.width, size.height), limit: limit)
    }
    try context.makeCurrent()
    self.size = size
    self.context = context
    texture = try Texture(context, size: size, format: .rgba)
    var name: GLuint = 0
    glGenFramebuffers(1, &name)
    framebuffer = name
    context.state.bind(framebuffer: name)
    glFramebufferTexture2D(
      GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), texture.name, 0)
    let status = glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
    guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
      throw .gl(call: "glCheckFramebufferStatus", code: status)
    }
  }

  deinit {
    context.whileCurrent {
      var name = framebuffer
      glDeleteFramebuffers(1, &name)
      context.state.forget(framebuffer: framebuffer)
    }
  }

  public func bind() throws(GLError) {
    try context.makeCurrent()
    context.state.bind(framebuffer: framebuffer)
  }

  /// The picture: red, green, blue, alpha, a byte each, alpha multiplied in, the top row first, no
  /// padding. It waits for the drawing to end.
  public func readPixels() throws(GLError) -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: size.width * size.height * 4)
    // A closure can't throw a type of error through withUnsafe…, so the pixels are had directly.
    try bind()
    context.state.packTight()
    glReadPixels(
      0, 0, GLsizei(size.width), GLsizei(size.height), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), &pixels)
    try context.check("glReadPixels")
    return pixels
  }

  /// The same into memory of the caller's, of at least width × height × 4 bytes.
  public func readPixels(into memory: UnsafeMutableRawBufferPointer) throws(GLError) {
    precondition(memory.count >= size.width * size.height * 4)
    try bind()
    glReadPixels(
      0, 0, GLsizei(size.width), GLsizei(size.height), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE),
      memory.baseAddress)
    try context.check("glReadPixels")
  }
}
