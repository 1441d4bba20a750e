import FlipBoard

/// One board to measure, and how.
struct BenchCase {
  var name: String
  var board: Board
  var start: Instant
  var messages: BenchMessages?
  /// Whether time goes on without a change: what a look at the clock costs.
  var isIdle = false
  /// Whether whole minutes are measured as well.
  var hasMinute = false

  /// `6x22 rolling, 1920x1080`
  var title: String { "\(name), \(board.size.width)x\(board.size.height)" }
}

extension BenchCase {
  /// The board of the settings.
  ///
  /// - Parameters:
  ///   - at: when it begins, as an option gives it.
  ///   - moving: how many faces of a board of text each message moves; nil is all.
  init(_ resolution: Resolution, _ size: Size, at: String?, moving: Int?) throws(BoardError) {
    let settings = resolution.settings
    let surroundings = Surroundings.ofProcess()
    let start =
      if let at { try Instant(parsing: at, zone: try settings.zone(surroundings)) } else { BenchSuite.start }
    var configuration = resolution.measured(
      try settings.boardConfiguration(start: start, surroundings: surroundings))
    var messages: BenchMessages?
    if configuration.show == .text {
      let lines = configuration.text.split(separator: "\n", omittingEmptySubsequences: false)
        .flatMap { $0.replacing("\\n") }
      let longest = lines.map(\.count).max() ?? 0
      configuration.rows = configuration.rows ?? (longest == 0 ? 6 : lines.count)
      configuration.columns = configuration.columns ?? (longest == 0 ? 22 : longest)
      messages = BenchMessages(
        lines, rows: configuration.rows!, columns: configuration.columns!, drum: configuration.drum,
        moving: moving)
      configuration.text = messages!.standing.joined(separator: "\n")
    }
    let board = try Board(configuration, size: size, look: settings.finishedLook)
    self.init(name: settings.content.show.rawValue, board: board, start: start, messages: messages)
  }
}

extension Substring {
  /// The parts between places where another text stands.
  fileprivate func replacing(_ separator: String) -> [String] {
    var parts = [""]
    var rest = self
    while !rest.isEmpty {
      if rest.hasPrefix(separator) {
        parts.append("")
        rest = rest.dropFirst(separator.count)
      } else {
        parts[parts.count - 1].append(rest.removeFirst())
      }
    }
    return parts
  }
}
