/// The past of a board, as far back as it matters to what is in the air now.
struct History {
  /// What was shown from an instant on, until the piece before it in the list.
  struct Piece {
    var since: Int64
    var shown: Shown
  }

  /// From the newest back.
  private(set) var pieces: [Piece] = []
  /// For each module the piece during which it came to rest.
  private(set) var anchors: [Int]

  /// A module that never rests is taken to have rested at the start of the period before this one, in
  /// periods of so many nanoseconds since 1970: long enough that every module that does rest is found
  /// resting first.
  private static func period(rest: Int64) -> Int64 {
    let tenMinutes = 600 * nanosecond
    return (saturatingMultiply(rest, 2) / tenMinutes + 1) * tenMinutes
  }

  init(_ content: Content, _ timing: Timing, drum: Drum, delays: [Int64], at instant: Instant) {
    anchors = Array(repeating: -1, count: delays.count)
    // Texts change a second apart at least. Where a flap may start that often, each one starts at its
    // change, whatever was before; it only has to have landed.
    let startsAtOnce = timing.travel == .direct && timing.cadence <= nanosecond
    // Otherwise a pause is needed in which the whole way round the drum, and the flap before, are over.
    let steps = timing.travel == .direct ? 2 : Int64(drum.faces.count) + 1
    let rest = saturatingAdd(saturatingMultiply(timing.cadence, steps), timing.duration)
    let period = History.period(rest: saturatingAdd(rest, delays.max() ?? 0))
    let now = instant.nanoseconds
    let grid = saturatingSubtract(saturatingSubtract(now, floorModulo(now, period)), period)
    // The oldest change known so far, of each module; now, to begin with.
    var oldest = delays.map { saturatingSubtract(now, $0) }
    var open = delays.count
    var since = content.lastCandidate(upTo: instant)
    var until = instant
    repeat {
      let start = since?.nanoseconds ?? .min
      let shown = content.shown(at: since ?? until)
      if let newer = pieces.last {
        for module in delays.indices where anchors[module] < 0 {
          let reached = newer.since <= saturatingSubtract(now, delays[module])
          if reached, shown.faces[module] != newer.shown.faces[module] { oldest[module] = newer.since }
        }
      }
      pieces.append(Piece(since: start, shown: shown))
      for module in delays.indices where anchors[module] < 0 {
        let local = saturatingSubtract(now, delays[module])
        guard start <= local else { continue }
        let isAtRest =
          startsAtOnce
          ? start <= saturatingSubtract(local, timing.duration)
          : saturatingSubtract(oldest[module], start) >= rest
        if isAtRest || start <= grid {
          anchors[module] = pieces.count - 1
          open -= 1
        }
      }
      guard let begun = since, open > 0 else { break }
      until = Instant(nanoseconds: saturatingSubtract(begun.nanoseconds, 1))
      since = content.lastCandidate(upTo: until)
    } while true
    for module in anchors.indices where anchors[module] < 0 { anchors[module] = pieces.count - 1 }
  }
}
