import FlipBoard
import FlipFaces

/// A board as quads that are kept from frame to frame: items, which are the halves of each module, the
/// separators and the pieces of background between them, and behind them flaps: the only one of each module, and then
/// those of which a module has several, by their places in the scene. So an only flap stays where it is, whatever
/// others do.
struct BoardQuads {
  /// What a half or a flap shows, so that an unchanged face isn't looked up again.
  struct Shown {
    var entry: Atlas.Entry?
  }

  enum Side {
    /// It lies on a half, and is that half.
    case none
    case front
    case back
  }

  var store: QuadStore
  /// What each flap covers on the screen.
  var reach: [Rect] = []
  /// Where each item's quads begin, and after the last where the flaps' do.
  var starts: [Int] = [0]
  /// Quads a flap has: more than one only where a half is larger than a texture can be.
  var quadsPerFlap = 1
  /// Which items lie where.
  var grid = Grid()
  /// Around all modules and separators.
  var hull: Rect?
  var flapCount = 0
  /// Whether a flap is turned so far that a pixel holds more than two of its texels.
  var isSqueezed = false

  let atlas: Atlas
  let look: Look
  let tileLimit: Int
  /// The layout: where modules and separators stand.
  var frames: [Rect] = []
  var separatorsLaid: [Scene.Separator] = []
  var size = Size(width: 0, height: 0)
  var upper: [Shown] = []
  var lower: [Shown] = []
  /// As their quads: the only one of each module, then by place.
  var flaps: [Shown] = []
  /// Each module's flaps in the scene taken up last.
  var ranges: [Range<Int>] = []
  /// Whose each flap is.
  var owners: [Int] = []
  /// The same of the scene before.
  var before: [Int] = []
  /// What is seen of each flap.
  var sides: [Side] = []
  /// The module that was turned last, if it had but one flap: those alike that start together fall together.
  var pose: Pose?
  /// The fall that was looked at last.
  var fall = Fall(FlapAngle(degrees: 0))
  var separators: [Atlas.Entry] = []

  init(_ context: Context, atlas: Atlas, look: Look) {
    store = QuadStore(context)
    self.atlas = atlas
    self.look = look
    tileLimit = PageGrid.tileLimit(context.textureLimit)
  }

  var flapStart: Int { starts[starts.count - 1] }
  var itemCount: Int { starts.count - 1 }

  /// Halves and separators; behind them come the pieces of background.
  var cardCount: Int { 2 * frames.count + separatorsLaid.count }

  func isBackground(_ item: Int) -> Bool { item >= cardCount }

  /// The page of that number; nil for none.
  func page(_ serial: Int32) -> Page? { serial == QuadStore.noPage ? nil : atlas.page(serial) }

  /// Takes up a scene.
  ///
  /// - Parameters:
  ///   - changed: modules that differ from the scene before, whose layout was the same; nil is all.
  ///   - turning: whether nothing of them but the angles of their flaps differs.
  mutating func update(_ scene: Scene, changed: [Int]?, turning: Bool) throws(GLError) {
    if turning, let changed, scene.flaps.count == flapCount {
      for module in changed where !turnAlike(module, scene) && !turn(module, scene) {
        try update(module, scene)
      }
    } else {
      try take(scene, changed)
    }
    isSqueezed = false
    for place in 0..<flapCount {
      look(at: scene.flaps[place].angle)
      if fall.isSqueezed { isSqueezed = true }
    }
  }

  private mutating func take(_ scene: Scene, _ changed: [Int]?) throws(GLError) {
    var fits =
      frames.count == scene.modules.count && size == scene.size && separatorsLaid == scene.separators
    if let changed, fits {
      for module in changed where frames[module] != scene.modules[module].frame { fits = false }
    }
    if changed == nil || !fits { try lay(scene) }
    makeRoom(for: scene)
    before.removeAll(keepingCapacity: true)
    before.append(contentsOf: owners[..<flapCount])
    if let changed, fits {
      for module in changed { try update(module, scene) }
      // A flap that came or went moves the places of all behind it.
      for module in before where ranges[module] != scene.modules[module].flaps { try update(module, scene) }
    } else {
      for module in scene.modules.indices { try update(module, scene) }
    }
    let most = max(scene.flaps.count, flapCount)
    flapCount = scene.flaps.count
    if let changed, fits {
      for module in before { own(module) }
      for module in changed { own(module) }
    } else {
      for module in scene.modules.indices { own(module) }
    }
    // Faces of flaps that are no more, or that have moved.
    for module in before where ranges[module].count != 1 { release(module) }
    for place in 0..<most where place >= flapCount || slot(place, of: owners[place]) == owners[place] {
      release(frames.count + place)
    }
  }

  private mutating func release(_ slot: Int) {
    flaps[slot].entry?.users -= 1
    flaps[slot] = Shown()
  }

  private mutating func own(_ module: Int) {
    for place in ranges[module] { owners[place] = module }
  }

