import FlipBoard

extension FlapProgram {
  /// What a frame's drawing has in common.
  struct Settings {
    typealias Matrix = (Float, Float, Float, Float, Float, Float, Float, Float, Float)

    var generation = 0
    var view: Matrix = (1, 0, 0, 0, 1, 0, 0, 0, 1)
    var pixel: Matrix = (1, 0, 0, 0, 1, 0, 0, 0, 1)
    var vanish: (Float, Float, Float) = (0, 0, 0)
    var look: (Float, Float, Float, Float) = (0, 0, 0, 1)
    var card: (Float, Float, Float, Float) = (0, 0, 0, 1)
    var background: (Float, Float, Float, Float) = (0, 0, 0, 1)

    /// Where logical pixels lie in clip space, and gl_FragCoord among logical pixels.
    mutating func set(_ orientation: Orientation, size: Size, firstRowIsLowest: Bool) {
      let m = orientation.matrix(on: size)
      let (w, h) = (Float(size.width), Float(size.height))
      // Clip space: x from −1 at the left, y from −1 at GL's lowest row.
      let (sy, oy): (Float, Float) = firstRowIsLowest ? (2 / h, -1) : (-2 / h, 1)
      view = (m.xx * 2 / w, m.yx * sy, 0, m.xy * 2 / w, m.yy * sy, 0, m.x0 * 2 / w - 1, m.y0 * sy + oy, 1)
      // Back from gl_FragCoord: the transposed turn, after y is counted from the top.
      let (fy, gy): (Float, Float) = firstRowIsLowest ? (1, 0) : (-1, h)
      pixel = (
        m.xx, m.xy, 0, m.yx * fy, m.yy * fy, 0, m.yx * (gy - m.y0) - m.xx * m.x0,
        m.yy * (gy - m.y0) - m.xy * m.x0, 1
      )
    }
  }
}
