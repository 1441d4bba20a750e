import FlipBoard

/// The frames that a benchmark draws, 60 to a second of the board's own time. What lies between two moves is
/// passed over, so nothing waits. In some of them nothing moves for all that: a board looks now and then whether
/// it is to change, and flaps wait for their turn.
struct BenchTimeline {
  let playback: FlipBoard.Playback
  private var instant: Instant
  private var messages: BenchMessages?
  private let isIdle: Bool
  private var isFirst = true

  static let step = Length(nanoseconds: 1_000_000_000 / 60)

  init(_ bench: BenchCase) {
    playback = FlipBoard.Playback(bench.board)
    instant = bench.start
    messages = bench.messages
    isIdle = bench.isIdle
  }

  /// Makes the next frame's instant due, and gives it; nil where nothing will move any more.
  mutating func next() -> Instant? {
    if isFirst {
      isFirst = false
    } else if isIdle {
      instant = instant + Length(nanoseconds: 1_000_000)
    } else if playback.isMoving {
      instant = instant + BenchTimeline.step
    } else if let rows = messages?.next() {
      instant = instant + BenchTimeline.step
      playback.post(rows: rows, at: instant)
      instant = instant + BenchTimeline.step
    } else if let change = playback.nextChange {
      // A frame after the change: in the one at it nothing has moved yet.
      instant = change + BenchTimeline.step
    } else {
      return nil
    }
    return instant
  }
}

extension BenchTimeline {
  /// Whether anything moves from its beginning on; true as well where that takes long to find out.
  static func moves(_ bench: BenchCase) -> Bool {
    var timeline = BenchTimeline(bench)
    guard let first = timeline.next() else { return false }
    timeline.playback.advance(to: first)
    for _ in 0..<1000 {
      guard let instant = timeline.next() else { return false }
      timeline.playback.advance(to: instant)
      if !timeline.playback.damage.isEmpty { return true }
    }
    return true
  }
}

/// Messages that make a board of text roll: each moving face goes on by some faces of the drum.
struct BenchMessages: Equatable, Sendable {
  private let faces: [Character]
  private let rows: [[Int]]
  /// How many places of the board go on, from the first; the others stand.
  private let moving: Int
  private var round = 0

  /// How far each message goes on along the drum.
  static let stride = 7

  /// - Parameters:
  ///   - text: what the board begins with, rows split; a pattern over the whole drum where it is empty.
  ///   - columns: of the board.
  ///   - moving: how many of its faces each message moves, from the upper left on; nil is all.
  init(_ text: [String], rows: Int, columns: Int, drum: Drum, moving: Int? = nil) {
    self.moving = moving ?? rows * columns
    faces = drum.faces.map { $0.text.first ?? " " }
    let count = faces.count
    let places = Dictionary(faces.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let isEmpty = text.allSatisfy(\.isEmpty)
    self.rows = (0..<rows).map { row in
      let line = row < text.count ? Array(text[row]) : []
      return (0..<columns).map { column in
        if isEmpty { return (row * 31 + column * 11) % count }
        let character = column < line.count ? line[column] : " "
        return places[character] ?? character.uppercased().first.flatMap { places[$0] } ?? 0
      }
    }
  }

  /// The next message.
  mutating func next() -> [String] {
    round += 1
    return standing
  }

  /// What stands now: at first the text that they begin with.
  var standing: [String] {
    var place = 0
    return rows.map { row in
      String(
        row.map { face in
          defer { place += 1 }
          return faces[(place < moving ? face + round * BenchMessages.stride : face) % faces.count]
        })
    }
  }
}
