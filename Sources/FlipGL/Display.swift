import CEGL

/// An initialised EGL display.
final class Display {
  let handle: EGLDisplay
  let extensions: Set<String>
  /// Which platform it is of, for messages.
  let name: String

  /// eglGetPlatformDisplay and eglInitialize (EGL 1.5).
  ///
  /// One native display gives one EGLDisplay however often it is asked for, and eglTerminate ends it for
  /// all. EGL_KHR_display_reference makes the calls count; where it lacks, the display is left alone, unless
  /// nobody else has it.
  ///
  /// - Parameter isOurs: the native display was made for this one alone.
  init(
    platform: Int32, native: UnsafeMutableRawPointer?, name: String, isOurs: Bool = false
  ) throws(GLError) {
    let counted = Display.clientExtensions.contains("EGL_KHR_display_reference")
    let attributes: [EGLAttrib] =
      counted
      ? [EGLAttrib(EGL_TRACK_REFERENCES_KHR), EGLAttrib(EGL_TRUE), EGLAttrib(EGL_NONE)]
      : [EGLAttrib(EGL_NONE)]
    guard let handle = eglGetPlatformDisplay(EGLenum(platform), native, attributes) else {
      throw .egl(call: "eglGetPlatformDisplay", code: eglGetError())
    }
    guard eglInitialize(handle, nil, nil) == EGL_TRUE else {
      throw .egl(call: "eglInitialize", code: eglGetError())
    }
    self.handle = handle
    self.name = name
    ends = counted || isOurs
    extensions = Set(words(eglQueryString(handle, EGL_EXTENSIONS)))
  }

  private let ends: Bool

  deinit { if ends { eglTerminate(handle) } }

  /// The display's makers that the EGL library has, before any display is open.
  static var clientExtensions: Set<String> { Set(words(eglQueryString(nil, EGL_EXTENSIONS))) }
}

/// The words of a C string that blanks divide; none for nil.
func words(_ string: UnsafePointer<CChar>?) -> [String] {
  guard let string else { return [] }
  return String(cString: string).split(separator: " ").map(String.init)
}
