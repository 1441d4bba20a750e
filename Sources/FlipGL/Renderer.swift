import CEGL
public import FlipBoard
public import FlipFaces
import Glibc

/// Draws scenes of one look.
///
/// The picture is a function of the scene alone: which faces are in which page, what was drawn before and
/// in which rectangles makes no difference to a pixel.
public final class Renderer {
  public private(set) var statistics = Statistics()
  public let look: Look

  private let context: Context
  private let atlas: Atlas
  private let ramp: Texture
  private var programs: [FlapProgram?] = [nil, nil, nil, nil]
  private var settings = FlapProgram.Settings()
  private let vertices: Buffer
  private let indices: Buffer
  private var batches = Batches()
  private var drawn: (size: Size, lowest: Bool, orientation: Orientation, brightness: Double)?
  private var whole: [Rect] = [Rect(x: 0, y: 0, width: 0, height: 0)]

  /// - Parameters:
  ///   - textureBudget: bytes of textures beyond which faces that no module shows are let go; they are
  ///     made anew when they are needed again.
  public init(
    _ context: Context, look: Look, faces: any FaceSource, textureBudget: Int = 32 << 20
  ) throws(GLError) {
    try context.makeCurrent()
    self.context = context
    self.look = look
    atlas = Atlas(context, faces: faces, budget: textureBudget)
    ramp = try Texture(context, size: Ramp.size, format: .rgba, pixels: Ramp.pixels(look))
    vertices = Buffer(context, .vertices)
    indices = Buffer(context, .indices)
    settings.card = look.card.premultiplied()
  }

  /// Draws a scene.
  ///
  /// - Parameters:
  ///   - target: its size is the scene's, turned by `orientation`.
  ///   - changed: modules that differ from the scene drawn before; nil is any.
  ///   - damage: rectangles of the scene in which the target's content is out of date, the rest of it
  ///     being right; nil is all of it. They hold all that a moving flap covers, and with shading the
  ///     whole frame of its module.
  ///   - orientation: how far the picture is turned clockwise.
  ///   - brightness: 0 to 1, of everything.
  public func draw(
    _ scene: Scene, on target: any Target, changed: [Int]? = nil, damage: [Rect]? = nil,
    orientation: Orientation = .upright, brightness: Double = 1
  ) throws(GLError) {
    try target.bind()
    prepare(scene, target, orientation, brightness)
    statistics = Statistics()
    atlas.frame += 1
    try fill(scene)
    whole[0] = Rect(x: 0, y: 0, width: scene.size.width, height: scene.size.height)
    upload()
    for rect in damage ?? whole {
      guard let visible = rect.intersection(whole[0]) else { continue }
      statistics.pixelsTouched += visible.area
      let place = orientation.place(visible, on: target.size)
      let y = target.firstRowIsLowest ? place.y : target.size.height - place.y - place.height
      context.state.set(scissor: damage == nil ? nil : (place.x, y, place.width, place.height))
      glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
      statistics.clears += 1
      try drawBatches()
    }
    statistics.pages = atlas.pages.count
    statistics.textureBytes = atlas.byteCount + ramp.byteCount
  }

  private func prepare(
    _ scene: Scene, _ target: any Target, _ orientation: Orientation, _ brightness: Double
  ) {
    context.state.set(viewport: target.size.width, target.size.height)
    let now = (target.size, target.firstRowIsLowest, orientation, brightness)
    if let drawn, drawn == now { return }
    drawn = now
    let m = orientation.matrix(on: target.size)
    let (w, h) = (Float(target.size.width), Float(target.size.height))
    // Clip space: x from −1 at the left, y from −1 at GL's lowest row.
    let (sy, oy): (Float, Float) = target.firstRowIsLowest ? (2 / h, -1) : (-2 / h, 1)
    settings.view = (
      m.xx * 2 / w, m.yx * sy, 0, m.xy * 2 / w, m.yy * sy, 0, m.x0 * 2 / w - 1, m.y0 * sy + oy, 1
    )
    // Back from gl_FragCoord: the transposed turn, after y is counted from the top.
    let (fy, gy): (Float, Float) = target.firstRowIsLowest ? (1, 0) : (-1, h)
    settings.pixel = (
      m.xx, m.xy, 0, m.yx * fy, m.yy * fy, 0, m.yx * (gy - m.y0) - m.xx * m.x0,
      m.yy * (gy - m.y0) - m.xy * m.x0, 1
    )
    let display = look.vanishingPoint == .display
    settings.vanish = (Float(scene.size.width) / 2, Float(scene.size.height) / 2, display ? 1 : 0)
    let inverse = look.perspective > 0 ? Float(1 / look.perspective) : 0
    settings.look = (inverse, Float(look.radius / 100), look.shading ? 1 : 0, Float(brightness))
    settings.background = look.background.premultiplied(brightness: brightness)
    settings.generation += 1
    context.state.set(clear: settings.background)
  }

