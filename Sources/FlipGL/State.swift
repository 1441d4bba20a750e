import CEGL

/// What GL is set to, kept on our side: nothing is set that is already so, and nothing is asked back.
final class State {
  /// The buffer that the attributes point at.
  var attributes: GLuint = 0
  private var program: GLuint = 0
  private var framebuffer: GLuint = .max
  private var textures: [GLuint] = [0, 0]
  private var unit = 0
  private var array: GLuint = 0
  private var elements: GLuint = 0
  private var blend: Bool?
  private var viewport: (GLsizei, GLsizei) = (-1, -1)
  private var scissor: (GLint, GLint, GLsizei, GLsizei)?
  private var scissorOn: Bool?
  private var packsTight = false
  private var unpacksTight = false
  private var clear: (Float, Float, Float, Float)?

  func use(program: GLuint) {
    if self.program == program { return }
    self.program = program
    glUseProgram(program)
  }

  /// Binds a framebuffer; false where it was bound already.
  func bind(framebuffer: GLuint) {
    if self.framebuffer == framebuffer { return }
    self.framebuffer = framebuffer
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
  }

  func bind(texture: GLuint, unit: Int) {
    if textures[unit] == texture { return }
    if self.unit != unit {
      self.unit = unit
      glActiveTexture(GLenum(GL_TEXTURE0 + Int32(unit)))
    }
    textures[unit] = texture
    glBindTexture(GLenum(GL_TEXTURE_2D), texture)
  }

  /// Binds a texture to the unit and makes that unit the active one, for uploads.
  func edit(texture: GLuint, unit: Int) {
    bind(texture: texture, unit: unit)
    if self.unit != unit {
      self.unit = unit
      glActiveTexture(GLenum(GL_TEXTURE0 + Int32(unit)))
    }
  }

  func bind(array buffer: GLuint) {
    if array == buffer { return }
    array = buffer
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), buffer)
  }

  func bind(elements buffer: GLuint) {
    if elements == buffer { return }
    elements = buffer
    glBindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), buffer)
  }

  func set(blend on: Bool) {
    if blend == on { return }
    if blend == nil { glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA)) }
    blend = on
    if on { glEnable(GLenum(GL_BLEND)) } else { glDisable(GLenum(GL_BLEND)) }
  }

  func set(viewport width: Int, _ height: Int) {
    let size = (GLsizei(width), GLsizei(height))
    if viewport == size { return }
    viewport = size
    glViewport(0, 0, size.0, size.1)
  }

  /// Bounds drawing to a rectangle in GL's own coordinates; nil lifts the bound.
  func set(scissor box: (x: Int, y: Int, width: Int, height: Int)?) {
    if scissorOn != (box != nil) {
      scissorOn = box != nil
      if box != nil { glEnable(GLenum(GL_SCISSOR_TEST)) } else { glDisable(GLenum(GL_SCISSOR_TEST)) }
    }
    guard let box else { return }
    let next = (GLint(box.x), GLint(box.y), GLsizei(box.width), GLsizei(box.height))
    if let scissor, scissor == next { return }
    scissor = next
    glScissor(next.0, next.1, next.2, next.3)
  }

  func set(clear color: (Float, Float, Float, Float)) {
    if let clear, clear == color { return }
    clear = color
    glClearColor(color.0, color.1, color.2, color.3)
  }

  /// Rows of texels that are written have no padding.
  func unpackTight() {
    if unpacksTight { return }
    unpacksTight = true
    glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
  }

  /// Rows of pixels that are read have no padding.
  func packTight() {
    if packsTight { return }
    packsTight = true
    glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 1)
  }

  /// GL unbinds by itself what is deleted.
  func forget(texture: GLuint) {
    for unit in textures.indices where textures[unit] == texture { textures[unit] = 0 }
  }
  func forget(buffer: GLuint) {
    if array == buffer { array = 0 }
    if elements == buffer { elements = 0 }
    if attributes == buffer { attributes = 0 }
  }
  func forget(program: GLuint) { if self.program == program { self.program = 0 } }
  func forget(framebuffer: GLuint) { if self.framebuffer == framebuffer { self.framebuffer = 0 } }
}
