extension Board {
  /// What holds at that instant, and until when.
  ///
  /// Found by looking back: to a moment at which each module is known to have been at rest, and from
  /// there forward through the changes since.
  public func segment(at instant: Instant) -> Segment {
    let segment = undrifted(at: instant)
    let drift = Drift(pixels: configuration.drift)
    guard drift.pixels > 0 else { return segment }
    return segment.moved(by: drift, at: instant, look)
  }

  /// The same where nothing wanders.
  private func undrifted(at instant: Instant) -> Segment {
    if case .text(let text) = content {
      let state = text.state(at: instant, timing)
      return segment(at: instant, text: text.text, state)
    }
    if let wider = widened(for: instant) { return wider.undrifted(at: instant) }
    let history = History(
      content, timing, drum: configuration.drum, delays: delays, at: instant)
    var mechanisms: [Mechanism] = []
    mechanisms.reserveCapacity(layout.frames.count)
    var until = Int64.max
    for module in layout.frames.indices {
      var mechanism = Mechanism(resting: history.pieces[history.anchors[module]].shown.faces[module])
      for piece in history.pieces[..<history.anchors[module]].reversed() {
        let time = saturatingAdd(piece.since, delays[module])
        guard time <= instant.nanoseconds else {
          // Already said, but this column's turn is yet to come.
          guard piece.shown.faces[module] != mechanism.target else { continue }
          until = min(until, time)
          break
        }
        mechanism.aim(at: piece.shown.faces[module], time: time, timing, configuration.drum)
      }
      mechanism.run(through: instant.nanoseconds, timing, configuration.drum)
      until = min(until, mechanism.nextEvent(timing))
      mechanisms.append(mechanism)
    }
    if let change = nextChange(after: instant, from: history.pieces[0].shown) {
      until = min(until, change.nanoseconds)
    }
    let state = State(
      standing: mechanisms.map(\.upper), busy: State.busy(mechanisms), message: nil, until: until)
    return segment(at: instant, text: history.pieces[0].shown.text, state)
  }

  /// Where the modules are at an instant, and when the next of them changes: what a segment is made of.
  struct State {
    var standing: [Face]
    var busy: [Segment.Busy]
    var message: Segment.Message?
    var until: Int64

    /// Those that have flaps in the air.
    static func busy(_ mechanisms: [Mechanism]) -> [Segment.Busy] {
      mechanisms.enumerated().filter { !$1.flaps.isEmpty }
        .map { Segment.Busy(module: $0, mechanism: $1) }
    }
  }

  private func segment(at instant: Instant, text: String, _ state: State) -> Segment {
    Segment(
      from: instant, until: state.until == .max ? nil : Instant(nanoseconds: state.until), text: text,
      standing: state.standing, busy: state.busy, message: state.message,
      board: Segment.Frame(layout: layout, eyes: eyes, motion: timing.motion, duration: timing.duration))
  }

  /// By how many nanoseconds each module starts after the first column.
  var delays: [Int64] { layout.columns.map { saturatingMultiply(timing.stagger, Int64($0)) } }

  /// The next instant at which the text becomes another; after many candidates in vain the last of them.
  private func nextChange(after instant: Instant, from shown: Shown) -> Instant? {
    var candidate = content.nextCandidate(after: instant)
    for _ in 0..<64 {
      guard let next = candidate, content.shown(at: next) == shown else { break }
      candidate = content.nextCandidate(after: next)
    }
    return candidate
  }
}
