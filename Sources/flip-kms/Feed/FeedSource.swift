/// Something that text comes from while the program runs, for a loop that waits on file descriptors.
protocol FeedSource: AnyObject {
  /// Readable when there is something to do; the same one for the source's whole life. Level-triggered.
  var descriptor: Int32 { get }

  /// Does what there is to do, without blocking and within bounds: a source that floods gets its next
  /// turn only after the loop's other work.
  func readable() -> FeedNews
}

/// What a source had to say in one turn.
struct FeedNews: Equatable, Sendable {
  /// The last message of the turn; those before it are superseded already.
  var message: FeedMessage?
  /// What was refused, and what is wrong with the source: one line each.
  var warnings: [String] = []
  /// What else happened to the source: one line each.
  var notices: [String] = []
  /// Whether nothing will come any more; the loop then lets the source go.
  var hasEnded = false

  /// Takes in one line of a feed.
  mutating func take(_ piece: LineSplitter.Piece, from name: String) {
    let fault: FeedLineFault
    switch piece {
    case .tooLong: fault = .tooLong
    case .line(let bytes):
      do throws(FeedLineFault) {
        message = try FeedMessage(line: bytes)
        return
      } catch {
        fault = error
      }
    }
    // A turn may bring thousands of bad lines; the first ones tell it all.
    if warnings.count < 3 { warnings.append("\(name): \(fault.text)") }
  }
}