  private mutating func update(_ index: Int, _ scene: Scene) throws(GLError) {
    let module = scene.modules[index]
    let frame = module.frame
    ranges[index] = module.flaps
    if module.flaps.count > 1 { makeRoomForSeveral(scene) }
    // A flap that lies on a half is that half. Halves come first, so that a fresh start fills pages alike.
    let flapsNow = scene.flaps[module.flaps]
    try BoardQuads.show(flapsNow.last { $0.angle <= 0 }?.front ?? module.upper, frame, &upper[index], atlas)
    try BoardQuads.show(flapsNow.last { $0.angle >= 180 }?.back ?? module.lower, frame, &lower[index], atlas)
    put(.upper, frame, upper[index].entry!.upper, in: quads(ofItem: 2 * index))
    put(.lower, frame, lower[index].entry!.lower, in: quads(ofItem: 2 * index + 1))
    for place in module.flaps {
      let flap = scene.flaps[place]
      let slot = slot(place, of: index)
      look(at: flap.angle)
      sides[place] = side(fall.angle, frame)
      if sides[place] == .none {
        reach[place] = Rect(x: 0, y: 0, width: 0, height: 0)
        continue
      }
      let isFront = sides[place] == .front
      try BoardQuads.show(isFront ? flap.front : flap.back, frame, &flaps[slot], atlas)
      let entry = flaps[slot].entry!
      put(isFront ? .front : .back, frame, isFront ? entry.upper : entry.lower, in: quads(ofSlot: slot))
    }
    _ = turn(index, scene)
  }

  /// Brings a module's flaps to their angles, and its halves into their shade; false where another side of a
  /// flap is to be seen than before, and nothing is done.
  private mutating func turn(_ index: Int, _ scene: Scene) -> Bool {
    let frame = frames[index]
    let range = ranges[index]
    for place in range {
      look(at: scene.flaps[place].angle)
      if side(fall.angle, frame) != sides[place] { return false }
    }
    var (above, below) = (Shade.none, Shade.none)
    var (aboveTurn, belowTurn) = (Turn.none, Turn.none)
    var (aboveRows, belowRows) = (frame.height / 2, frame.height / 2)
    let geometry = FlapGeometry(frame: frame, display: size, look: look)
    for place in range where sides[place] != .none {
      look(at: scene.flaps[place].angle)
      for quad in quads(ofSlot: slot(place, of: index)) { store.set(quad, fall.turn) }
      let edge = geometry.edge(fall.angle)
      reach[place] = geometry.bounds(edge, display: size)
      let rows = frame.height / 2 - look.hiddenRows(behind: fall.angle, edge, geometry)
      if sides[place] == .front { aboveRows = min(aboveRows, rows) } else { belowRows = min(belowRows, rows) }
      // Of several flaps the deepest shade counts.
      if look.shading, fall.above.atHinge > above.atHinge {
        (above, aboveTurn) = (fall.above, fall.aboveTurn)
      }
      if look.shading, fall.below.atHinge > below.atHinge {
        (below, belowTurn) = (fall.below, fall.belowTurn)
      }
    }
    aboveTurn = aboveTurn.showing(rows: aboveRows)
    belowTurn = belowTurn.showing(rows: belowRows)
    for quad in quads(ofItem: 2 * index) { store.set(quad, aboveTurn) }
    for quad in quads(ofItem: 2 * index + 1) { store.set(quad, belowTurn) }
    if range.count == 1, quadsPerFlap == 1, look.isSeenAlike {
      pose = Pose(
        angle: fall.angle.degrees, frame: frame, side: sides[range.lowerBound], flap: fall.turn,
        upper: aboveTurn, lower: belowTurn, reach: reach[range.lowerBound])
    }
    return true
  }

  private mutating func look(at degrees: Double) {
    if fall.angle.degrees != degrees { fall = Fall(FlapAngle(degrees: degrees)) }
  }

  func quads(ofItem item: Int) -> Range<Int> { starts[item]..<starts[item + 1] }

  /// A flap's own quads.
  func quads(ofFlap place: Int) -> Range<Int> { quads(ofSlot: slot(place, of: owners[place])) }

  private func quads(ofSlot slot: Int) -> Range<Int> {
    flapStart + slot * quadsPerFlap..<flapStart + (slot + 1) * quadsPerFlap
  }

  private func slot(_ place: Int, of module: Int) -> Int {
    ranges[module].count == 1 ? module : frames.count + place
  }

  private func side(_ angle: FlapAngle, _ frame: Rect) -> Side {
    if angle.degrees <= 0 || angle.degrees >= 180 { return .none }
    return look.isFrontSeen(angle, frame, size) ? .front : .back
  }

  /// Static, as a copy of all arrays would come with a method that doesn't change them.
  private static func show(_ face: Face, _ frame: Rect, _ shown: inout Shown, _ atlas: Atlas) throws(GLError)
  {
    if let key = shown.entry?.key, key.face == face, key.size == frame.size { return }
    let entry = try atlas.entry(FaceOrder(face: face, size: frame.size, isSeparator: false))
    shown.entry?.users -= 1
    entry.users += 1
    shown.entry = entry
  }

  mutating func put(_ kind: Shape.Kind, _ frame: Rect, _ tiles: [Atlas.Tile], in room: Range<Int>) {
    for (offset, quad) in room.enumerated() {
      if offset < tiles.count {
        store.set(quad, Shape(kind, frame, tiles[offset]), tiles[offset].page)
      } else {
        store.set(quad, offset == 0 ? Shape(kind, frame, nil) : .nothing, nil)
      }
    }
  }
}
