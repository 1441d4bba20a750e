import FlipBoard

/// The boards of `bench --suite`, each at three sizes or at one that is given; their look is that of the
/// settings, and nothing else is.
enum BenchSuite {
  static let sizes = [
    Size(width: 1280, height: 720), Size(width: 1920, height: 1080), Size(width: 3840, height: 2160),
  ]
  /// A minute before all of a clock's digits change, so that the first flip measured is the largest.
  static let start = Instant(nanoseconds: 1_767_225_599_000_000_000 - 4 * 3_600_000_000_000)

  /// - Parameter size: instead of the three.
  /// - Returns: the boards, and a line for each that has no room at its size.
  /// - Throws: where none has.
  static func cases(_ settings: Settings, size: Size?) throws(BoardError) -> ([BenchCase], left: [String]) {
    var cases: [BenchCase] = []
    var left: [String] = []
    for size in size.map({ [$0] }) ?? sizes {
      for (index, kind) in boards.enumerated() {
        var configuration = kind.1
        configuration.margin = settings.look.margin ?? configuration.margin
        configuration.gap = settings.look.gap ?? configuration.gap
        configuration.arrange = settings.look.arrange
        let board: Board
        do throws(BoardError) {
          board = try Board(configuration, size: size, look: settings.finishedLook)
        } catch {
          // A clock has room wherever any of them has.
          guard index > 0, error.setting == "size" else { throw error }
          left.append("'\(kind.0)' is left out, as it has no room in \(size.width)x\(size.height)")
          continue
        }
        if index == 0 {
          let rest = Instant(nanoseconds: start.nanoseconds - 30_000_000_000)
          cases.append(BenchCase(name: "a clock at rest", board: board, start: rest, isIdle: true))
        }
        cases.append(
          BenchCase(name: kind.0, board: board, start: start, messages: kind.2, hasMinute: index == 0))
      }
    }
    return (cases, left)
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
