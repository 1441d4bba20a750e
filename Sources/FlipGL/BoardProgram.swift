import CEGL
import FlipBoard
import FlipShaders

/// One of the programs that draw a board, and what its uniforms are set to.
final class BoardProgram {
  /// What it draws; each is a draw of its own.
  enum Kind: Int, CaseIterable {
    /// Halves, and the background between them.
    case half
    /// Text between modules: ink on nothing.
    case separator
    case flap
    /// Flaps of which one is so squeezed by its turn that a pixel needs two samples.
    case squeezedFlap

    var isFlap: Bool { self == .flap || self == .squeezedFlap }
  }

  private let program: Program
  private let view, vanish, look, tile, texel, background: GLint
  /// Which settings of the renderer it has.
  private var generation = -1
  /// Of the page that it draws from: pages mostly have much in common.
  private var tileSize = Size(width: 0, height: 0)
  private var pageSize = Size(width: 0, height: 0)

  /// - Parameters:
  ///   - rgba: whether pages have colours of their own.
  ///   - pageUnit: the texture unit of the page.
  init(_ context: Context, _ kind: Kind, rgba: Bool, look: Look, pageUnit: Int) throws(GLError) {
    var defines = (kind == .separator ? Paint.separator(look) : Paint.card(look)).defines
    if rgba { defines.append("RGBA") }
    if look.shading { defines.append("SHADING") }
    if kind == .squeezedFlap { defines.append("SQUEEZED") }
    let program = try Program(
      context, kind.isFlap ? FlipShaders.flap : FlipShaders.half, attributes: Attribute.all.map(\.name),
      defines: defines)
    self.program = program
    view = program.uniform("u_view")
    vanish = program.uniform("u_vanish")
    self.look = program.uniform("u_look")
    tile = program.uniform("u_tile")
    texel = program.uniform("u_texel")
    background = program.uniform("u_background")
    program.use()
    glUniform1i(program.uniform("u_page"), GLint(pageUnit))
  }

  /// Makes it the program to draw with, with the frame's settings.
  func use(_ settings: BoardSettings) {
    program.use()
    if generation == settings.generation { return }
    generation = settings.generation
    var matrix = settings.view
    withUnsafePointer(to: &matrix) { pointer in
      pointer.withMemoryRebound(to: GLfloat.self, capacity: 9) {
        glUniformMatrix3fv(view, 1, GLboolean(GL_FALSE), $0)
      }
    }
    glUniform3f(vanish, settings.vanish.0, settings.vanish.1, settings.vanish.2)
    glUniform4f(look, settings.look.0, settings.look.1, settings.look.2, settings.look.3)
    let b = settings.background
    glUniform4f(background, b.0, b.1, b.2, b.3)
  }

  /// For leaves of a page; nil for those without a face, whose tile is as large as can be.
  func use(page: Page?) {
    let tileSize = page?.tile ?? Size(width: 30000, height: 30000)
    let pageSize = page?.texture.size ?? Size(width: 1, height: 1)
    if self.tileSize != tileSize {
      self.tileSize = tileSize
      glUniform2f(tile, GLfloat(tileSize.width), GLfloat(tileSize.height))
    }
    if self.pageSize != pageSize {
      self.pageSize = pageSize
      glUniform2f(texel, 1 / GLfloat(pageSize.width), 1 / GLfloat(pageSize.height))
    }
  }
}
