/// A slow walk of the picture, against burn-in: over an hour it is everywhere in a square, and back.
///
/// A pure function of the instant, so that displays with the same setting walk together. Whole pixels, at
/// most one at a time in each direction. Across it goes in three strokes, down in two; both are closed within
/// the hour, and the two together cross the square's inside rather than following its edge.
public struct Drift: Hashable, Sendable {
  /// How far apart the farthest places are, in each direction, in pixels; 0 is no walk.
  public var pixels: Int

  private static let hour: Int64 = 3_600_000_000_000

  public init(pixels: Int) { self.pixels = max(pixels, 0) }

  /// Where the picture is, in pixels right and down of the place that it leaves from: each from −pixels/2,
  /// rounded toward zero, to that plus `pixels`.
  ///
  /// - Parameter nanoseconds: since 1970, of either sign.
  public func offset(at nanoseconds: Int64) -> (x: Int, y: Int) {
    let time = place(nanoseconds)
    return (wave(time, strokes: 3) - pixels / 2, wave(time, strokes: 2) - pixels / 2)
  }

  /// The first instant after this one at which the offset is another; nil where there is no walk.
  public func nextChange(after nanoseconds: Int64) -> Int64? {
    guard pixels > 0 else { return nil }
    let time = place(nanoseconds)
    let next = min(nextEdge(time, strokes: 3), nextEdge(time, strokes: 2))
    let (instant, isOver) = nanoseconds.addingReportingOverflow(next - time)
    guard !isOver else { return nil }
    // Hours meet in the corner where both waves begin, so nothing changes with the hour itself.
    return next < Self.hour ? instant : nextChange(after: instant)
  }

  /// The place in the hour.
  private func place(_ nanoseconds: Int64) -> Int64 {
    let rest = nanoseconds % Self.hour
    return rest < 0 ? rest + Self.hour : rest
  }

  /// A triangle of so many strokes an hour, from 0 up to `pixels` and down again, each value as long as the
  /// others: 2·pixels + 2 steps, of which the two in the middle and the two at the ends are one.
  private func wave(_ time: Int64, strokes: Int64) -> Int {
    guard pixels > 0 else { return 0 }
    let step = Int(steps(time, strokes: strokes) % Int64(2 * pixels + 2))
    return step <= pixels ? step : 2 * pixels + 1 - step
  }

  private func steps(_ time: Int64, strokes: Int64) -> Int64 {
    time * strokes / (Self.hour / Int64(2 * pixels + 2))
  }

  /// The next instant in the hour, or its end, at which the triangle's step changes.
  private func nextEdge(_ time: Int64, strokes: Int64) -> Int64 {
    let length = Self.hour / Int64(2 * pixels + 2)
    var step = steps(time, strokes: strokes) + 1
    // At the turning points two steps are one value.
    while wave(edge(step, strokes, length), strokes: strokes) == wave(time, strokes: strokes),
      edge(step, strokes, length) < Self.hour
    { step += 1 }
    return min(edge(step, strokes, length), Self.hour)
  }

  private func edge(_ step: Int64, _ strokes: Int64, _ length: Int64) -> Int64 {
    (step * length + strokes - 1) / strokes
  }
}
