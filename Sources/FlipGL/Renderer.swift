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

  let context: Context
  private let atlas: Atlas
  /// Whether the atlas's budget goes by the size of the picture.
  private let hasOwnBudget: Bool
  private(set) var board: BoardQuads
  private let indices: Buffer
  /// With GL ES 3 flaps read their page at a unit of their own, between texels; with 2 the page's own
  /// setting changes.
  private let smooth: Sampler?
  /// A texel of nothing, for boards without a face.
  private let nothing: Texture
  /// By kind, those for pages with colours of their own behind the others.
  private var programs: [BoardProgram?]
  private var settings = BoardSettings()
  private var isPrepared = false
  private(set) var list = DrawList()
  private var regions = Regions()
  private(set) var repair = Repair()

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
    board = BoardQuads(context, atlas: atlas, look: look)
    indices = Buffer(context, .indices)
    smooth = context.version == .three ? Sampler(context, unit: 1) : nil
    nothing = try Texture(context, size: Size(width: 1, height: 1), format: .coverage, pixels: [0])
    programs = [BoardProgram?](repeating: nil, count: BoardProgram.Kind.allCases.count * 2)
  }

  /// Draws a scene.
  ///
  /// - Parameters:
  ///   - target: its size is the scene's, turned by `orientation`.
  ///   - changed: modules that differ from the scene that this renderer drew before; nil is any, and
  ///     another layout.
  ///   - turning: whether nothing of those but the angles of their flaps differs, as `Playback` tells.
  ///   - damage: rectangles of the scene in which the target's content is out of date, the rest of it
  ///     being right; nil is all of it. They hold all that a moving flap covers, and with shading the
  ///     halves of its module that it shades.
  ///   - orientation: how far the picture is turned clockwise.
  ///   - brightness: 0 to 1, of everything.
  /// - Throws: where a face can't be made, or the driver refuses.
  public func draw(
    _ scene: Scene, on target: any Target, changed: [Int]? = nil, turning: Bool = false,
    damage: [Rect]? = nil, orientation: Orientation = .upright, brightness: Double = 1
  ) throws(GLError) {
    try target.bind()
    statistics = Statistics()
    settings.set(
      look, scene: scene.size, narrowest: scene.narrowest, target, orientation, brightness: brightness)
    context.state.set(viewport: target.size.width, target.size.height)
    context.state.set(clear: settings.background)
    // The faces of a clock of two cards half as often again as they are seen: those of a flip, and some more.
    if hasOwnBudget { atlas.budget = max(Renderer.leastBudget, scene.size.area * 3 / 2) }
    atlas.beginFrame()
    try link(for: scene)
    try board.update(scene, changed: changed, turning: turning)
    if board.store.count > DrawList.shortLimit && !context.features.wideIndices {
      throw .tooLarge(what: "a board's halves", asked: board.store.count, limit: DrawList.shortLimit)
    }
    regions.set(damage, display: scene.size)
    repair.reserve(items: board.itemCount, flaps: board.reach.count)
    repair.set(regions.rects, &board)
    let moving = changed?.count ?? scene.modules.count
    if list.mostBytes(repair, board) + board.store.bytesToWrite > QuadStore.bytesPerModule * max(1, moving) {
      repair.set(regions.rects, &board, clearing: true)
    }
    list.set(repair, board)
    let spent = list.upload(to: indices, roomFor: board.store.count)
    board.store.upload(moving: moving, flaps: board.flapCount, spent: spent)
    statistics.bytesUploaded = board.store.takeBytesWritten() + spent
    for rect in repair.clears {
      scissor(rect, target, orientation)
      glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
      statistics.clears += 1
    }
    scissor(repair.bounds, target, orientation)
    for run in list.runs { try draw(run, wide: list.isWide) }
    statistics.pixelsTouched = repair.touched.reduce(0) { $0 + $1.area }
    statistics.texelBytes = atlas.bytesWritten
    statistics.pages = atlas.pages.count
    statistics.textureBytes = atlas.byteCount + nothing.byteCount
  }

  /// The rectangles of the scene that the last frame drew on.
  public var drawnRects: [Rect] { repair.touched }

  /// The largest page of the atlas, once a frame was drawn.
  var mainPage: Page? { atlas.pages.max { $0.texture.size.area < $1.texture.size.area } }

  /// The longest side of the atlas's pages.
  var largestPage: Int { atlas.pages.map { max($0.texture.size.width, $0.texture.size.height) }.max() ?? 0 }

  /// How many programs were made so far.
  var programCount: Int { programs.count { $0 != nil } }

  /// Bounds drawing to a rectangle of the scene.
  func scissor(_ rect: Rect, _ target: any Target, _ orientation: Orientation) {
    let place = orientation.place(rect, on: target.size)
    if place.area >= target.size.area {
      context.state.set(scissor: nil)
    } else {
      let y = target.firstRowIsLowest ? place.y : target.size.height - place.y - place.height
      context.state.set(scissor: (place.x, y, place.width, place.height))
    }
  }

  /// At a moment when nobody waits: makes the faces of a scene that is to come, and has the driver make what
  /// flaps are drawn with. A driver does so when it is first drawn with, and a flap would stop for it in the
  /// middle of its fall. Needs a frame that was drawn on that target, and changes no pixel.
  public func prepare(_ next: Scene?, on target: any Target) throws(GLError) {
    if list.runs.isEmpty { return }
    try target.bind()
    if let next { try atlas.make(next) }
    if isPrepared { return }
    isPrepared = true
    indices.bind()
    context.state.set(scissor: (0, 0, 0, 0))
    for format in [Bitmap.Format.coverage, .rgba] {
      guard let page = atlas.pages.first(where: { $0.format == format }) else { continue }
      for kind in [BoardProgram.Kind.flap, .squeezedFlap] {
        try draw(DrawList.Run(kind: kind, page: page, first: 0, count: 3), wide: list.isWide)
      }
    }
  }

  /// Draws some of the indices that are bound, of the quads that the attributes point at.
  func draw(_ run: DrawList.Run, wide: Bool) throws(GLError) {
    let isFlap = run.kind.isFlap
    let program = try program(run.kind, rgba: run.page?.format == .rgba)
    program.use(settings)
    program.use(page: run.page)
    context.state.set(blend: isFlap)
    let texture = run.page?.texture ?? nothing
    let unit = isFlap && smooth != nil ? 1 : 0
    if smooth == nil { texture.set(smooth: isFlap, unit: unit) }
    context.state.bind(texture: texture.name, unit: unit)
    let (type, size) = wide ? (GL_UNSIGNED_INT, 4) : (GL_UNSIGNED_SHORT, 2)
    glDrawElements(
      GLenum(GL_TRIANGLES), GLsizei(run.count), GLenum(type), UnsafeRawPointer(bitPattern: run.first * size))
    statistics.draws += 1
  }

  /// Makes the programs of the first frame before its faces are asked for, which a thread may be making.
  private func link(for scene: Scene) throws(GLError) {
    if programs[BoardProgram.Kind.half.rawValue] != nil { return }
    _ = try program(.half, rgba: false)
    if !scene.separators.isEmpty { _ = try program(.separator, rgba: false) }
  }

  private func program(_ kind: BoardProgram.Kind, rgba: Bool) throws(GLError) -> BoardProgram {
    func index(_ kind: BoardProgram.Kind) -> Int {
      kind.rawValue + (rgba ? BoardProgram.Kind.allCases.count : 0)
    }
    if let program = programs[index(kind)] { return program }
    // Both for flaps at once, so that no flip stops in the middle for a program to be made.
    for kind in kind.isFlap ? [.flap, .squeezedFlap] : [kind] {
      programs[index(kind)] = try BoardProgram(
        context, kind, rgba: rgba, look: look, pageUnit: kind.isFlap && smooth != nil ? 1 : 0)
    }
    return programs[index(kind)]!
  }
}
