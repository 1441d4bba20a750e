/// The past of a board, as far back as it matters to what is in the air now.
///
/// Going back from now, a module's state at first is unknown. But whatever it was, it is over after one
/// way round the drum at the most; from there bounds on when the module is free again are carried
/// forward through the changes since, until one of them finds the module surely at rest. From that
/// change on its flaps can be replayed.
struct History {
  /// What was shown from an instant on, until the piece before it in the list.
  struct Piece {
    var since: Int64
    var shown: Shown
  }

  /// From the newest back.
  private(set) var pieces: [Piece] = []
  /// For each module the piece during which it was at rest; what came before does not matter any more.
  private(set) var anchors: [Int]

  private let timing: Timing
  private let drum: Drum
  /// The longest that a module can be busy after a change, whatever was before.
  private let longest: Int64

  init(_ content: Content, _ timing: Timing, drum: Drum, delays: [Int64], at instant: Instant) {
    self.timing = timing
    self.drum = drum
    let steps = timing.travel == .direct ? 2 : Int64(drum.faces.count) + 1
    longest = saturatingMultiply(timing.cadence, steps)
    anchors = Array(repeating: -1, count: delays.count)
    let now = instant.nanoseconds
    let grid = grid(before: now, delay: delays.max() ?? 0)
    var open = Array(delays.indices)
    var nextCheck = 1
    var since = content.lastCandidate(upTo: instant)
    var until = instant
    while true {
      let start = since?.nanoseconds ?? .min
      pieces.append(Piece(since: start, shown: content.shown(at: since ?? until)))
      let isLast = start <= grid
      // Checked anew only when there is half as much again to go by.
      if pieces.count >= nextCheck || isLast {
        nextCheck = pieces.count + max(1, pieces.count / 2)
        open.removeAll { module in
          guard let anchor = anchor(of: module, at: saturatingSubtract(now, delays[module])) else {
            return false
          }
          anchors[module] = anchor
          return true
        }
      }
      guard let begun = since, !open.isEmpty, !isLast else { break }
      until = Instant(nanoseconds: saturatingSubtract(begun.nanoseconds, 1))
      since = content.lastCandidate(upTo: until)
    }
    for module in open { anchors[module] = pieces.count - 1 }
  }

  /// A module that never rests is taken to have rested at the start of the period before this one, in
  /// periods since 1970: at least five minutes, and long enough that every module that does rest is
  /// found resting first. So its picture too is a function of the instant alone; when a new period
  /// begins it may jump.
  private func grid(before now: Int64, delay: Int64) -> Int64 {
    let fiveMinutes = 300 * nanosecond
    let busy = saturatingAdd(saturatingAdd(longest, timing.duration), delay)
    let period = (min(busy, 1 << 50) * 2 / fiveMinutes + 1) * fiveMinutes
    return saturatingSubtract(saturatingSubtract(now, floorModulo(now, period)), period)
  }

  /// The newest piece in which the module surely was at rest, as far as that is known; `now` is by the
  /// module's own time, behind the board's by its stagger.
  private func anchor(of module: Int, at now: Int64) -> Int? {
    let settled = saturatingSubtract(now, timing.duration)
    // Texts change a second apart at least. Where a flap may start that often, each one starts at its
    // change, whatever was before; it only has to have landed.
    if timing.travel == .direct && timing.cadence <= nanosecond {
      return pieces.firstIndex { $0.since <= settled }
    }
    guard let oldest = pieces.last, oldest.since <= now else { return nil }
    var anchor: Int?
    var face = oldest.shown.faces[module]
    var free = oldest.since == .min ? .min : saturatingAdd(oldest.since, longest)
    var newest = pieces.count - 1
    for index in stride(from: pieces.count - 2, through: 0, by: -1) {
      let since = pieces[index].since
      guard since <= now else { break }
      newest = index
      let next = pieces[index].shown.faces[module]
      guard next != face else { continue }
      // At rest, or its last flaps have landed since.
      if isResting(at: since, free: free) || (free <= since && since <= settled) { anchor = index + 1 }
      let way = saturatingAdd(max(free, since), busy(from: face, to: next))
      free = min(way, saturatingAdd(since, longest))
      face = next
    }
    return isResting(at: now, free: free) ? newest : anchor
  }

  /// Whether a module that can start its next flap at `free` has landed all before it.
  private func isResting(at time: Int64, free: Int64) -> Bool {
    free <= time && saturatingAdd(saturatingSubtract(free, timing.cadence), timing.duration) <= time
  }

  /// For how long a change keeps a module busy that stands on the face before.
  private func busy(from face: Face, to next: Face) -> Int64 {
    guard timing.travel == .drum else { return timing.cadence }
    guard let steps = drum.steps(from: face, to: next) else { return longest }
    return saturatingMultiply(timing.cadence, Int64(steps))
  }
}
