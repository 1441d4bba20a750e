import FlipBoard

/// The boards of `bench --suite`, each at three sizes; the look is that of the settings.
enum BenchSuite {
  static let sizes = [
    Size(width: 1280, height: 720), Size(width: 1920, height: 1080), Size(width: 3840, height: 2160),
  ]
  /// A minute before all of a clock's digits change, so that the first flip measured is the largest.
  static let start = Instant(nanoseconds: 1_767_225_599_000_000_000 - 4 * 3_600_000_000_000)

  /// - Throws: where a board has no room.
  static func cases(_ look: Look) throws(BoardError) -> [BenchCase] {
    var cases: [BenchCase] = []
    for size in sizes {
      let clock = try Board(boards[0].1, size: size, look: look)
      let rest = Instant(nanoseconds: start.nanoseconds - 30_000_000_000)
      cases.append(BenchCase(name: "a clock at rest", board: clock, start: rest, isIdle: true))
      for (name, configuration, messages) in boards {
        let board = try Board(configuration, size: size, look: look)
        cases.append(
          BenchCase(
            name: name, board: board, start: start, messages: messages, hasMinute: name == boards[0].0))
      }
    }
    return cases
  }

  private static var boards: [(String, BoardConfiguration, BenchMessages?)] {
    var clock = BoardConfiguration()
    clock.zone = .utc
    clock.format = "{%H}:{%M}"
    var digits = clock
    digits.format = "%H:%M:%S"
    return [
      ("one flip on a clock", clock, nil),
      ("the digits of HH:MM:SS", digits, nil),
      board(rows: 6, columns: 22),
      board(rows: 100, columns: 100),
      board(rows: 100, columns: 100, moving: 1),
    ]
  }

  private static func board(
    rows: Int, columns: Int, moving: Int? = nil
  ) -> (String, BoardConfiguration, BenchMessages?) {
    var configuration = BoardConfiguration()
    configuration.show = .text
    configuration.zone = .utc
    configuration.rows = rows
    configuration.columns = columns
    configuration.travel = .drum
    configuration.duration = Length(nanoseconds: 300_000_000)
    let messages = BenchMessages([], rows: rows, columns: columns, drum: configuration.drum, moving: moving)
    configuration.text = messages.standing.joined(separator: "\n")
    return (
      moving == nil ? "\(rows)x\(columns) rolling" : "one flap on \(rows)x\(columns)", configuration,
      messages
    )
  }
}
