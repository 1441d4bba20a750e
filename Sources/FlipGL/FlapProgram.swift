import CEGL
import FlipShaders

/// One of the programs made of flap.vert and flap.frag, and what its uniforms are set to.
final class FlapProgram {
  private let program: Program
  private let view, pixel, vanish, look, tile, texel, card, background: GLint
  /// Which settings of the renderer it has.
  private var generation = -1
  /// The page that it draws from: its serial number, −1 for none.
  private var page = Int.min

  init(_ context: Context, flap: Bool, rgba: Bool, shading: Bool, pageUnit: Int) throws(GLError) {
    let program = try Program(
      context, vertex: FlipShaders.vertex, fragment: FlipShaders.fragment,
      attributes: Attribute.all.map(\.name),
      defines: (flap ? ["FLAP"] : []) + (rgba ? ["RGBA"] : []) + (shading ? ["SHADING"] : []))
    self.program = program
    view = program.uniform("u_view")
    pixel = program.uniform("u_pixel")
    vanish = program.uniform("u_vanish")
    look = program.uniform("u_look")
    tile = program.uniform("u_tile")
    texel = program.uniform("u_texel")
    card = program.uniform("u_card")
    background = program.uniform("u_background")
    program.use()
    glUniform1i(program.uniform("u_page"), GLint(pageUnit))
    glUniform1i(program.uniform("u_ramp"), 1)
  }

  /// Makes it the program to draw with, with the frame's settings.
  func use(_ settings: Settings) {
    program.use()
    if generation == settings.generation { return }
    generation = settings.generation
    var matrix = settings.view
    withUnsafePointer(to: &matrix) { pointer in
      pointer.withMemoryRebound(to: GLfloat.self, capacity: 9) {
        glUniformMatrix3fv(view, 1, GLboolean(GL_FALSE), $0)
      }
    }
    matrix = settings.pixel
    withUnsafePointer(to: &matrix) { pointer in
      pointer.withMemoryRebound(to: GLfloat.self, capacity: 9) {
        glUniformMatrix3fv(pixel, 1, GLboolean(GL_FALSE), $0)
      }
    }
    glUniform3f(vanish, settings.vanish.0, settings.vanish.1, settings.vanish.2)
    glUniform4f(look, settings.look.0, settings.look.1, settings.look.2, settings.look.3)
    glUniform4f(card, settings.card.0, settings.card.1, settings.card.2, settings.card.3)
    let b = settings.background
    glUniform4f(background, b.0, b.1, b.2, b.3)
  }

  func use(page: Page) {
    if self.page == page.serial { return }
    self.page = page.serial
    glUniform2f(tile, GLfloat(page.tile.width), GLfloat(page.tile.height))
    glUniform2f(texel, 1 / GLfloat(page.texture.size.width), 1 / GLfloat(page.texture.size.height))
  }

  /// For quads without a face: tiles as large as can be.
  func useNoPage() {
    if page == -1 { return }
    page = -1
    glUniform2f(tile, 30000, 30000)
    glUniform2f(texel, 0, 0)
  }
}
