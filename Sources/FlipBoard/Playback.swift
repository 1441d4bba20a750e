/// A board's picture for an output loop: one scene, brought from frame to frame in place, with what
/// changed on the way. Always equal to `board.scene(at:)`.
///
/// While a segment holds, `advance` allocates nothing.
public final class Playback {
  /// What is shown. Set by `replace`.
  public private(set) var board: Board
  private var reel: Reel
  private var isFirst = true
  /// The board has another content than the segment.
  private var isStale = false

  /// Starts with nothing shown: the first `advance` damages the whole display.
  public init(_ board: Board) {
    self.board = board
    reel = Reel(board.segment(at: Instant(nanoseconds: 0)), board)
  }

  /// The picture at the instant of the last `advance`.
  public var scene: Scene { reel.scene }

  /// Modules whose halves or flaps differ from the advance before, ascending; all of them at first.
  public var changed: [Int] { reel.changed }

  /// Whether of the changed modules nothing but the angles of their flaps differs.
  public var isTurning: Bool { reel.isTurning }

  /// Whether flaps are in the air.
  public var isMoving: Bool { reel.isMoving }

  /// What changed on the screen since the advance before, clipped to the display: at most `Damage.limit`
  /// rectangles.
  public var damage: [Rect] { reel.damage.rects }

  /// The next discrete event: when a display at rest has to be drawn again. nil for never.
  public var nextChange: Instant? { reel.segment.until }

  /// The picture at the next change.
  public var nextScene: Scene? { nextChange.map(board.scene(at:)) }

  /// Whether the picture is none of that instant, nor of one before its next change: another board or a
  /// message came, or the clock was set back.
  public func isOutdated(at instant: Instant) -> Bool { isFirst || isStale || instant < reel.segment.from }

  /// Another board from the next `advance` on, which then damages the whole display unless only the
  /// content differs.
  public func replace(_ board: Board) {
    let isSameFrame = self.board.layout == board.layout && self.board.look == board.look
    self.board = board
    if !isSameFrame { isFirst = true }
    isStale = true
  }

  /// Gives a board of text a message, as `Board.post` does; seen from the next `advance` on.
  public func post(rows: [String], at instant: Instant) {
    board.post(rows: rows, at: instant)
    isStale = true
  }

  /// Brings the scene to that instant, earlier or later than the one before.
  public func advance(to instant: Instant) {
    if !isFirst, !isStale, reel.segment.holds(at: instant) { return reel.turn(to: instant) }
    let segment = board.segment(at: instant)
    if isFirst || segment.board.layout != reel.segment.board.layout {
      reel.begin(segment, board, at: instant)
    } else {
      reel.go(on: segment, at: instant, isSameContent: !isStale)
    }
    isFirst = false
    isStale = false
  }
}
