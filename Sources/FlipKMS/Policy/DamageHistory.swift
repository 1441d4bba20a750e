/// What changed in the last frames, so that a buffer which is some frames old is brought up to date by
/// drawing only that (EGL_EXT_buffer_age).
///
/// Memory is taken at the start and never grows: so many frames, so many rectangles each; a frame with more
/// is kept as one rectangle around all of them.
public struct DamageHistory: Sendable {
  private let depth: Int
  private let width: Int
  /// `depth` frames of `width` places, the newest at `newest`.
  private var clips: [Clip]
  private var counts: [Int]
  private var newest = 0
  /// How many frames are known, up to `depth`.
  private var known = 0

  /// - Parameters:
  ///   - depth: how many frames back it reaches; drivers queue up to four buffers.
  ///   - rectangles: how many are kept of a frame.
  public init(depth: Int = 6, rectangles: Int = 32) {
    self.depth = max(depth, 1)
    width = max(rectangles, 1)
    clips = Array(repeating: Clip(x1: 0, y1: 0, x2: 0, y2: 0), count: self.depth * width)
    counts = Array(repeating: 0, count: self.depth)
  }

  /// What to draw into a buffer of this age for a frame with this damage: the union of the damage of the
  /// last age − 1 frames and of this one.
  ///
  /// - Parameters:
  ///   - age: as EGL says; 0 means that nothing in the buffer can be trusted.
  ///   - damage: of the frame to be drawn.
  ///   - result: gets the rectangles, which may overlap; its storage is used again.
  /// - Returns: false where everything must be drawn; `result` is then empty.
  public func collect(age: Int, damage: [Clip], into result: inout [Clip]) -> Bool {
    result.removeAll(keepingCapacity: true)
    guard age >= 1, age - 1 <= known else { return false }
    for back in 0..<(age - 1) {
      let frame = (newest - back + depth) % depth
      for place in 0..<counts[frame] { result.append(clips[frame * width + place]) }
    }
    for clip in damage where !clip.isEmpty { result.append(clip) }
    return true
  }

  /// A frame with this damage was swapped; one that was drawn whole has the whole as its damage.
  public mutating func swapped(_ damage: [Clip]) {
    newest = (newest + 1) % depth
    known = min(known + 1, depth)
    var count = 0
    for clip in damage where !clip.isEmpty {
      if count < width {
        clips[newest * width + count] = clip
        count += 1
      } else {
        // Too many: the first place grows around all of them.
        for place in 1..<max(count, 1) {
          clips[newest * width] = clips[newest * width].union(clips[newest * width + place])
        }
        clips[newest * width] = clips[newest * width].union(clip)
        count = 1
      }
    }
    counts[newest] = count
  }

  /// The buffers are new, or somebody else had the display: nothing before counts.
  public mutating func forget() { known = 0 }
}
