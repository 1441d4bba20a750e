import CEGL
import FlipBoard

/// A texture of one level, clamped at its edges.
final class Texture {
  enum Format {
    /// One byte a texel, read as red: R8 on GL ES 3, LUMINANCE on 2.
    case coverage
    /// Four bytes a texel.
    case rgba

    var bytesPerTexel: Int { self == .coverage ? 1 : 4 }
  }

  let name: GLuint
  let size: Size
  let format: Format
  var byteCount: Int { size.width * size.height * format.bytesPerTexel }
  private let context: Context
  private var smooth: Bool

  /// Memory for a texture; without pixels it holds anything until it is written.
  init(
    _ context: Context, size: Size, format: Format, pixels: [UInt8]? = nil, smooth: Bool = false
  ) throws(GLError) {
    var name: GLuint = 0
    glGenTextures(1, &name)
    self.name = name
    self.size = size
    self.format = format
    self.context = context
    self.smooth = smooth
    context.state.edit(texture: name, unit: 0)
    let target = GLenum(GL_TEXTURE_2D)
    let filter = smooth ? GL_LINEAR : GL_NEAREST
    glTexParameteri(target, GLenum(GL_TEXTURE_MIN_FILTER), filter)
    glTexParameteri(target, GLenum(GL_TEXTURE_MAG_FILTER), filter)
    glTexParameteri(target, GLenum(GL_TEXTURE_WRAP_S), GL_CLAMP_TO_EDGE)
    glTexParameteri(target, GLenum(GL_TEXTURE_WRAP_T), GL_CLAMP_TO_EDGE)
    context.state.unpackTight()
    let (inner, outer) = Texture.formats(format, context.version)
    let (w, h) = (GLsizei(size.width), GLsizei(size.height))
    if let pixels {
      glTexImage2D(target, 0, inner, w, h, 0, outer, GLenum(GL_UNSIGNED_BYTE), pixels)
    } else {
      glTexImage2D(target, 0, inner, w, h, 0, outer, GLenum(GL_UNSIGNED_BYTE), nil)
    }
    try context.check("glTexImage2D (\(w)x\(h))")
  }

  deinit {
    context.whileCurrent {
      var name = name
      glDeleteTextures(1, &name)
      context.state.forget(texture: name)
    }
  }

  /// Whether it is sampled between texels; it is set only where it changes.
  func set(smooth: Bool, unit: Int) {
    if self.smooth == smooth { return }
    self.smooth = smooth
    context.state.edit(texture: name, unit: unit)
    let filter = smooth ? GL_LINEAR : GL_NEAREST
    glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_MIN_FILTER), filter)
    glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_MAG_FILTER), filter)
  }

  /// Replaces a rectangle of texels, rows without padding.
  func replace(x: Int, y: Int, width: Int, height: Int, pixels: [UInt8]) {
    context.state.edit(texture: name, unit: 0)
    context.state.unpackTight()
    glTexSubImage2D(
      GLenum(GL_TEXTURE_2D), 0, GLint(x), GLint(y), GLsizei(width), GLsizei(height),
      Texture.formats(format, context.version).1, GLenum(GL_UNSIGNED_BYTE), pixels)
  }

  private static func formats(_ format: Format, _ version: Context.Version) -> (GLint, GLenum) {
    switch (format, version) {
    case (.coverage, .three): (GL_R8, GLenum(GL_RED))
    case (.coverage, .two): (GL_LUMINANCE, GLenum(GL_LUMINANCE))
    case (.rgba, _): (GL_RGBA, GLenum(GL_RGBA))
    }
  }
}
