import FlipBoard
import FlipFaces
import Glibc

/// What the settings leave to the machine: its zone and its language, as the environment tells them.
struct Surroundings: Equatable, Sendable {
  /// $TZ.
  var zone: String?
  /// $LC_ALL, $LC_TIME or $LANG, the first that says something.
  var locale: String?

  /// UTC and the C locale.
  static let none = Surroundings(zone: "UTC", locale: nil)

  /// As the process has them now.
  static func ofProcess() -> Surroundings {
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    let locale = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
    return Surroundings(zone: variable("TZ"), locale: locale)
  }
}

extension Settings {
  /// The zone of the board's times: that of the settings, else the system's as it is now.
  func zone(_ surroundings: Surroundings) throws(BoardError) -> Zone {
    guard let name = content.timezone else { return Zone.system(variable: surroundings.zone) }
    return try Zone(named: name)
  }

  /// What the board shows and how it moves.
  ///
  /// - Parameter start: when the program started; lengths count from there.
  /// - Throws: what names the setting at fault, as with a zone that has gone since it was read.
  func boardConfiguration(
    start: Instant, surroundings: Surroundings
  ) throws(BoardError) -> BoardConfiguration {
    var board = BoardConfiguration()
    board.show = content.show
    board.format = content.format
    board.start = start
    board.zone = try zone(surroundings)
    board.until = try Settings.moment(content.until, "until", board.zone)
    board.since = try Settings.moment(content.since, "since", board.zone)
    board.text = content.text ?? ""
    board.rows = content.rows
    board.columns = content.columns
    board.align = content.align
    if let name = content.locale {
      board.locale = try NameLocale(named: name)
    } else if let name = surroundings.locale, let locale = try? NameLocale(named: name) {
      // What the environment names may not be there; then the names are the C locale's, as in C.
      board.locale = locale
    }
    if let faces = content.drum { board.drum = Drum(faces) }
    board.travel = motion.travel
    board.duration = Length(seconds: motion.duration)
    board.cadence = motion.cadence.map { Length(seconds: $0) }
    board.motion = motion.motion
    board.stagger = Length(seconds: motion.stagger)
    board.margin = look.margin ?? board.margin
    board.gap = look.gap ?? board.gap
    board.arrange = look.arrange
    board.inset = display.inset
    board.drift = display.drift
    return board
  }

  /// How the board looks: the theme's keys, and over them those that were given.
  var finishedLook: Look {
    let theme = look.themed
    return Look(
      card: look.card ?? theme.card, ink: look.ink ?? theme.ink,
      background: look.background ?? theme.background, shading: look.shading ?? theme.shading,
      perspective: look.perspective ?? theme.perspective,
      vanishingPoint: look.vanishingPoint ?? theme.vanishingPoint, radius: look.radius ?? theme.radius)
  }

  private static func moment(
    _ text: String?, _ setting: String, _ zone: Zone
  ) throws(BoardError) -> BoardConfiguration.Moment? {
    guard let text else { return nil }
    if let length = try? Length(parsing: text, setting: setting) { return .length(length) }
    return .instant(try Instant(parsing: text, zone: zone, setting: setting))
  }
}
