/// A board: one configuration on one size of display. Its picture is a function of the instant; it reads
/// no clock and no environment.
public struct Board: Sendable {
  public let configuration: BoardConfiguration
  /// Of the display, in pixels.
  public let size: Size
  public let look: Look

  private(set) var content: Content
  let timing: Timing
  private(set) var layout: Layout
  /// For each module the angle about its hinge at which the viewer stands, in degrees.
  private(set) var eyes: [Double]

  /// - Throws: `BoardError` that names the setting at fault.
  public init(
    _ configuration: BoardConfiguration, size: Size, look: Look = .dark
  ) throws(BoardError) {
    self.configuration = configuration
    self.size = size
    self.look = look
    timing = try configuration.timing()
    content = try Content(configuration)
    layout = try Layout(content.plan, size: size, configuration)
    eyes = layout.eyes(look)
  }

  /// The picture at that instant: no side effect, and the same value for the same instant.
  public func scene(at instant: Instant) -> Scene {
    segment(at: instant).scene(at: instant)
  }

  /// Gives a board of text another message, which takes the place of the one before; rows split by `\n`,
  /// as a line feed or as backslash and n. Other boards stay as they are.
  ///
  /// A flap that is falling finishes, and a face that stays does not move. Where the configuration fixes
  /// no rows or columns the board grows with its messages, as far as the display has room.
  public mutating func post(_ text: String, at instant: Instant) {
    post(rows: TextContent.split(text), at: instant)
  }

  /// The same with the rows apart.
  public mutating func post(rows: [String], at instant: Instant) {
    guard case .text(var text) = content else { return }
    let needed = text.size(for: rows)
    if needed != (text.rows, text.columns) {
      var larger = text
      larger.grow(rows: needed.rows, columns: needed.columns)
      // Where that many modules have no room the message is cropped.
      if let layout = try? Layout(larger.plan, size: size, configuration) {
        text = larger
        self.layout = layout
        eyes = layout.eyes(look)
      }
    }
    text.post(rows, at: instant, timing)
    content = .text(text)
  }

  /// The same board with room for the digits of a counter at that instant, where it has too little.
  func widened(for instant: Instant) -> Board? {
    guard case .counter(let counter) = content, counter.overflows(at: instant),
      let wider = try? CounterContent(configuration, including: instant),
      let layout = try? Layout(wider.plan, size: size, configuration)
    else { return nil }
    var copy = self
    copy.content = .counter(wider)
    copy.layout = layout
    copy.eyes = layout.eyes(look)
    return copy
  }
}
