import FlipBoard
import FlipKMS

/// Every setting of the program as a plain value. What is nil was not given, and follows from the others
/// or from the surroundings; `Setting.value` tells what it then comes to.
struct Settings: Hashable, Sendable {
  var content = Content()
  var motion = Motion()
  var look = LookKeys()
  var display = Display()
  var feed = Feed()

  /// The section `content`: what the board says.
  struct Content: Hashable, Sendable {
    var show = BoardConfiguration.Show.clock
    var format: String?
    /// As they were written; `boardConfiguration` reads them in the settings' zone.
    var until: String?
    var since: String?
    var text: String?
    var rows: Int?
    var columns: Int?
    var align = BoardConfiguration.Align.left
    var timezone: String?
    var locale: String?
    var drum: String?
    var images: String?
  }

  /// The section `motion`: how flaps move. Times in seconds.
  struct Motion: Hashable, Sendable {
    var travel: Travel?
    var duration = 0.5
    var cadence: Double?
    var motion = FlipBoard.Motion.fall
    var stagger = 0.0
  }

  /// The section `look`. What is nil comes from the theme.
  struct LookKeys: Hashable, Sendable {
    /// One of `Look.themes`.
    var theme = Look.themes[0].name
    var font: String?
    var card: Color?
    var ink: Color?
    var background: Color?
    var shading: Bool?
    var perspective: Double?
    var vanishingPoint: Look.VanishingPoint?
    /// Percent of the display's shorter side.
    var margin: Double?
    /// Percent of a module's width.
    var gap: Double?
    /// Percent of a module's width.
    var radius: Double?
    var arrange = BoardConfiguration.Arrange.auto
  }

  /// The section `display`: where it is shown, and when.
  struct Display: Hashable, Sendable {
    enum Exit: String, CaseIterable, Sendable { case restore, keep }

    /// A connector's name, `auto` or `all`.
    var output = "auto"
    /// The path of a DRM card; nil takes the first that can show.
    var device: String?
    /// As it was written; what is read from it is `ModePreference` of FlipKMS.
    var mode = "preferred"
    /// Degrees: 0, 90, 180 or 270.
    var rotate = 0
    /// Pixels.
    var inset = 0
    var off: [DisplaySchedule.Window] = []
    var dim: [DimWindow] = []
    /// Pixels.
    var drift = 0
    var exit = Exit.restore
  }

  /// The section `feed`: where a board's text comes from.
  struct Feed: Hashable, Sendable {
    /// `-` or a path.
    var feed: String?
    var mqtt: BrokerAddress?
  }
}
