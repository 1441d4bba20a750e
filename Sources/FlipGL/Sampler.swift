import CEGL

/// A sampler object of GL ES 3: at its unit, textures are read between texels whatever they say.
final class Sampler {
  private let name: GLuint
  private let context: Context

  init(_ context: Context, unit: Int) {
    var name: GLuint = 0
    glGenSamplers(1, &name)
    self.name = name
    self.context = context
    glSamplerParameteri(name, GLenum(GL_TEXTURE_MIN_FILTER), GL_LINEAR)
    glSamplerParameteri(name, GLenum(GL_TEXTURE_MAG_FILTER), GL_LINEAR)
    glSamplerParameteri(name, GLenum(GL_TEXTURE_WRAP_S), GL_CLAMP_TO_EDGE)
    glSamplerParameteri(name, GLenum(GL_TEXTURE_WRAP_T), GL_CLAMP_TO_EDGE)
    glBindSampler(GLuint(unit), name)
  }

  deinit {
    context.whileCurrent {
      var name = name
      glDeleteSamplers(1, &name)
    }
  }
}
