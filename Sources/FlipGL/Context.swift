import CEGL

/// A GL ES context, current on the thread that made it.
///
/// Everything of this module belongs to one context and is used on its thread alone.
public final class Context {
  /// Which GL ES: 3 is asked for first, 2 is all that is needed.
  public enum Version: Int32, Hashable, Sendable {
    case two = 2
    case three = 3
  }

  /// What is used of it. A driver may give a newer GL ES than was asked for; then it is used as the older.
  public let version: Version
  /// GL_RENDERER, GL_VERSION and GL_VENDOR as the driver spells them.
  public let renderer: String
  public let versionString: String
  public let vendor: String
  /// The way that it was had by: `surfaceless`, `device 0`, `pbuffer`, `gbm`.
  public let platform: String
  /// GL_MAX_TEXTURE_SIZE, or the lower bound that was asked for.
  public let textureLimit: Int
  /// GL_MAX_RENDERBUFFER_SIZE.
  public let targetLimit: Int
  /// What is there beyond GL ES 2 and EGL 1.5.
  public let features: Features

  let display: Display
  let handle: EGLContext
  let config: EGLConfig?
  /// What is drawn to while no window surface is: nil is nothing (surfaceless), else a pbuffer.
  let ownSurface: EGLSurface?
  let state = State()

  /// Extensions as flags.
  public struct Features: Hashable, Sendable {
    /// EGL_EXT_buffer_age.
    public var bufferAge = false
    /// EGL_KHR_swap_buffers_with_damage or the EXT of the name.
    public var swapWithDamage = false
    /// EGL_ANDROID_native_fence_sync.
    public var nativeFence = false
    /// EGL_EXT_image_dma_buf_import_modifiers.
    public var modifiers = false
    /// GL_OES_element_index_uint, or GL ES 3.
    public var wideIndices = false
    /// GL_EXT_disjoint_timer_query.
    public var timerQuery = false
  }

  /// Makes a context on a display and makes it current.
  ///
  /// - Parameter pbuffer: where the driver can't be current on nothing.
  init(
    display: Display, config: EGLConfig?, version wanted: Version, textureLimit bound: Int?,
    pbuffer: Bool = false
  ) throws(GLError) {
    let attributes: [EGLint] = [EGL_CONTEXT_CLIENT_VERSION, wanted.rawValue, EGL_NONE]
    guard let handle = eglCreateContext(display.handle, config, nil, attributes) else {
      throw .egl(call: "eglCreateContext (ES \(wanted.rawValue))", code: eglGetError())
    }
    var surface: EGLSurface?
    if pbuffer {
      surface = eglCreatePbufferSurface(display.handle, config, [EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE])
    }
    guard eglMakeCurrent(display.handle, surface, surface, handle) == EGL_TRUE else {
      let code = eglGetError()
      eglDestroyContext(display.handle, handle)
      throw .egl(call: "eglMakeCurrent", code: code)
    }
    self.display = display
    self.handle = handle
    self.config = config
    ownSurface = surface
    platform = display.name
    renderer = Context.string(GL_RENDERER)
    vendor = Context.string(GL_VENDOR)
    versionString = Context.string(GL_VERSION)
    version = wanted == .three && versionString.contains("OpenGL ES 3") ? .three : .two
    let limit = Context.integer(GL_MAX_TEXTURE_SIZE)
    textureLimit = min(limit, bound ?? limit)
    targetLimit = Context.integer(GL_MAX_RENDERBUFFER_SIZE)
    let extensions = Set(Context.string(GL_EXTENSIONS).split(separator: " ").map(String.init))
    let egl = display.extensions
    features = Features(
      bufferAge: egl.contains("EGL_EXT_buffer_age") || egl.contains("EGL_KHR_partial_update"),
      swapWithDamage: egl.contains("EGL_KHR_swap_buffers_with_damage")
        || egl.contains("EGL_EXT_swap_buffers_with_damage"),
      nativeFence: egl.contains("EGL_ANDROID_native_fence_sync"),
      modifiers: egl.contains("EGL_EXT_image_dma_buf_import_modifiers"),
      wideIndices: version == .three || extensions.contains("GL_OES_element_index_uint"),
      timerQuery: extensions.contains("GL_EXT_disjoint_timer_query"))
  }

  deinit {
    if eglGetCurrentContext() == handle { eglMakeCurrent(display.handle, nil, nil, nil) }
    if let ownSurface { eglDestroySurface(display.handle, ownSurface) }
    eglDestroyContext(display.handle, handle)
  }

  /// Makes the context current on this thread, on no window.
  public func makeCurrent() throws(GLError) { try makeCurrent(ownSurface) }

  func makeCurrent(_ surface: EGLSurface?) throws(GLError) {
    if eglGetCurrentContext() == handle && eglGetCurrentSurface(EGL_DRAW) == surface { return }
    guard eglMakeCurrent(display.handle, surface, surface, handle) == EGL_TRUE else {
      throw .egl(call: "eglMakeCurrent", code: eglGetError())
    }
  }

  /// Waits until everything drawn so far is done (glFinish).
  public func finish() { glFinish() }

  /// Throws the error that GL holds, if it holds one. It asks the driver: not for use in a frame.
  func check(_ call: String) throws(GLError) {
    let code = glGetError()
    if code != GLenum(GL_NO_ERROR) { throw .gl(call: call, code: code) }
  }

  private static func string(_ name: Int32) -> String {
    glGetString(GLenum(name)).map {
      String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
    } ?? ""
  }

  private static func integer(_ name: Int32) -> Int {
    var value: GLint = 0
    glGetIntegerv(GLenum(name), &value)
    return Int(value)
  }
}

extension Context {
  /// Runs a destructor's calls with this context current, whichever was before.
  func whileCurrent(_ body: () -> Void) {
    let (other, draw) = (eglGetCurrentContext(), eglGetCurrentSurface(EGL_DRAW))
    if other == handle { return body() }
    guard eglMakeCurrent(display.handle, ownSurface, ownSurface, handle) == EGL_TRUE else { return }
    body()
    eglMakeCurrent(display.handle, draw, draw, other)
  }
}
