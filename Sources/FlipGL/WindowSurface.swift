import CEGL
public import FlipBoard

/// The EGL window surface over a `gbm_surface`: what is drawn to it is scanned out.
///
/// It must go before the `gbm_surface` does.
public final class WindowSurface: Target {
  public let size: Size
  public let firstRowIsLowest = false

  private let context: Context
  private let handle: EGLSurface
  /// Damage as EGL takes it: x, y from the lower left, width, height; kept, so that a frame allocates none.
  private var rects: [EGLint] = []

  /// - Parameters:
  ///   - surface: `struct gbm_surface *`, of the context's device and format.
  ///   - size: the surface's, in pixels.
  public init(_ context: Context, gbmSurface surface: OpaquePointer, size: Size) throws(GLError) {
    guard
      let handle = eglCreatePlatformWindowSurface(
        context.display.handle, context.config, UnsafeMutableRawPointer(surface), nil)
    else { throw .egl(call: "eglCreatePlatformWindowSurface", code: eglGetError()) }
    self.context = context
    self.handle = handle
    self.size = size
    rects.reserveCapacity(64)
  }

  deinit {
    if eglGetCurrentSurface(EGL_DRAW) == handle {
      eglMakeCurrent(context.display.handle, context.ownSurface, context.ownSurface, context.handle)
    }
    eglDestroySurface(context.display.handle, handle)
  }

  public func bind() throws(GLError) {
    try context.makeCurrent(handle)
    context.state.bind(framebuffer: 0)
  }

  /// How many frames ago the buffer that is drawn to next was swapped: 1 is the frame before. 0 where
  /// nothing is known of it, and all must be drawn (EGL_EXT_buffer_age).
  public func bufferAge() throws(GLError) -> Int {
    guard context.features.bufferAge else { return 0 }
    try bind()
    var age: EGLint = 0
    guard eglQuerySurface(context.display.handle, handle, EGL_BUFFER_AGE_EXT, &age) == EGL_TRUE else {
      return 0
    }
    return Int(age)
  }

  /// Ends the frame: its buffer can be locked then.
  ///
  /// - Parameter damage: what differs from the frame before, in pixels of the surface from the top left;
  ///   nil is all of it. A hint, used where the driver has a use for it.
  public func swap(damage: [Rect]? = nil) throws(GLError) {
    try bind()
    rects.removeAll(keepingCapacity: true)
    if let damage, context.features.swapWithDamage {
      for rect in damage {
        rects.append(EGLint(rect.x))
        rects.append(EGLint(size.height - rect.y - rect.height))
        rects.append(EGLint(rect.width))
        rects.append(EGLint(rect.height))
      }
    }
    let swapped =
      rects.isEmpty
      ? eglSwapBuffers(context.display.handle, handle)
      : flip_egl_swap_with_damage(context.display.handle, handle, rects, EGLint(rects.count / 4))
    guard swapped == EGL_TRUE else { throw .egl(call: "eglSwapBuffers", code: eglGetError()) }
  }

  /// A file descriptor of a fence that signals when what is drawn so far is done (EGL_ANDROID_native_fence_sync);
  /// -1 where there is none. The caller closes it. Ask before `swap`.
  public func nativeFence() -> Int32 {
    context.features.nativeFence ? flip_egl_native_fence(context.display.handle) : -1
  }
}
