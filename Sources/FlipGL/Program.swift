import CEGL
import FlipShaders

/// A linked program of a vertex and a fragment shader.
final class Program {
  let name: GLuint
  private let context: Context

  /// Compiles and links.
  ///
  /// - Parameters:
  ///   - attributes: names in the order of their locations, from 0.
  ///   - defines: what is defined in both shaders: names, with what they stand for behind a blank.
  init(
    _ context: Context, _ shaders: FlipShaders.Pair, attributes: [String], defines: [String]
  ) throws(GLError) {
    let program = glCreateProgram()
    name = program
    self.context = context
    let words = defines.map { "#define \($0)\n" }.joined()
    for (kind, source, stage) in [
      (GL_VERTEX_SHADER, shaders.vertex, "vertex shader"),
      (GL_FRAGMENT_SHADER, shaders.fragment, "fragment shader"),
    ] {
      let shader = glCreateShader(GLenum(kind))
      defer { glDeleteShader(shader) }
      let head = Program.head(context.version, isVertex: kind == GL_VERTEX_SHADER)
      var text = (Array((head + words).utf8) + source).map { CChar(bitPattern: $0) }
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

  /// What makes one source of both languages. What is the same at all corners costs a software driver a third
  /// of a pixel's time to interpolate all the same, unless it is told (FLAT), which GLSL ES 1.00 can't.
  private static func head(_ version: Context.Version, isVertex: Bool) -> String {
    switch version {
    case .two: "#define FLAT\n#define COLOR gl_FragColor\n"
    case .three:
      "#version 300 es\n#define FLAT flat\n"
        + (isVertex
          ? "#define attribute in\n#define varying out\n"
          : "#define varying in\n#define texture2D texture\nout highp vec4 o_color;\n#define COLOR o_color\n")
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