  // MARK: What to draw

  private func fill(_ scene: Scene) throws(GLError) {
    batches.removeAll()
    for module in scene.modules {
      let frame = module.frame
      let upper = try half(module.upper, frame)
      let lower = try half(module.lower, frame)
      var shades = (upper: Shade.none, lower: Shade.none)
      if look.shading {
        for flap in scene.flaps[module.flaps] {
          let (u, l) = (Shade.upper(angle: flap.angle), Shade.lower(angle: flap.angle))
          if u.atHinge > shades.upper.atHinge { shades.upper = u }
          if l.atHinge > shades.lower.atHinge { shades.lower = l }
        }
      }
      batches.stand(.upper, frame, upper.upper, (shades.upper.atHinge, shades.upper.atEdge))
      batches.stand(.lower, frame, lower.lower, (shades.lower.atHinge, shades.lower.atEdge))
    }
    for separator in scene.separators {
      let key = Atlas.Key(
        face: separator.face, width: separator.frame.width, height: separator.frame.height, separator: true)
      let entry = try atlas.entry(key)
      if !entry.upper.isEmpty { batches.stand(.separator, separator.frame, entry.upper, (0, 0)) }
    }
    for module in scene.modules {
      for flap in scene.flaps[module.flaps] {
        let a = flap.angle * .pi / 180
        let front = isFrontSeen(flap.angle, module.frame, scene.size)
        let entry = try half(front ? flap.front : flap.back, module.frame)
        batches.fall(
          front ? .front : .back, module.frame, front ? entry.upper : entry.lower,
          (Float(cos(a)), Float(sin(a))))
      }
    }
  }

  /// Which side of a flap the viewer sees: the front where the free edge is seen above the hinge. From its
  /// own hinge's height that is below 90°; from the display's middle it is somewhat before or after.
  private func isFrontSeen(_ angle: Double, _ frame: Rect, _ display: Size) -> Bool {
    if look.vanishingPoint == .module || look.perspective <= 0 { return angle < 90 }
    let half = Double(frame.height) / 2
    let hinge = Double(frame.y) + half - Double(display.height) / 2
    let w = 1 - 0.5 * sin(angle * .pi / 180) / look.perspective
    return hinge - half * cos(angle * .pi / 180) < hinge * w
  }

  private func half(_ face: Face, _ frame: Rect) throws(GLError) -> Atlas.Entry {
    try atlas.entry(Atlas.Key(face: face, width: frame.width, height: frame.height, separator: false))
  }

  // MARK: Drawing

  private func upload() {
    batches.vertices.withUnsafeBytes { _ = vertices.write($0) }
    statistics.bytesUploaded += batches.vertices.count * MemoryLayout<Vertex>.stride
    batches.sort()
    batches.order.withUnsafeBytes { _ = indices.write($0) }
    statistics.bytesUploaded += batches.order.count * 4
    vertices.bind()
    indices.bind()
    for (index, attribute) in Vertex.attributes.enumerated() {
      glEnableVertexAttribArray(GLuint(index))
      glVertexAttribPointer(
        GLuint(index), attribute.count, GLenum(attribute.type), GLboolean(GL_FALSE),
        GLsizei(MemoryLayout<Vertex>.stride), UnsafeRawPointer(bitPattern: attribute.offset))
    }
  }

  private func drawBatches() throws(GLError) {
    for run in batches.runs {
      let program = try program(flap: run.flap, rgba: run.page?.format == .rgba)
      program.use(settings)
      context.state.set(blend: run.flap)
      context.state.bind(texture: ramp.name, unit: 1)
      if let page = run.page {
        page.texture.set(smooth: run.flap, unit: 0)
        context.state.bind(texture: page.texture.name, unit: 0)
        program.use(page: page)
      } else {
        context.state.bind(texture: ramp.name, unit: 0)
        program.useNoPage()
      }
      glDrawElements(
        GLenum(GL_TRIANGLES), GLsizei(run.count), GLenum(GL_UNSIGNED_INT),
        UnsafeRawPointer(bitPattern: run.first * 4))
      statistics.draws += 1
    }
  }

  private func program(flap: Bool, rgba: Bool) throws(GLError) -> FlapProgram {
    let index = (flap ? 1 : 0) + (rgba ? 2 : 0)
    if let program = programs[index] { return program }
    let program = try FlapProgram(context, flap: flap, rgba: rgba)
    programs[index] = program
    return program
  }
}
