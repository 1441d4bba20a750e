import FlipBoard
import FlipFaces

extension BoardQuads {
  /// Room for the flaps of a scene, so that no frame of a flip has to make it.
  mutating func makeRoom(for scene: Scene) {
    if reach.count >= scene.flaps.count { return }
    let missing = max(scene.flaps.count, scene.modules.count) - reach.count
    flaps += [Shown](repeating: Shown(), count: scene.modules.count + reach.count + missing - flaps.count)
    reach += [Rect](repeating: Rect(x: 0, y: 0, width: 0, height: 0), count: missing)
    owners += [Int](repeating: 0, count: missing)
    sides += [Side](repeating: .none, count: missing)
    before.reserveCapacity(reach.count)
  }

  /// Room for the quads of flaps of which a module has several.
  mutating func makeRoomForSeveral(_ scene: Scene) {
    let modules = scene.modules.count
    if flapStart + (modules + scene.flaps.count) * quadsPerFlap <= store.count { return }
    let slots = modules + max(scene.flaps.count, 2 * modules)
    store.resize(flapStart + slots * quadsPerFlap, flapStart: flapStart)
  }

  /// Anew for a layout: where everything stands.
  mutating func lay(_ scene: Scene) throws(GLError) {
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
      for _ in 0..<2 { starts.append(starts[starts.count - 1] + count) }
    }
    for separator in scene.separators {
      starts.append(starts[starts.count - 1] + pieces(separator.frame.width, separator.frame.height))
    }
    let cards = frames.flatMap(\.halves) + scene.separators.map(\.frame)
    let pieces = Backdrop.pieces(around: frames + scene.separators.map(\.frame), display: scene.size)
    // With room for a flap of each module, so that no first flip has to make it.
    let cardsAndGaps = flapStart + pieces.count
    store.resize(cardsAndGaps + scene.modules.count * quadsPerFlap, flapStart: cardsAndGaps)
    for piece in pieces {
      store.set(flapStart, Shape(.background, piece, nil), nil)
      store.set(flapStart, .none)
      starts.append(flapStart + 1)
    }
    grid = Grid(cards + pieces, display: scene.size)
    hull = grid.frames[..<cards.count].reduce(nil) { $0?.union($1) ?? $1 }
    pose = nil
    for shown in upper + lower + flaps { shown.entry?.users -= 1 }
    for entry in separators { entry.users -= 1 }
    upper = [Shown](repeating: Shown(), count: scene.modules.count)
    lower = upper
    flaps = []
    flapCount = 0
    ranges = [Range<Int>](repeating: 0..<0, count: scene.modules.count)
    (reach, owners, sides) = ([], [], [])
    separators = []
    store.outdateLists()
    for (index, separator) in scene.separators.enumerated() {
      let (frame, item) = (separator.frame, 2 * frames.count + index)
      let entry = try atlas.entry(
        FaceOrder(face: separator.face, size: frame.size, isSeparator: true))
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
}

extension Rect {
  /// The upper and the lower.
  fileprivate var halves: [Rect] {
    let half = height / 2
    return [
      Rect(x: x, y: y, width: width, height: half),
      Rect(x: x, y: y + half, width: width, height: height - half),
    ]
  }
}
