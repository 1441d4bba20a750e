import CEGL
public import FlipBoard
public import FlipFaces

/// Draws scenes of one look.
///
/// The picture is a function of the scene alone: which faces are in which page, what was drawn before and
/// in which rectangles makes no difference to a pixel. What stands costs nothing where it isn't damaged.
public final class Renderer {
  private static let leastBudget = 1 << 18

  /// Of the last frame.
  public private(set) var statistics = Statistics()
  public let look: Look

  private let context: Context
  private let atlas: Atlas
  /// Whether the atlas's budget goes by the size of the picture.
  private let hasOwnBudget: Bool
  private let ramp: Texture
  private let board: BoardQuads
  private let indices: Buffer
  /// With GL ES 3 flaps read their page at a unit of their own, between texels; with 2 the page's own
  /// setting changes.
  private let smooth: Sampler?
  private var programs: [FlapProgram?] = [nil, nil, nil, nil]
  private var settings = FlapProgram.Settings()
  private var list = DrawList()
  private var regions = Regions()
  private var items: [Int32] = []
  private var quads: [Int32] = []
  private var drawn: (size: Size, lowest: Bool, scene: Size, orientation: Orientation, brightness: Double)?

  /// - Parameters:
  ///   - texelBudget: texels of faces beyond which those that no module shows are let go; they are made
  ///     anew when they are needed again. Without one it goes by the size of the picture.
  public init(
    _ context: Context, look: Look, faces: any FaceSource, texelBudget: Int? = nil
  ) throws(GLError) {
    try context.makeCurrent()
    self.context = context
    self.look = look
    atlas = Atlas(context, faces: faces, budget: texelBudget ?? Renderer.leastBudget)
    hasOwnBudget = texelBudget == nil
    ramp = try Texture(context, size: Ramp.size, format: .rgba, pixels: Ramp.pixels(look))
    board = BoardQuads(context, atlas: atlas, look: look)
    indices = Buffer(context, .indices)
    smooth = context.version == .three ? Sampler(context, unit: 2) : nil
    settings.card = look.card.premultiplied()
  }

  /// Draws a scene.
  ///
  /// - Parameters:
  ///   - target: its size is the scene's, turned by `orientation`.
  ///   - changed: modules that differ from the scene that this renderer drew before; nil is any, and
  ///     another layout.
  ///   - damage: rectangles of the scene in which the target's content is out of date, the rest of it
  ///     being right; nil is all of it. They hold all that a moving flap covers, and with shading the
  ///     whole frame of its module.
  ///   - orientation: how far the picture is turned clockwise.
  ///   - brightness: 0 to 1, of everything.
  /// - Throws: where a face can't be made, or the driver refuses.
  public func draw(
    _ scene: Scene, on target: any Target, changed: [Int]? = nil, damage: [Rect]? = nil,
    orientation: Orientation = .upright, brightness: Double = 1
  ) throws(GLError) {
    try target.bind()
    statistics = Statistics()
    prepare(scene, target, orientation, brightness)
    atlas.beginFrame()
    try board.update(scene, changed: changed)
    let wide = board.store.count > DrawList.shortLimit
    if wide && !context.features.wideIndices {
      throw .tooLarge(what: "a board's halves", asked: board.store.count, limit: DrawList.shortLimit)
    }
    board.store.upload()
    indices.bind()
    regions.set(damage, display: scene.size)
    for rect in regions.rects {
      clear(rect, target, orientation)
      list.clear(wide: wide)
      board.standing(in: rect, items: &items, quads: &quads)
      list.stand(quads, board.store)
      board.falling(in: rect, count: scene.flaps.count, quads: &quads)
      list.fall(quads, board.store)
      try drawList()
    }
    statistics.bytesUploaded += board.store.bytesWritten
    board.store.bytesWritten = 0
    statistics.texelBytes = atlas.bytesWritten
    statistics.pages = atlas.pages.count
    statistics.textureBytes = atlas.byteCount + ramp.byteCount
  }

  /// The rectangles of the scene that the last frame drew: its damage, clipped and joined.
  public var drawnRects: [Rect] { regions.rects }

  /// The largest page of the atlas, once a frame was drawn.
  var mainPage: Page? { atlas.pages.max { $0.texture.size.area < $1.texture.size.area } }

  /// The longest side of the atlas's pages.
  var largestPage: Int { atlas.pages.map { max($0.texture.size.width, $0.texture.size.height) }.max() ?? 0 }

  private func clear(_ rect: Rect, _ target: any Target, _ orientation: Orientation) {
    statistics.pixelsTouched += rect.area
    let place = orientation.place(rect, on: target.size)
    if place.area == target.size.area {
      context.state.set(scissor: nil)
    } else {
      let y = target.firstRowIsLowest ? place.y : target.size.height - place.y - place.height
      context.state.set(scissor: (place.x, y, place.width, place.height))
    }
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    statistics.clears += 1
  }

  private func drawList() throws(GLError) {
    let size = list.isWide ? 4 : 2
    if list.isWide {
      list.long.withUnsafeBytes { _ = indices.write($0) }
    } else {
      list.short.withUnsafeBytes { _ = indices.write($0) }
    }
    for run in list.runs {
      let program = try program(flap: run.flap, rgba: run.page?.format == .rgba)
      program.use(settings)
      context.state.set(blend: run.flap)
      context.state.bind(texture: ramp.name, unit: 1)
      if let page = run.page {
        let unit = run.flap && smooth != nil ? 2 : 0
        if smooth == nil { page.texture.set(smooth: run.flap, unit: unit) }
        context.state.bind(texture: page.texture.name, unit: unit)
        program.use(page: page)
      } else {
        program.useNoPage()
      }
      glDrawElements(
        GLenum(GL_TRIANGLES), GLsizei(run.count), GLenum(list.isWide ? GL_UNSIGNED_INT : GL_UNSIGNED_SHORT),
        UnsafeRawPointer(bitPattern: run.first * size))
      statistics.draws += 1
      statistics.bytesUploaded += run.count * size
    }
  }

  private func program(flap: Bool, rgba: Bool) throws(GLError) -> FlapProgram {
    let index = (flap ? 1 : 0) + (rgba ? 2 : 0)
    if let program = programs[index] { return program }
    let program = try FlapProgram(
      context, flap: flap, rgba: rgba, shading: look.shading, pageUnit: flap && smooth != nil ? 2 : 0)
    programs[index] = program
    return program
  }

  // MARK: What a frame's drawing has in common

  private func prepare(
    _ scene: Scene, _ target: any Target, _ orientation: Orientation, _ brightness: Double
  ) {
    context.state.set(viewport: target.size.width, target.size.height)
    context.state.set(clear: settings.background)
    let now = (target.size, target.firstRowIsLowest, scene.size, orientation, brightness)
    if let drawn, drawn == now { return }
    drawn = now
    // The faces of a clock of two cards half as often again as they are seen: those of a flip, and some more.
    if hasOwnBudget { atlas.budget = max(Renderer.leastBudget, scene.size.area * 3 / 2) }
    settings.set(orientation, size: target.size, firstRowIsLowest: target.firstRowIsLowest)
    let display = look.vanishingPoint == .display
    settings.vanish = (Float(scene.size.width) / 2, Float(scene.size.height) / 2, display ? 1 : 0)
    let inverse = look.perspective > 0 ? Float(1 / look.perspective) : 0
    settings.look = (inverse, Float(look.radius / 100), look.shading ? 1 : 0, Float(brightness))
    settings.background = look.background.premultiplied(brightness: brightness)
    settings.generation += 1
    context.state.set(clear: settings.background)
  }
}
