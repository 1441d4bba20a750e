/// One module's flaps over time: aimed at a face, it starts flaps no closer than the cadence until the
/// face is up. Times are nanoseconds since 1970, and only ever go forward.
struct Mechanism: Hashable, Sendable {
  /// A flap that has started and not yet landed.
  struct Run: Hashable, Sendable {
    var front: Face
    var back: Face
    var start: Int64
  }

  /// The face of the upper half: the back of the flap that started last.
  private(set) var upper: Face
  /// The face of the lower half: the back of the flap that landed last.
  private(set) var lower: Face
  /// Where it is bound.
  private(set) var target: Face
  /// In the order of their start; all take equally long, so they land in this order too.
  private(set) var flaps: [Run] = []
  /// Since when the target stands.
  private var aimedAt = Int64.min
  /// The earliest start of the next flap.
  private var readyAt = Int64.min

  init(resting face: Face) {
    upper = face
    lower = face
    target = face
  }

  var isResting: Bool { flaps.isEmpty && upper == target }

  /// Whether it rests and may start a flap at that time, so that nothing of it matters but its face.
  func isFree(at time: Int64) -> Bool { isResting && readyAt <= time }

  /// From that time on the face is to be `face`. The same face again changes nothing.
  mutating func aim(at face: Face, time: Int64, _ timing: Timing, _ drum: Drum) {
    run(through: saturatingSubtract(time, 1), timing, drum)
    guard face != target else { return }
    target = face
    aimedAt = time
  }

  /// Starts and lands what starts and lands up to that time.
  mutating func run(through time: Int64, _ timing: Timing, _ drum: Drum) {
    while upper != target {
      let start = max(readyAt, aimedAt)
      guard start <= time else { break }
      let next = timing.travel == .drum ? drum.next(from: upper, toward: target) : target
      flaps.append(Run(front: upper, back: next, start: start))
      upper = next
      readyAt = saturatingAdd(start, timing.cadence)
    }
    let flying = flaps.firstIndex { saturatingAdd($0.start, timing.duration) > time } ?? flaps.count
    if flying > 0 {
      lower = flaps[flying - 1].back
      flaps.removeFirst(flying)
    }
  }

  /// When the next flap starts or lands, after all up to now has been run.
  func nextEvent(_ timing: Timing) -> Int64 {
    let landing = flaps.first.map { saturatingAdd($0.start, timing.duration) } ?? .max
    return upper == target ? landing : min(landing, max(readyAt, aimedAt))
  }

  /// Everything done at once, as if it had been at rest for long.
  mutating func settle() { self = Mechanism(resting: target) }
}
