import FlipBoard

/// A small generator of numbers, the same on every machine.
struct Numbers: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}

/// A board of modules whose flaps fall at random, with what changes from frame to frame.
struct RandomBoard {
  static let faces = ["", "a", "b", "c", "d"]
  var scene: Scene
  var numbers: Numbers
  let look: Look
  private var reach: [Rect?]
  private(set) var changed: [Int] = []
  private(set) var damage: [Rect] = []

  init(_ size: Size, columns: Int, rows: Int, look: Look, seed: UInt64) {
    self.look = look
    numbers = Numbers(state: seed)
    var modules: [Scene.Module] = []
    let (w, h) = (size.width / columns, size.height / rows)
    for row in 0..<rows {
      for column in 0..<columns {
        let frame = Rect(x: column * w + 2, y: row * h + 2, width: w - 4, height: (h - 4) / 2 * 2)
        modules.append(.init(frame: frame, upper: Face("a"), lower: Face("a"), flaps: 0..<0))
      }
    }
    reach = modules.map { _ in nil }
    scene = Scene(
      at: Instant(nanoseconds: 0), size: size, text: "", modules: modules, flaps: [],
      separators: [.init(frame: Rect(x: w - 2, y: 5, width: 4, height: 10), face: Face("c"))])
  }

  /// The next frame: some modules get other flaps or faces.
  mutating func step() {
    let old = scene
    changed = []
    damage = []
    scene.flaps = []
    for index in scene.modules.indices {
      var flaps = Array(old.flaps[old.modules[index].flaps])
      if Int.random(in: 0..<3, using: &numbers) == 0 {
        changed.append(index)
        func face() -> Face { Face(Self.faces.randomElement(using: &numbers)!) }
        scene.modules[index].upper = face()
        scene.modules[index].lower = face()
        flaps = []
        for _ in 0..<Int.random(in: 0...2, using: &numbers) {
          flaps.append(
            .init(front: face(), back: face(), angle: Double.random(in: 0...180, using: &numbers)))
        }
        flaps.sort { $0.angle > $1.angle }
      }
      let first = scene.flaps.count
      scene.flaps += flaps
      scene.modules[index].flaps = first..<scene.flaps.count
      if changed.last == index {
        var all = scene.modules[index].frame
        let geometry = FlapGeometry(frame: all, display: scene.size, look: look)
        for flap in flaps { all = all.union(geometry.bounds(angle: flap.angle, display: scene.size)) }
        damage.append(reach[index].map { $0.union(all) } ?? all)
        reach[index] = all
      }
    }
  }
}
