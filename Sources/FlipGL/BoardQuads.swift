import FlipBoard
import Glibc

/// A board as quads that are kept from frame to frame: items, which are two halves for each module, the
/// separators and the pieces of background between them, and behind them all flaps in the scene's order.
final class BoardQuads {
  /// What a half or a flap shows, so that an unchanged face isn't looked up again.
  private struct Shown {
    var entry: Atlas.Entry?
  }

  let store: QuadStore
  /// What each flap covers on the screen.
  private(set) var reach: [Rect] = []
  /// Where each item's quads begin, and after the last where the flaps' do.
  private(set) var starts: [Int] = [0]
  /// Quads a flap has: more than one only where a half is larger than a texture can be.
  private(set) var quadsPerFlap = 1
  /// Which items lie where.
  var grid = Grid()
  private(set) var flapCount = 0
  /// Whether a flap is turned so far that a pixel holds more than two of its texels.
  private(set) var isSqueezed = false

  private let atlas: Atlas
  private let look: Look
  private let tileLimit: Int
  /// The layout: where modules and separators stand.
  private var frames: [Rect] = []
  private var separatorsLaid: [Scene.Separator] = []
  private(set) var size = Size(width: 0, height: 0)
  private var upper: [Shown] = []
  private var lower: [Shown] = []
  private var flaps: [Shown] = []
  /// Each module's flaps in the scene taken up last.
  private var ranges: [Range<Int>] = []
  private var separators: [Atlas.Entry] = []

  init(_ context: Context, atlas: Atlas, look: Look) {
    store = QuadStore(context)
    self.atlas = atlas
    self.look = look
    tileLimit = PageGrid.tileLimit(context.textureLimit)
  }

  var flapStart: Int { starts[starts.count - 1] }
  var itemCount: Int { starts.count - 1 }

  func isBackground(_ item: Int) -> Bool { item >= frames.count + separatorsLaid.count }

  /// Takes up a scene.
  ///
  /// - Parameter changed: modules that differ from the scene before, whose layout was the same; nil is all.
  func update(_ scene: Scene, changed: [Int]?) throws(GLError) {
    var fits =
      frames.count == scene.modules.count && size == scene.size && separatorsLaid == scene.separators
    if let changed, fits {
      for module in changed where frames[module] != scene.modules[module].frame { fits = false }
    }
    if changed == nil || !fits { try lay(scene) }
    let flapQuads = flapStart + scene.flaps.count * quadsPerFlap
    if flapQuads > store.count {
      store.resize(max(flapQuads, flapStart + 2 * scene.modules.count * quadsPerFlap))
    }
    if reach.count < scene.flaps.count {
      let missing = max(scene.flaps.count, scene.modules.count) - reach.count
      flaps += [Shown](repeating: Shown(), count: missing)
      reach += [Rect](repeating: Rect(x: 0, y: 0, width: 0, height: 0), count: missing)
    }
    if let changed, fits {
      var shifted = false
      for module in changed {
        shifted = shifted || ranges[module] != scene.modules[module].flaps
        try update(module, scene)
      }
      // A flap that came or went moves the places of all behind it.
      if shifted {
        for module in scene.modules.indices where ranges[module] != scene.modules[module].flaps {
          try update(module, scene)
        }
      }
    } else {
      for module in scene.modules.indices { try update(module, scene) }
    }
    for place in scene.flaps.count..<max(scene.flaps.count, flapCount) {
      flaps[place].entry?.users -= 1
      flaps[place] = Shown()
    }
    flapCount = scene.flaps.count
    isSqueezed = scene.flaps.contains { Turn.isSqueezed(angle: $0.angle) }
  }

  /// Anew for a layout: where everything stands.
  private func lay(_ scene: Scene) throws(GLError) {
    frames = scene.modules.map(\.frame)
    separatorsLaid = scene.separators
    size = scene.size
    let most = tileLimit
    func pieces(_ width: Int, _ height: Int) -> Int {
      max(1, (width + most - 1) / most * ((height + most - 1) / most))
    }
    starts = [0]
    quadsPerFlap = 1
    for module in scene.modules {
      let count = pieces(module.frame.width, module.frame.height / 2)
      quadsPerFlap = max(quadsPerFlap, count)
      starts.append(starts[starts.count - 1] + 2 * count)
    }
    for separator in scene.separators {
      starts.append(starts[starts.count - 1] + pieces(separator.frame.width, separator.frame.height))
    }
    let cards = frames + scene.separators.map(\.frame)
    let pieces = Backdrop.pieces(around: cards, display: scene.size)
    store.resize(flapStart + pieces.count)
    for piece in pieces {
      store.set(flapStart, Shape(.background, piece, nil), nil)
      store.set(flapStart, .none)
      starts.append(flapStart + 1)
    }
    grid = Grid(cards + pieces, display: scene.size)
    for shown in upper + lower + flaps { shown.entry?.users -= 1 }
    for entry in separators { entry.users -= 1 }
    upper = [Shown](repeating: Shown(), count: scene.modules.count)
    lower = upper
    flaps = []
    flapCount = 0
    ranges = [Range<Int>](repeating: 0..<0, count: scene.modules.count)
    reach = []
    separators = []
    for (index, separator) in scene.separators.enumerated() {
      let (frame, item) = (separator.frame, frames.count + index)
      let entry = try atlas.entry(
        Atlas.Key(face: separator.face, width: frame.width, height: frame.height, separator: true))
      entry.users += 1
      separators.append(entry)
      let room = starts[item]..<starts[item + 1]
      // One without ink isn't drawn, and has no card.
      if entry.upper.isEmpty {
        for quad in room { store.set(quad, .nothing, nil) }
      } else {
        put(.separator, frame, entry.upper, in: room)
      }
      for quad in room { store.set(quad, .none) }
    }
  }

