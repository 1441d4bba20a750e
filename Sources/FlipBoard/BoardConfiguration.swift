/// Everything that decides what a board shows and how it moves and is laid out, as plain values; the
/// defaults are those of the settings of the same names.
public struct BoardConfiguration: Hashable, Sendable {
  public enum Show: String, Hashable, Sendable, CaseIterable {
    case clock, countdown, countup, text
  }

  public enum Align: String, Hashable, Sendable, CaseIterable {
    case left, center, right
  }

  public enum Arrange: String, Hashable, Sendable, CaseIterable {
    /// Stacks the fields on a portrait display.
    case auto
    case row, column
  }

  /// A moment to count to or from.
  public enum Moment: Hashable, Sendable {
    case instant(Instant)
    /// From `start` on: a countdown ends, or a countup began, that much later.
    case length(Length)
  }

  public var show: Show = .clock
  /// strftime's conversions, or a counter's; nil stands for `{%H}:{%M}` and `%D:%H:%M:%S`.
  public var format: String?
  /// When a countdown ends.
  public var until: Moment?
  /// When a countup began; nil for `start`.
  public var since: Moment?
  /// When the program started: what lengths count from.
  public var start = Instant(nanoseconds: 0)
  /// What a board of text says at first, rows split by `\n`.
  public var text = ""
  /// The size of a board of text; nil for as much as `text` needs.
  public var rows: Int?
  public var columns: Int?
  public var align: Align = .left
  public var zone: Zone = .utc
  public var locale: NameLocale = .c
  public var drum: Drum = .standard

  /// nil for `direct`, and for `drum` where text is shown.
  public var travel: Travel?
  /// From one flap's rest to its rest.
  public var duration = Length(seconds: 0.5)
  /// From one flap's start to the next one's on the same module; nil for `duration`.
  public var cadence: Length?
  public var motion: Motion = .fall
  /// From one column's start to the next column's.
  public var stagger = Length.zero

  /// Percent of the display's shorter side, left free at each edge; by default so much that a flap seen
  /// from three heights away, a fifth wider than its card when it is edge-on, stays on the display.
  public var margin = 9.0
  /// Percent of a module's width, between two modules.
  public var gap = 6.0
  public var arrange: Arrange = .auto
  /// How wide the words between modules are set in the font, in heights of a card; a word that is missing here
  /// is taken for as wide as words of its length usually are.
  public var wordWidths: [String: Double] = [:]
  /// Pixels left free at each edge of the display; what is inside is what margins are parts of.
  public var inset = 0
  /// Pixels by which everything wanders over an hour (`Drift`); the board is smaller by them, so that
  /// nothing is cropped anywhere on the way.
  public var drift = 0

  public init() {}

  /// The default of `format` for a kind of content.
  public static func defaultFormat(_ show: Show) -> String {
    show == .countdown || show == .countup ? "%D:%H:%M:%S" : "{%H}:{%M}"
  }

  /// The motion's times. - Throws: for lengths out of their range.
  func timing() throws(BoardError) -> Timing {
    func fault(_ setting: String, _ length: Length, _ expected: String) -> BoardError {
      BoardError(setting: setting, value: "\(length.seconds)", expected: expected)
    }
    let cadence = self.cadence ?? duration
    let limit = Length(seconds: 3600)
    guard duration.nanoseconds > 0, duration <= limit else {
      throw fault("duration", duration, "more than 0 and at most 3600 seconds")
    }
    guard cadence.nanoseconds >= 1_000_000, cadence <= limit else {
      throw fault("cadence", cadence, "0.001 to 3600 seconds")
    }
    // Shorter, and a module would have thousands of flaps in the air.
    let shortest = Length(nanoseconds: duration.nanoseconds / 256)
    guard cadence >= shortest else {
      throw fault("cadence", cadence, "at least \(shortest.seconds) seconds, a 256th of duration")
    }
    guard stagger.nanoseconds >= 0, stagger.nanoseconds <= 60 * nanosecond else {
      throw fault("stagger", stagger, "0 to 60 seconds")
    }
    return Timing(
      motion: motion, travel: travel ?? (show == .text ? .drum : .direct), duration: duration.nanoseconds,
      cadence: cadence.nanoseconds, stagger: stagger.nanoseconds)
  }
}
