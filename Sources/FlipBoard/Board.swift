/// A board: one configuration on one size of display. Its picture is a function of the instant; it reads
/// no clock and no environment.
public struct Board: Sendable {
  public let configuration: BoardConfiguration
  /// Of the display, in pixels.
  public let size: Size
  public let look: Look

  let content: Content
  let timing: Timing
  let layout: Layout
  /// For each module the angle about its hinge at which the viewer stands, in degrees.
  let eyes: [Double]

  /// - Throws: `BoardError` that names the setting at fault.
  public init(
    _ configuration: BoardConfiguration, size: Size, look: Look = .dark
  ) throws(BoardError) {
    self.configuration = configuration
    self.size = size
    self.look = look
    timing = try configuration.timing()
    content = try Content(configuration)
    let layout = try Layout(content.plan, size: size, configuration)
    self.layout = layout
    eyes = layout.frames.map { FlapGeometry(frame: $0, display: size, look: look).eyeAngle }
  }

  /// The picture at that instant: no side effect, and the same value for the same instant.
  public func scene(at instant: Instant) -> Scene {
    segment(at: instant).scene(at: instant)
  }
}

/// What a board shows, as a function of time.
enum Content: Sendable {
  case clock(ClockContent)

  init(_ configuration: BoardConfiguration) throws(BoardError) {
    let format = configuration.format ?? BoardConfiguration.defaultFormat(configuration.show)
    self = .clock(
      try ClockContent(format: format, zone: configuration.zone, locale: configuration.locale))
  }

  var plan: Plan {
    switch self {
    case .clock(let clock): clock.plan
    }
  }

  func shown(at instant: Instant) -> Shown {
    switch self {
    case .clock(let clock): clock.shown(at: instant)
    }
  }

  /// The first instant after the given one at which what is shown may change.
  func nextCandidate(after instant: Instant) -> Instant? {
    switch self {
    case .clock(let clock): clock.nextCandidate(after: instant)
    }
  }

  /// The last instant up to the given one at which it may have changed.
  func lastCandidate(upTo instant: Instant) -> Instant? {
    switch self {
    case .clock(let clock): clock.lastCandidate(upTo: instant)
    }
  }
}
