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
    if needed != (text.rows, text.columns),
      let layout = grow(&text, rows: needed.rows, columns: needed.columns)
    {
      self.layout = layout
      eyes = layout.eyes(look)
    }
    text.post(rows, at: instant, timing)
    content = .text(text)
  }

  /// Adds rows and columns to a text: as many as are asked for, or of first rows and then columns those that have
  /// room, and what doesn't fit is cropped. nil where there is no room for one more.
  private func grow(_ text: inout TextContent, rows: Int, columns: Int) -> Layout? {
    func layout(_ rows: Int, _ columns: Int) -> Layout? {
      guard rows * columns <= TextContent.mostModules else { return nil }
      return try? Layout(TextContent.plan(rows: rows, columns: columns), size: size, configuration)
    }
    var (most, found) = ((rows, columns), layout(rows, columns))
    if found == nil {
      most.0 = Board.largest(text.rows...rows) { layout($0, text.columns) != nil }
      most.1 = Board.largest(text.columns...columns) { layout(most.0, $0) != nil }
      if most != (text.rows, text.columns) { found = layout(most.0, most.1) }
    }
    if found != nil { text.grow(rows: most.0, columns: most.1) }
    return found
  }

  /// The largest of some numbers that fits, where all below it do, as the first does.
  private static func largest(_ numbers: ClosedRange<Int>, fits: (Int) -> Bool) -> Int {
    var (low, high) = (numbers.lowerBound, numbers.upperBound)
    while low < high {
      let middle = (low + high + 1) / 2
      if fits(middle) { low = middle } else { high = middle - 1 }
    }
    return low
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
