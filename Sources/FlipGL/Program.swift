import CEGL

/// A linked program of a vertex and a fragment shader.
final class Program {
  let name: GLuint
  private let context: Context

  /// Compiles and links.
  ///
  /// - Parameters:
  ///   - attributes: names in the order of their locations, from 0.
  ///   - defines: names that are defined in both shaders.
  init(
    _ context: Context, vertex: [UInt8], fragment: [UInt8], attributes: [String], defines: [String]
  ) throws(GLError) {
    let program = glCreateProgram()
    name = program
    self.context = context
    let head = Array(defines.map { "#define \($0) 1\n" }.joined().utf8)
    for (kind, source, stage) in [
      (GL_VERTEX_SHADER, vertex, "vertex shader"), (GL_FRAGMENT_SHADER, fragment, "fragment shader"),
    ] {
      let shader = glCreateShader(GLenum(kind))
      defer { glDeleteShader(shader) }
      var text = (head + source).map { CChar(bitPattern: $0) }
      let length = GLint(text.count)
      text.withUnsafeBufferPointer { bytes in
        var pointer: UnsafePointer<GLchar>? = bytes.baseAddress
        withUnsafePointer(to: length) { glShaderSource(shader, 1, &pointer, $0) }
      }
      text.removeAll()
      glCompileShader(shader)
      var status: GLint = 0
      glGetShaderiv(shader, GLenum(GL_COMPILE_STATUS), &status)
      if status == GL_FALSE {
        let log = Program.log { glGetShaderInfoLog(shader, $0, $1, $2) }
        throw .program(stage: stage, log: log)
      }
      glAttachShader(program, shader)
    }
    for (location, name) in attributes.enumerated() { glBindAttribLocation(program, GLuint(location), name) }
    glLinkProgram(program)
    var status: GLint = 0
    glGetProgramiv(program, GLenum(GL_LINK_STATUS), &status)
    if status == GL_FALSE {
      let log = Program.log { glGetProgramInfoLog(program, $0, $1, $2) }
      throw .program(stage: "program", log: log)
    }
  }

  deinit {
    context.whileCurrent {
      glDeleteProgram(name)
      context.state.forget(program: name)
    }
  }

  func use() { context.state.use(program: name) }

  /// -1 where the shader has no use for it; setting that does nothing.
  func uniform(_ name: String) -> GLint { glGetUniformLocation(self.name, name) }

  private static func log(
    _ read: (GLsizei, UnsafeMutablePointer<GLsizei>, UnsafeMutablePointer<GLchar>) -> Void
  ) -> String {
    var text = [GLchar](repeating: 0, count: 4096)
    var length: GLsizei = 0
    read(GLsizei(text.count), &length, &text)
    return String(decoding: text[..<Int(length)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
