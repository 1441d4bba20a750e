import CEGL

extension Context {
  /// A context for surfaces of a `gbm_device`, on EGL_PLATFORM_GBM, with GL ES 3, then 2.
  ///
  /// The config is the one whose EGL_NATIVE_VISUAL_ID is the fourcc, then one of its sibling with alpha
  /// (or without): eglChooseConfig alone sorts by colour depth and gives a format that can't be shown.
  ///
  /// - Parameters:
  ///   - device: `struct gbm_device *`; it must outlive the context.
  ///   - fourcc: format of the surfaces to come (DRM_FORMAT_*).
  ///   - version: no more than this GL ES.
  ///   - other: a context of the same device; without one, none may be left of it.
  ///   - textureLimit: act as if GL_MAX_TEXTURE_SIZE were no more than this, in pixels.
  /// - Throws: `noContext` with all configs that there are.
  public static func gbm(
    device: OpaquePointer, fourcc: UInt32, version: Version = .three, beside other: Context? = nil,
    textureLimit: Int? = nil
  ) throws(GLError) -> Context {
    let display: Display
    if let other {
      display = other.display
    } else {
      display = try Display(
        platform: 0x31D7, native: UnsafeMutableRawPointer(device), name: "gbm", isOurs: true)
    }
    guard eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) == EGL_TRUE else {
      throw .egl(call: "eglBindAPI", code: eglGetError())
    }
    var tried: [String] = []
    for version in version == .three ? [Version.three, .two] : [.two] {
      let bit = version == .three ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_ES2_BIT
      var configs = [EGLConfig?](repeating: nil, count: 256)
      var count: EGLint = 0
      let attributes: [EGLint] = [EGL_RENDERABLE_TYPE, bit, EGL_SURFACE_TYPE, EGL_WINDOW_BIT, EGL_NONE]
      guard eglChooseConfig(display.handle, attributes, &configs, EGLint(configs.count), &count) == EGL_TRUE
      else {
        tried.append("ES \(version.rawValue): " + GLError.name(eglGetError()))
        continue
      }
      let visuals = configs[..<Int(count)].map { visual(display, $0) }
      tried.append(
        "ES \(version.rawValue) has " + (Set(visuals).sorted().map(fourccName).joined(separator: " ")))
      for wanted in [fourcc, sibling(fourcc)].compactMap({ $0 }) {
        for index in visuals.indices where visuals[index] == wanted {
          do throws(GLError) {
            return try Context(
              display: display, config: configs[index], version: version, textureLimit: textureLimit)
          } catch {
            tried.append("\(fourccName(wanted)): \(error)")
          }
        }
      }
    }
    throw .noContext(tried: ["gbm for \(fourccName(fourcc))"] + tried)
  }

  private static func visual(_ display: Display, _ config: EGLConfig?) -> UInt32 {
    var value: EGLint = 0
    eglGetConfigAttrib(display.handle, config, EGL_NATIVE_VISUAL_ID, &value)
    return UInt32(bitPattern: value)
  }

  /// The format with the same bytes that has alpha where this one has not, and the other way about.
  static func sibling(_ fourcc: UInt32) -> UInt32? {
    switch fourcc {
    case flip_format_xrgb8888: flip_format_argb8888
    case flip_format_argb8888: flip_format_xrgb8888
    case flip_format_xbgr8888: flip_format_abgr8888
    case flip_format_abgr8888: flip_format_xbgr8888
    default: nil
    }
  }

  /// A fourcc as its four letters.
  static func fourccName(_ fourcc: UInt32) -> String {
    String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: fourcc >> (8 * $0)) }, as: UTF8.self)
  }
}
