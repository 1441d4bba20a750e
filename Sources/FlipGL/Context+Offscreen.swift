import CEGL

extension Context {
  /// A context without a display: EGL_MESA_platform_surfaceless, then each EGL_EXT_platform_device, then
  /// a pbuffer on the default display; each with GL ES 3, then 2. No display is held by it (`PrimaryNodes`).
  ///
  /// - Parameters:
  ///   - version: no more than this GL ES.
  ///   - textureLimit: act as if GL_MAX_TEXTURE_SIZE were no more than this, in pixels.
  /// - Throws: `noContext` with all that was tried.
  public static func offscreen(version: Version = .three, textureLimit: Int? = nil) throws(GLError) -> Context
  {
    let cards = PrimaryNodes.open()
    defer { PrimaryNodes.release(openedSince: cards) }
    var tried: [String] = []
    let versions: [Version] = version == .three ? [.three, .two] : [.two]
    let client = Display.clientExtensions
    func attempt(
      _ name: String, platform: Int32, native: UnsafeMutableRawPointer? = nil, pbuffer: Bool = false
    ) -> Context? {
      do throws(GLError) {
        let display = try Display(platform: platform, native: native, name: name)
        guard eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) == EGL_TRUE else {
          throw .egl(call: "eglBindAPI", code: eglGetError())
        }
        for version in versions {
          do throws(GLError) {
            let config = try offscreenConfig(display, version: version, pbuffer: pbuffer)
            return try Context(
              display: display, config: config, version: version, textureLimit: textureLimit, pbuffer: pbuffer
            )
          } catch {
            tried.append("\(name): \(error)")
          }
        }
      } catch {
        tried.append("\(name): \(error)")
      }
      return nil
    }
    if client.contains("EGL_MESA_platform_surfaceless") {
      if let context = attempt("surfaceless", platform: EGL_PLATFORM_SURFACELESS_MESA) { return context }
    } else {
      tried.append("surfaceless: EGL_MESA_platform_surfaceless is missing")
    }
    var devices = [EGLDeviceEXT?](repeating: nil, count: 16)
    let count = flip_egl_devices(&devices, EGLint(devices.count))
    if count == 0 { tried.append("device: none") }
    for index in 0..<Int(count) {
      if let context = attempt("device \(index)", platform: EGL_PLATFORM_DEVICE_EXT, native: devices[index]) {
        return context
      }
    }
    for (name, platform) in [("surfaceless pbuffer", EGL_PLATFORM_SURFACELESS_MESA), ("gbm pbuffer", 0x31D7)]
    {
      if let context = attempt(name, platform: platform, pbuffer: true) { return context }
    }
    throw .noContext(tried: tried)
  }

  /// A config to draw offscreen with. Without EGL_KHR_surfaceless_context a pbuffer is needed.
  private static func offscreenConfig(
    _ display: Display, version: Version, pbuffer: Bool
  ) throws(GLError) -> EGLConfig? {
    if !pbuffer && !display.extensions.contains("EGL_KHR_surfaceless_context") {
      throw .egl(call: "EGL_KHR_surfaceless_context", code: EGL_NOT_INITIALIZED)
    }
    let bit = version == .three ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_ES2_BIT
    let attributes: [EGLint] = [
      EGL_RENDERABLE_TYPE, bit, EGL_SURFACE_TYPE, pbuffer ? EGL_PBUFFER_BIT : 0, EGL_NONE,
    ]
    var config: EGLConfig?
    var count: EGLint = 0
    guard eglChooseConfig(display.handle, attributes, &config, 1, &count) == EGL_TRUE, count > 0 else {
      throw .egl(call: "eglChooseConfig (ES \(version.rawValue))", code: eglGetError())
    }
    return config
  }
}
