import CEGL
import FlipShaders

/// The least that draws anything: a program of two lines and one triangle of one colour. What GL itself
/// costs at a start, to measure others against.
public enum EmptyProgram {
  private static let vertex = "attribute vec2 a_place; void main() { gl_Position = vec4(a_place, 0.0, 1.0); }"
  private static let fragment = "precision mediump float; void main() { COLOR = vec4(0.5); }"

  /// Compiles it, and draws it over all of a target.
  ///
  /// - Throws: where the driver refuses.
  public static func draw(_ context: Context, on target: any Target) throws(GLError) {
    try target.bind()
    let program = try Program(
      context, FlipShaders.Pair(vertex: Array(vertex.utf8), fragment: Array(fragment.utf8)),
      attributes: ["a_place"],
      defines: [])
    let buffer = Buffer(context, .vertices)
    program.use()
    context.state.set(viewport: target.size.width, target.size.height)
    context.state.attributes = buffer.name
    buffer.bind()
    let corners: [Float] = [-1, -1, 3, -1, -1, 3]
    corners.withUnsafeBytes { _ = buffer.write($0) }
    glEnableVertexAttribArray(0)
    glVertexAttribPointer(0, 2, GLenum(GL_FLOAT), GLboolean(GL_FALSE), 8, nil)
    glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
  }
}
