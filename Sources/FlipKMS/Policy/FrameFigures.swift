/// What `--stats` prints of an output's frames: counted as they are shown, in memory that never grows.
public struct FrameFigures: Sendable {
  /// Frames that were shown.
  public private(set) var frames = 0
  /// Vblanks that passed between the one that a frame was meant for and the one that it was seen at.
  public private(set) var missedVBlanks = 0
  /// Presented minus target, in nanoseconds.
  public private(set) var lateness = Histogram()
  /// Drawing, in nanoseconds.
  public private(set) var drawing = Histogram()
  /// How often the program woke.
  public var wakeups = 0

  public init() {}

  /// A frame was seen at `presented`, meant for `target`, whose nearest vblank was at `wanted`.
  public mutating func shown(presented: Int64, target: Int64, wanted: Int64, period: Int64) {
    frames += 1
    lateness.add(presented &- target)
    if period > 0, presented > wanted {
      missedVBlanks += Int((presented - wanted + period / 2) / period)
    }
  }

  /// A frame was drawn in so long.
  public mutating func drew(in time: Int64) { drawing.add(time) }
}
