import CEGL
public import FlipBoard
import FlipShaders

/// The floor of a benchmark: the pixels that a renderer drew, drawn the cheapest way that GL allows.
///
/// One static vertex buffer, one draw a frame, one texel a pixel of the renderer's own largest texture, in the
/// colours that the picture gives it; no model, no light, no blending, no clear, nothing else.
public final class Floor {
  private let context: Context
  private let program: Program
  private let texture: Texture
  private let buffer: Buffer
  /// Where each frame's vertices begin, and after the last where they end.
  private var starts: [Int] = [0]

  /// - Parameter renderer: one that has drawn; its largest page is what is drawn from.
  /// - Throws: where the driver refuses.
  public init(_ context: Context, like renderer: Renderer) throws(GLError) {
    self.context = context
    try context.makeCurrent()
    let isPicture = renderer.mainPage?.format == .rgba
    program = try Program(
      context, FlipShaders.floor, attributes: ["a_corner"],
      defines: Paint.card(renderer.look).defines + (isPicture ? ["RGBA"] : []))
    // A board without a single face has no page.
    if let page = renderer.mainPage {
      texture = page.texture
    } else {
      texture = try Texture(context, size: Size(width: 16, height: 16), format: .coverage)
    }
    buffer = Buffer(context, .vertices, isStatic: true)
    program.use()
    glUniform1i(program.uniform("u_page"), 0)
  }

  /// Lays down the rectangles of some frames, one texel a pixel as far as the texture reaches.
  public func load(_ frames: [[Rect]], display: Size) {
    var vertices: [Float] = []
    starts = [0]
    for rects in frames {
      for rect in rects {
        func x(_ value: Int) -> Float { Float(value) / Float(display.width) * 2 - 1 }
        func y(_ value: Int) -> Float { Float(value) / Float(display.height) * 2 - 1 }
        let (left, right) = (x(rect.x), x(rect.x + rect.width))
        let (top, bottom) = (y(rect.y), y(rect.y + rect.height))
        let s = min(1, Float(rect.width) / Float(texture.size.width))
        let t = min(1, Float(rect.height) / Float(texture.size.height))
        vertices += [left, top, 0, 0, right, top, s, 0, left, bottom, 0, t]
        vertices += [left, bottom, 0, t, right, top, s, 0, right, bottom, s, t]
      }
      starts.append(vertices.count / 4)
    }
    vertices.withUnsafeBytes { _ = buffer.write($0) }
  }

  /// Draws a frame of those that were loaded.
  public func draw(_ frame: Int, on target: any Target) throws(GLError) {
    try target.bind()
    let count = starts[frame + 1] - starts[frame]
    if count == 0 { return }
    let state = context.state
    state.set(viewport: target.size.width, target.size.height)
    state.set(scissor: nil)
    state.set(blend: false)
    program.use()
    state.bind(texture: texture.name, unit: 0)
    if state.attributes != buffer.name {
      state.attributes = buffer.name
      buffer.bind()
      glVertexAttribPointer(0, 4, GLenum(GL_FLOAT), GLboolean(GL_FALSE), 16, nil)
    }
    glDrawArrays(GLenum(GL_TRIANGLES), GLint(starts[frame]), GLsizei(count))
  }
}