  private func update(_ index: Int, _ scene: Scene) throws(GLError) {
    let module = scene.modules[index]
    let frame = module.frame
    let (first, end) = (starts[index], starts[index + 1])
    let middle = (first + end) / 2
    ranges[index] = module.flaps
    // A flap that lies on a half is that half. Halves come first, so that a fresh start fills pages alike.
    let flapsNow = scene.flaps[module.flaps]
    try show(flapsNow.last { $0.angle <= 0 }?.front ?? module.upper, frame, &upper[index])
    try show(flapsNow.last { $0.angle >= 180 }?.back ?? module.lower, frame, &lower[index])
    put(.upper, frame, upper[index].entry!.upper, in: first..<middle)
    put(.lower, frame, lower[index].entry!.lower, in: middle..<end)
    var (above, below) = (Shade.none, Shade.none)
    var (aboveRows, belowRows) = (frame.height / 2, frame.height / 2)
    let geometry = FlapGeometry(frame: frame, display: scene.size, look: look)
    for place in module.flaps {
      let flap = scene.flaps[place]
      let quads = flapStart + place * quadsPerFlap..<flapStart + (place + 1) * quadsPerFlap
      if flap.angle <= 0 || flap.angle >= 180 {
        for quad in quads { store.set(quad, .nothing, nil) }
        reach[place] = Rect(x: 0, y: 0, width: 0, height: 0)
        continue
      }
      let isFront = look.isFrontSeen(flap.angle, frame, scene.size)
      try show(isFront ? flap.front : flap.back, frame, &flaps[place])
      let entry = flaps[place].entry!
      put(isFront ? .front : .back, frame, isFront ? entry.upper : entry.lower, in: quads)
      let turn = Turn(angle: flap.angle)
      for quad in quads { store.set(quad, turn) }
      reach[place] = geometry.bounds(angle: flap.angle, display: scene.size)
      let rows = frame.height / 2 - hiddenRows(behind: flap.angle, geometry)
      if isFront { aboveRows = min(aboveRows, rows) } else { belowRows = min(belowRows, rows) }
      if look.shading {
        above = Shade.deeper(above, Shade.upper(angle: flap.angle))
        below = Shade.deeper(below, Shade.lower(angle: flap.angle))
      }
    }
    let turns = (Turn(above, rows: aboveRows), Turn(below, rows: belowRows))
    for quad in first..<middle { store.set(quad, turns.0) }
    for quad in middle..<end { store.set(quad, turns.1) }
  }

  /// How many rows of a half, from the hinge on, a flap hides for certain, so that they needn't be drawn:
  /// up to its round corners, where nothing shows through it and it is as wide as the half.
  private func hiddenRows(behind angle: Double, _ geometry: FlapGeometry) -> Int {
    let frame = geometry.frame
    let length = Double(frame.height) / 2
    let square = max(0, 1 - (look.radius / 100 * Double(frame.width) + 1) / length)
    guard look.isOpaque, let edge = geometry.edge(angle: angle),
      edge.left < Double(frame.x) + 1e-6, edge.right > Double(frame.x + frame.width) - 1e-6,
      let line = geometry.line(at: square, angle: angle)
    else { return 0 }
    return max(0, min(frame.height / 2, Int(abs(line - geometry.hingeY)) - 1))
  }

  private func show(_ face: Face, _ frame: Rect, _ shown: inout Shown) throws(GLError) {
    if let key = shown.entry?.key, key.face == face, key.width == frame.width, key.height == frame.height {
      return
    }
    let entry = try atlas.entry(
      Atlas.Key(face: face, width: frame.width, height: frame.height, separator: false))
    shown.entry?.users -= 1
    entry.users += 1
    shown.entry = entry
  }

  private func put(_ kind: Shape.Kind, _ frame: Rect, _ tiles: [Atlas.Tile], in room: Range<Int>) {
    for (offset, quad) in room.enumerated() {
      if offset < tiles.count {
        store.set(quad, Shape(kind, frame, tiles[offset]), tiles[offset].page)
      } else {
        store.set(quad, offset == 0 ? Shape(kind, frame, nil) : .nothing, nil)
      }
    }
  }
}

extension Look {
  /// Which side of a flap the viewer sees: the front where the free edge is seen above the hinge. From the
  /// hinge's own height that is below 90°; from the display's middle it is somewhat before or after.
  func isFrontSeen(_ angle: Double, _ frame: Rect, _ display: Size) -> Bool {
    if vanishingPoint == .module || perspective <= 0 { return angle < 90 }
    let half = Double(frame.height) / 2
    let hinge = Double(frame.y) + half - Double(display.height) / 2
    let w = 1 - 0.5 * sin(angle * .pi / 180) / perspective
    return hinge - half * cos(angle * .pi / 180) < hinge * w
  }
}
