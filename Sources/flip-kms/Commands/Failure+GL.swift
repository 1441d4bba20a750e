import FlipFaces
import FlipGL

extension Failure {
  /// A fault of a font or a picture as the program's own.
  init(_ error: FaceError) {
    switch error {
    case .missingFont, .missingPicture: self.init(.missing, error.description)
    case .badFont, .badPicture, .noFolder: self.init(.data, error.description)
    case .forbiddenFont, .forbiddenPicture: self.init(.permission, error.description)
    }
  }

  /// A fault of GL as the program's own.
  init(_ error: GLError) {
    let line: String
    switch error {
    case .face(let fault):
      self.init(fault)
      return
    // GL_OUT_OF_MEMORY and EGL_BAD_ALLOC; GL_CONTEXT_LOST and EGL_CONTEXT_LOST.
    case .gl(let call, 0x0505), .egl(let call, 0x3003):
      line = "the GPU's memory does not suffice; a smaller picture or fewer modules need less (\(call))"
    case .gl(let call, 0x0507), .egl(let call, 0x300E):
      line = "the GPU was reset, and what was drawn with it is lost (\(call))"
    case .gl(let call, let code):
      line = "the driver of OpenGL ES failed: \(call) gave \(Failure.glName(code))"
    case .egl, .noContext, .program, .tooLarge:
      line = error.description
    }
    self.init(.unavailable, line)
  }

  /// OpenGL ES's own name of an error or of a framebuffer's status (OpenGL ES 3.2, 2.3.1 and 9.4.2).
  private static func glName(_ code: UInt32) -> String {
    switch code {
    case 0x0500: "GL_INVALID_ENUM"
    case 0x0501: "GL_INVALID_VALUE"
    case 0x0502: "GL_INVALID_OPERATION"
    case 0x0506: "GL_INVALID_FRAMEBUFFER_OPERATION"
    case 0x8CD6: "GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT"
    case 0x8CDD: "GL_FRAMEBUFFER_UNSUPPORTED"
    default: "0x" + String(code, radix: 16)
    }
  }
}
