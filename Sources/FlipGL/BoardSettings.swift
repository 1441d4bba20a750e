import FlipBoard

/// What a frame's drawing has in common, as uniforms take it.
struct BoardSettings {
  typealias Matrix = (Float, Float, Float, Float, Float, Float, Float, Float, Float)

  /// Counts up with each change.
  private(set) var generation = 0
  private(set) var view: Matrix = (1, 0, 0, 0, 1, 0, 0, 0, 1)
  private(set) var vanish: (Float, Float, Float) = (0, 0, 0)
  private(set) var look: Paint.Vector = (0, 0, 0, 1)
  private(set) var background: Paint.Vector = (0, 0, 0, 1)
  private var known:
    (
      target: Size, lowest: Bool, scene: Size, narrowest: Double, orientation: Orientation, brightness: Double
    )?

  /// Takes up what the frame draws to; nothing where that is as it was.
  mutating func set(
    _ look: Look, scene: Size, narrowest: Double, _ target: any Target, _ orientation: Orientation,
    brightness: Double
  ) {
    let now = (target.size, target.firstRowIsLowest, scene, narrowest, orientation, brightness)
    if let known, known == now { return }
    known = now
    generation += 1
    setView(orientation, size: target.size, firstRowIsLowest: target.firstRowIsLowest)
    let display = look.vanishingPoint == .display
    vanish = (Float(scene.width) / 2, Float(scene.height) / 2, display ? 1 : 0)
    let inverse = look.perspective > 0 ? Float(1 / look.perspective) : 0
    self.look = (inverse, Float(look.radius / 100 * narrowest), look.shading ? 1 : 0, Float(brightness))
    // To whole steps of the framebuffer, so that what is cleared and what is drawn can't be rounded apart.
    func whole(_ value: Float) -> Float { (value * 255).rounded() / 255 }
    let b = look.background.premultiplied(brightness: brightness)
    background = (whole(b.0), whole(b.1), whole(b.2), b.3)
  }

  /// Where logical pixels lie in clip space.
  private mutating func setView(_ orientation: Orientation, size: Size, firstRowIsLowest: Bool) {
    let m = orientation.matrix(on: size)
    let (w, h) = (Float(size.width), Float(size.height))
    // Clip space: x from −1 at the left, y from −1 at GL's lowest row.
    let (sy, oy): (Float, Float) = firstRowIsLowest ? (2 / h, -1) : (-2 / h, 1)
    view = (m.xx * 2 / w, m.yx * sy, 0, m.xy * 2 / w, m.yy * sy, 0, m.x0 * 2 / w - 1, m.y0 * sy + oy, 1)
  }
}
