/// What a board shows, as a function of time.
enum Content: Sendable {
  case clock(ClockContent)
  case counter(CounterContent)
  case text(TextContent)

  init(_ configuration: BoardConfiguration) throws(BoardError) {
    switch configuration.show {
    case .clock:
      self = .clock(
        try ClockContent(
          format: configuration.format ?? BoardConfiguration.defaultFormat(.clock), zone: configuration.zone,
          locale: configuration.locale, start: configuration.start))
    case .countdown, .countup: self = .counter(try CounterContent(configuration))
    case .text: self = .text(try TextContent(configuration))
    }
  }

  var plan: Plan {
    switch self {
    case .clock(let clock): clock.plan
    case .counter(let counter): counter.plan
    case .text(let text): text.plan
    }
  }

  func shown(at instant: Instant) -> Shown {
    switch self {
    case .clock(let clock): clock.shown(at: instant)
    case .counter(let counter): counter.shown(at: instant)
    case .text(let text): Shown(faces: [], text: text.text)
    }
  }

  /// The first instant after the given one at which what is shown may change by itself.
  func nextCandidate(after instant: Instant) -> Instant? {
    switch self {
    case .clock(let clock): clock.nextCandidate(after: instant)
    case .counter(let counter): counter.nextCandidate(after: instant)
    case .text: nil
    }
  }

  /// The last instant up to the given one at which it may have changed by itself.
  func lastCandidate(upTo instant: Instant) -> Instant? {
    switch self {
    case .clock(let clock): clock.lastCandidate(upTo: instant)
    case .counter(let counter): counter.lastCandidate(upTo: instant)
    case .text: nil
    }
  }
}
