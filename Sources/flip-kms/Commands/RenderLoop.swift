import FlipBoard

/// Goes through the frames of a series in their order, with the messages of a feed as they come.
struct RenderLoop {
  let plan: RenderPlan
  let board: Board
  var script = FeedScript.none
  /// What the output is called; `-` is standard output.
  let name: String

  /// Calls `draw` with the playback at each frame's instant. Where it fails, or somebody ends the program,
  /// `abandon` takes away what was written.
  func run(
    draw: (FlipBoard.Playback, Int) throws(Failure) -> Void, finish: () throws(Failure) -> Void,
    abandon: () -> Void
  ) throws(Failure) {
    let playback = FlipBoard.Playback(board)
    var progress = Progress(isLong: plan.count > 1)
    let interruption = Interruption(leaving: name)
    var messages = script.entries[...]
    do throws(Failure) {
      for index in 0..<plan.count {
        let instant = plan.instant(index)
        while let message = messages.first, plan.start + message.after <= instant {
          playback.post(rows: message.rows, at: plan.start + message.after)
          messages.removeFirst()
        }
        playback.advance(to: instant)
        try draw(playback, index)
        progress.show(index + 1, of: plan.count)
        if interruption.isPending {
          progress.clear()
          abandon()
          interruption.follow()
        }
      }
      progress.clear()
      try finish()
    } catch {
      progress.clear()
      abandon()
      throw error
    }
  }
}

/// Does something with a file, and makes its fault the program's.
func writing<Value>(_ body: () throws(FileError) -> Value) throws(Failure) -> Value {
  do throws(FileError) { return try body() } catch { throw Failure(.writing, "\(error)") }
}
