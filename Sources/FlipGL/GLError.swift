public import FlipFaces

/// What can go wrong between us and EGL or GL ES; the only error of this module.
public enum GLError: Error, Hashable, CustomStringConvertible {
  /// An EGL call failed; the code is eglGetError's.
  case egl(call: String, code: Int32)
  /// A GL call failed; the code is glGetError's, or a framebuffer's status.
  case gl(call: String, code: UInt32)
  /// No context could be had; every way that was tried, and how it ended.
  case noContext(tried: [String])
  /// A shader did not compile or a program did not link; what the driver said.
  case program(stage: String, log: String)
  /// The driver's limit is below what is asked for.
  case tooLarge(what: String, asked: Int, limit: Int)
  /// A face could not be made.
  case face(FaceError)

  public var description: String {
    switch self {
    case .egl(let call, let code): "\(call) failed: \(GLError.name(code))"
    case .gl(let call, let code): "\(call) failed: 0x\(String(code, radix: 16))"
    case .noContext(let tried): "no usable OpenGL ES: " + tried.joined(separator: "; ")
    case .program(let stage, let log): "the \(stage) was refused by the driver: \(log)"
    case .tooLarge(let what, let asked, let limit):
      "\(what) of \(asked) pixels, but the driver ends at \(limit)"
    case .face(let error): "\(error)"
    }
  }

  /// EGL's own name of one of its error codes (EGL 1.5, section 3.1).
  static func name(_ code: Int32) -> String {
    let names = [
      "EGL_SUCCESS", "EGL_NOT_INITIALIZED", "EGL_BAD_ACCESS", "EGL_BAD_ALLOC", "EGL_BAD_ATTRIBUTE",
      "EGL_BAD_CONFIG", "EGL_BAD_CONTEXT", "EGL_BAD_CURRENT_SURFACE", "EGL_BAD_DISPLAY", "EGL_BAD_MATCH",
      "EGL_BAD_NATIVE_PIXMAP", "EGL_BAD_NATIVE_WINDOW", "EGL_BAD_PARAMETER", "EGL_BAD_SURFACE",
      "EGL_CONTEXT_LOST",
    ]
    let index = Int(code) - 0x3000
    return names.indices.contains(index) ? names[index] : "0x" + String(code, radix: 16)
  }
}
