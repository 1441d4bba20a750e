import CEGL
import FlipBoard
import FlipKMS
import Glibc

final class Painter {
  let display: EGLDisplay
  let context: EGLContext
  var configs: [UInt32: EGLConfig] = [:]

  init(_ buffers: BufferDevice) throws(Failure) {
    guard let raw = eglGetProcAddress("eglGetPlatformDisplayEXT") else {
      throw Failure(.unavailable, "no EGL")
    }
    typealias F = @convention(c) (EGLenum, UnsafeMutableRawPointer?, UnsafePointer<EGLint>?) -> EGLDisplay?
    let get = unsafeBitCast(raw, to: F.self)
    guard let display = get(0x31D7, UnsafeMutableRawPointer(buffers.pointer), nil),
      eglInitialize(display, nil, nil) != 0
    else { throw Failure(.unavailable, "no EGL display") }
    eglBindAPI(0x30A0)
    var count: EGLint = 0
    var list = [EGLConfig?](repeating: nil, count: 256)
    let attributes: [EGLint] = [0x3033, 4, 0x3040, 4, 0x3038]
    eglChooseConfig(display, attributes, &list, 256, &count)
    for c in list.prefix(Int(count)) {
      var id: EGLint = 0
      eglGetConfigAttrib(display, c, 0x302E, &id)
      if configs[UInt32(bitPattern: id)] == nil { configs[UInt32(bitPattern: id)] = c }
    }
    guard let context = eglCreateContext(display, configs.first!.value, nil, [0x3098, 2, 0x3038]) else {
      // no-config context is not asked for here
      throw Failure(.unavailable, "no context")
    }
    self.display = display
    self.context = context
  }
}

final class Canvas {
  let painter: Painter
  let surface: EGLSurface
  init(_ painter: Painter, _ surface: Surface) throws(Failure) {
    self.painter = painter
    guard let config = painter.configs[surface.layout.format],
      let s = eglCreateWindowSurface(
        painter.display, config, EGLNativeWindowType(bitPattern: surface.pointer), nil)
    else { throw Failure(.unavailable, "no window surface") }
    self.surface = s
    guard eglMakeCurrent(painter.display, s, s, painter.context) != 0 else {
      throw Failure(.unavailable, "eglMakeCurrent \(eglGetError())")
    }
  }
  deinit { eglDestroySurface(painter.display, surface) }
  func draw(_ p: Playback) {
    eglMakeCurrent(painter.display, surface, surface, painter.context)
    glClearColor(0.1, p.level, 0.3, 1)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
  }
  func swap() { eglSwapBuffers(painter.display, surface) }
}

final class Playback {
  var level: Float = 0
  var damage: [Rect] = []
  var isMoving = false
  var nextChange: Instant?
  let size: Size
  init(size: Size) { self.size = size }
  func advance(to t: Instant) {
    // Moves for the first half of every second second.
    let phase = Int(t.nanoseconds / 1_000_000 % 2000)
    let new: Float = phase < 500 ? Float(phase) / 500 : 1
    damage = new == level ? [] : [Rect(x: 0, y: 0, width: size.width, height: size.height)]
    level = new
    isMoving = phase < 500
    nextChange = Instant(nanoseconds: (t.nanoseconds / 2_000_000_000 + 1) * 2_000_000_000)
  }
}
