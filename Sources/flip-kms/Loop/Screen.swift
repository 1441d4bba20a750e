import FlipBoard
import FlipGL
import FlipKMS
import Glibc

/// One display that shows the board: its buffers, what is on it, and when it is drawn next.
///
/// Frames are paced by the events of its own flips (`FlipLatch`, `FrameClock`); between two changes of the
/// board nothing runs.
final class Screen {
  let choice: Choice
  let card: Card
  let show: Show
  var pipeline: Pipeline
  /// What is being shown in, or tried.
  var mode: ModeDescription?
  var ladder: CommitLadder
  private(set) var playback: Playback

  let backlight: Backlight?
  /// Whether what is set by it comes true; else the picture itself gets darker.
  private var lightObeys: Bool
  /// Why there is none though the panel has one, until that has been told.
  private var lightRefused: KMSError?
  var latch: FlipLatch
  var clock: FrameClock
  /// Wakes for a frame that is planned, or for an event that is overdue.
  var alarm: Alarm?
  /// The frame that the alarm is set for.
  var planned: (target: Int64, plan: FrameClock.Plan)?
  /// Of the frame that is on its way, or kept.
  var sent: (target: Int64, wanted: Int64)?
  var lastPresentation: Int64 = 0

  let buffers = ScreenBuffers()
  var canvas: Canvas?
  /// Whether our picture stands on it; else the next frame sets the mode.
  var isLit = false
  var needsRepaint = true
  /// Whether, since the last frame, what the next change needs has been made.
  var isPrepared = false

  init(_ choice: Choice, on card: Card, show: Show) throws(Failure) {
    self.choice = choice
    self.card = card
    self.show = show
    mode = choice.mode
    pipeline = try asFailure { () throws(KMSError) in
      try Pipeline(device: card.device, choice: choice)
    }
    let pipeline = pipeline
    ladder = CommitLadder(
      choice: choice, modes: pipeline.modes,
      hasModifiers: choice.formats.contains {
        !pipeline.modifiers(for: $0, drawable: card.modifiers(for: $0)).isEmpty
      })
    clock = FrameClock(period: choice.mode?.periodNanoseconds)
    latch = FlipLatch(period: clock.period, numberAbove: show.nextFrames())
    var backlight: Backlight?
    do throws(KMSError) {
      backlight = try Backlight.find(card: card.device.path, connector: choice.connector)
    } catch {
      lightRefused = error
    }
    self.backlight = backlight
    lightObeys = backlight != nil
    let board = try show.program.board(for: pipeline)
    playback = Playback(board)
    show.program.faces.makeAhead(
      board.scene(at: show.held ?? Instant(nanoseconds: SystemClock.wall)))
    alarm = try Alarm(.monotonic, on: show.loop) { [weak self] () throws(Failure) in
      try self?.alarmRang()
    }
  }

  /// Of the picture itself: where there is a backlight, that is what gets darker.
  var brightness: Double { lightObeys ? 1 : show.lighting.brightness }

  /// Takes over the brightness of the moment.
  func dim() throws(Failure) {
    if !setLight() { try repaint() }
  }

  /// Has the backlight follow the brightness of the moment.
  ///
  /// - Returns: false where there is none that does; then it is the picture's matter.
  func setLight() -> Bool {
    let brightness = show.lighting.brightness
    if brightness < 1, let refusal = lightRefused {
      lightRefused = nil
      show.diagnostics.say(.notice, "\(refusal); the picture gets darker instead")
    }
    guard lightObeys, let backlight else { return false }
    lightObeys = backlight.set(brightness)
    if !lightObeys {
      show.diagnostics.say(.warning, "\(backlight.path) does not obey; the picture gets darker instead")
    }
    return lightObeys
  }

  /// Another mode than before is tried.
  func modeChanged() throws(Failure) {
    clock = FrameClock(period: mode?.periodNanoseconds)
    latch.period = clock.period
    playback = Playback(try show.program.board(for: pipeline))
  }

  /// Draws all of it as soon as can be: another board, other colours, another brightness.
  func repaint() throws(Failure) {
    needsRepaint = true
    try look()
  }

  /// Another board from the next frame on.
  func take(_ board: Board) throws(Failure) {
    playback.replace(board)
    try look()
  }

  /// Another look, other faces, another turn: everything that draws is made anew. The mode stays as it is.
  func rebuild() throws(Failure) {
    playback = Playback(try show.program.board(for: pipeline))
    let wasLit = isLit
    if wasLit { pause() }
    retire()
    if wasLit { try show.relight(self) }
  }

  /// The display is not ours for now: nothing is drawn, and no event is awaited.
  func pause() {
    latch.stop()
    isLit = false
    rest()
    buffers.forgetFlight()
  }

  /// Puts the surface away; what is on screen of it stays until another picture is.
  func retire() {
    buffers.retire(canvas)
    canvas = nil
  }

  /// Whether its link was lost, or somebody changed what we had set.
  func hasLostMode() -> Bool {
    pipeline.refresh()
    return !pipeline.isAlreadySo
  }

  /// Another has the display, and shall see something.
  func standBack() {
    pause()
    backlight?.restore()
  }

  /// Dark, with its mode kept: for hours of the night.
  func blank() {
    pause()
    do throws(KMSError) { try pipeline.blank() } catch {
      show.diagnostics.say(.warning, "\(choice.connector) cannot be switched off: \(error)")
    }
    backlight?.set(0)
  }

  /// Lets go of the connector that is gone.
  func turnOff() {
    pause()
    do throws(KMSError) { try pipeline.turnOff() } catch {
      show.diagnostics.say(.info, "\(choice.connector): \(error)")
    }
  }

  /// Makes room for another screen on the same connector and CRTC: the picture stays until that one's is
  /// there.
  func makeWay() {
    pause()
    // The next finds it as it was.
    backlight?.restore()
  }

  /// Lets go of the display.
  ///
  /// - Parameter keep: lets the last picture outlive us, where the kernel can do that.
  func close(keep: Bool = false) {
    if keep { backlight?.leave() } else { backlight?.restore() }
    if keep, let shown = buffers.shown {
      do throws(KMSError) { try pipeline.keep(shown) } catch {
        show.diagnostics.say(.warning, "\(choice.connector): the picture cannot be kept: \(error)")
      }
    }
    giveBack()
  }

  /// Gives the buffers back; what is on screen must be somebody else's by then.
  func giveBack() {
    rest()
    isLit = false
    alarm = nil
    canvas = nil
    buffers.giveBack()
  }
}
