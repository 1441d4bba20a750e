/// Everything there is to draw at one instant, in pixels and degrees: a plain value that any
/// renderer can draw and any test can compare.
public struct Scene: Hashable, Sendable {
  /// One place on the board: two halves that stand still, and the flaps in the air before them.
  public struct Module: Hashable, Sendable {
    /// Where the card stands. The height is even, so that the halves meet on a pixel row.
    public var frame: Rect
    /// The face whose upper half stands still.
    public var upper: Face
    /// The face whose lower half stands still.
    public var lower: Face
    /// This module's flaps, as indices into `Scene.flaps`, in the order they are drawn (the last is
    /// nearest to the viewer).
    public var flaps: Range<Int>

    public init(frame: Rect, upper: Face, lower: Face, flaps: Range<Int>) {
      self.frame = frame
      self.upper = upper
      self.lower = lower
      self.flaps = flaps
    }
  }

  /// A flap in the air.
  public struct Flap: Hashable, Sendable {
    /// The old face; its upper half is seen below 90°.
    public var front: Face
    /// The new face; its lower half is seen above 90°.
    public var back: Face
    /// Degrees about the hinge: 0 upright, 180 down.
    public var angle: Double

    public init(front: Face, back: Face, angle: Double) {
      self.front = front
      self.back = back
      self.angle = angle
    }
  }

  /// Text between modules: it has no card and never flips.
  public struct Separator: Hashable, Sendable {
    public var frame: Rect
    public var face: Face

    public init(frame: Rect, face: Face) {
      self.frame = frame
      self.face = face
    }
  }

  public var at: Instant
  public var size: Size
  /// What the board says at this instant, rows split by `\n`.
  public var text: String
  /// In a fixed order for as long as the layout holds.
  public var modules: [Module]
  public var flaps: [Flap]
  public var separators: [Separator]
  /// The least width of a module beside its height. Corners are round by a part of that on all modules, or a
  /// wide card would have rounder ones than its neighbours.
  public var narrowest: Double

  /// - Parameter narrowest: nil for that of `modules`.
  public init(
    at: Instant, size: Size, text: String, modules: [Module], flaps: [Flap], separators: [Separator],
    narrowest: Double? = nil
  ) {
    self.at = at
    self.size = size
    self.text = text
    self.modules = modules
    self.flaps = flaps
    self.separators = separators
    self.narrowest = narrowest ?? Scene.narrowest(of: modules.lazy.map(\.frame))
  }

  static func narrowest(of frames: some Sequence<Rect>) -> Double {
    frames.lazy.map { Double($0.width) / Double($0.height) }.min() ?? 0
  }
}
