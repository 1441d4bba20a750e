import FlipBoard
import FlipFaces
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
  private(set) var faces: FaceStore
  private(set) var playback: Playback

  private let backlight: Backlight?

  var latch: FlipLatch
  private var clock: FrameClock
  /// Wakes for a frame that is planned, or for an event that is overdue.
  private var alarm: Alarm?
  /// The frame that the alarm is set for.
  private var planned: (target: Int64, presentation: Int64)?
  /// Of the frame that is on its way, or kept.
  private var sent: (target: Int64, presentation: Int64)?
  private var lastPresentation: Int64 = 0

  var surface: Surface?
  var canvas: Canvas?
  /// Another surface, whose buffer is still on screen until the next flip.
  private var retired: Surface?
  /// On screen now.
  private var front: Buffer?
  /// Handed over, its event awaited.
  private var pending: Buffer?
  /// Drawn, but the kernel was busy.
  private var kept: Buffer?
  /// Whether our picture stands on it; else the next frame sets the mode.
  private(set) var isLit = false
  var needsRepaint = true

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
    latch = FlipLatch(period: clock.period)
    backlight = Backlight.find(connector: choice.connector)
    faces = try show.program.resolution.faces()
    playback = Playback(try show.program.board(for: pipeline))
    alarm = try Alarm(.monotonic, on: show.loop) { [weak self] _ throws(Failure) in
      try self?.alarmRang()
    }
  }

  /// Of the picture itself: where there is a backlight, that is what gets darker.
  var brightness: Double { backlight == nil ? show.lighting.brightness : 1 }

  /// Takes over the brightness of the moment.
  func dim() throws(Failure) {
    backlight?.set(show.lighting.brightness)
    if backlight == nil { try repaint() }
  }

  /// Another mode than before is tried.
  func modeChanged() throws(Failure) {
    clock = FrameClock(period: mode?.periodNanoseconds)
    latch.period = clock.period
    playback = Playback(try show.program.board(for: pipeline))
  }

  // MARK: - When

  /// When the wall clock must wake it, nil while it is at work or has nothing to come.
  func nextWake() -> Int64? {
    guard isLit, !latch.isBusy, planned == nil, !needsRepaint, show.held == nil else { return nil }
    return playback.nextChange.map { $0.nanoseconds - clock.drawTime - 2 * clock.margin - clock.period }
  }

  /// Something is new, or the wall clock has come to a change or was set: plans a frame if one is due.
  func look() throws(Failure) {
    guard isLit, !latch.isBusy else { return }
    let now = SystemClock.monotonic
    var target = now
    if !needsRepaint {
      if show.held != nil { return rest() }
      if playback.isMoving {
        target = max(now, lastPresentation + 1)
      } else if let change = playback.nextChange {
        target = change.nanoseconds - SystemClock.wallMinusMonotonic
        // Far from it: the wall clock's alarm is the one to wait with, as the clock may yet be set.
        if target - now > 4 * clock.period + clock.drawTime + 2 * clock.margin { return rest() }
      } else {
        return rest()
      }
    }
    if clock.needsAnchor(at: now), let vblank = pipeline.lastVBlank() {
      clock.anchor(time: vblank.time, sequence: vblank.sequence, now: now)
    }
    let plan = clock.plan(for: target, now: now)
    if plan.wake > now + 100_000 {
      planned = (target, plan.presentation)
      alarm?.set(plan.wake)
    } else {
      try frame(target: target, presentation: plan.presentation)
    }
  }

  private func rest() {
    planned = nil
    alarm?.set(nil)
  }

  private func alarmRang() throws(Failure) {
    if let planned, !latch.isBusy {
      self.planned = nil
      return try frame(target: planned.target, presentation: planned.presentation)
    }
    try follow(latch.timePassed(SystemClock.monotonic))
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
    faces = try show.program.resolution.faces()
    playback = Playback(try show.program.board(for: pipeline))
    guard isLit else { return }
    pause()
    retire()
    try show.relight(self)
  }

  // MARK: - A frame

  private func frame(target: Int64, presentation: Int64) throws(Failure) {
    planned = nil
    guard let surface, let canvas else { return }
    let began = SystemClock.monotonic
    // A change is shown by the vblank nearest to it, which may come a little before: then it is the
    // change's own picture.
    let instant =
      show.held ?? Instant(nanoseconds: max(presentation, target) + SystemClock.wallMinusMonotonic)
    playback.advance(to: instant)
    lastPresentation = presentation
    guard needsRepaint || !playback.damage.isEmpty else { return try look() }
    let fence: Int32
    do throws(GLError) {
      fence = try canvas.draw(playback, isWhole: needsRepaint, brightness: brightness)
    } catch {
      throw Failure(error)
    }
    defer { Fence.close(fence) }
    needsRepaint = false
    let buffer = try asFailure { () throws(KMSError) in try surface.lockFront() }
    let cost = SystemClock.monotonic - began
    // A shader that compiles or a process that was stopped is no measure for the frames to come.
    clock.drew(in: min(cost, 4 * clock.period))
    show.figures.drew(in: cost)
    sent = (target, presentation)
    try commit(buffer, fence: Fence.sent(fence, with: pipeline))
  }

  private func commit(_ buffer: Buffer, fence: Int32? = nil) throws(Failure) {
    kept = nil
    pending = buffer
    // Before the call: the event can beat its return.
    let number = latch.arm(at: SystemClock.monotonic)
    do throws(KMSError) {
      try pipeline.flip(buffer, number: number, damage: canvas?.clips ?? [], fence: fence)
      alarm?.set(latch.deadline)
    } catch {
      pending = nil
      try refused(buffer, error)
    }
  }

  private func refused(_ buffer: Buffer, _ error: KMSError) throws(Failure) {
    if error.reaction == .wait || error.reaction == .again {
      kept = buffer
      _ = latch.busy(at: SystemClock.monotonic)
      alarm?.set(latch.deadline)
      return
    }
    latch.refused()
    surface?.release(buffer)
    switch error.reaction {
    case .pause: try show.forbidden()
    case .modeset, .reduce:
      show.diagnostics.say(.warning, "\(choice.connector): \(error); setting the mode again")
      try show.relight(self)
    case .tearDown: show.cardIsGone(card)
    case .wait, .again, .fail: throw Failure(error)
    }
  }

  /// The kernel took the first picture of a modeset.
  func took(_ buffer: Buffer) {
    if let pending { surface?.release(pending) }
    pending = buffer
    sent = nil
    isLit = true
    backlight?.set(show.lighting.brightness)
    needsRepaint = false
    planned = nil
    alarm?.set(latch.deadline)
  }

  /// One of its flips is done.
  func flipped(_ event: DisplayEvent) throws(Failure) {
    let wasBusy = latch.isBusy
    let action = latch.flipped(event.number)
    guard wasBusy else { return }
    if !latch.isBusy, let pending {
      if let front { surface?.release(front) }
      front = pending
      self.pending = nil
      retired = nil
      let seen = clock.flipped(time: event.time, sequence: event.sequence, now: SystemClock.monotonic)
      latch.period = clock.period
      lastPresentation = max(lastPresentation, seen)
      // A modeset takes as long as it takes: its frame counts, and is neither late nor on time.
      show.figures.shown(
        presented: seen, target: sent?.target ?? seen, planned: sent?.presentation ?? seen,
        period: clock.period)
      show.presented()
    }
    try follow(action)
  }

  private func follow(_ action: FlipLatch.Action) throws(Failure) {
    switch action {
    case .rest, .draw:
      if latch.isBusy { alarm?.set(latch.deadline) } else { try look() }
    case .retry:
      if let kept { try commit(kept) }
    case .modeset:
      show.diagnostics.say(
        .warning, "\(choice.connector): a page flip was never reported; setting the mode again")
      forgetFlight()
      try show.relight(self)
    case .exit:
      throw Failure(.unavailable, "\(choice.connector): page flips are not reported; starting anew may help")
    }
  }

  // MARK: - Pause, return, end

  /// The display is not ours for now: nothing is drawn, and no event is awaited.
  func pause() {
    latch.stop()
    isLit = false
    rest()
    forgetFlight()
  }

  /// Takes what is on its way for shown: its buffer is not drawn into before another one is.
  private func forgetFlight() {
    if let kept { surface?.release(kept) }
    kept = nil
    if let pending {
      if let front { surface?.release(front) }
      front = pending
      self.pending = nil
    }
  }

  /// Puts the surface away; what is on screen of it stays until another picture is.
  func retire() {
    canvas = nil
    if front != nil || pending != nil { retired = surface }
    (front, pending, kept, surface) = (nil, nil, nil, nil)
  }

  /// Whether its link was lost, or somebody changed what we had set.
  func hasLostMode() -> Bool {
    pipeline.refresh()
    return !pipeline.isAlreadySo
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

  /// Gives the buffers back; what is on screen must be somebody else's by then.
  ///
  /// - Parameter keep: lets the last picture outlive us, where the kernel can do that.
  func close(keep: Bool = false) {
    if !keep { backlight?.restore() }
    if keep, let shown = pending ?? front {
      do throws(KMSError) { try pipeline.keep(shown) } catch {
        show.diagnostics.say(.warning, "\(choice.connector): the picture cannot be kept: \(error)")
      }
    }
    rest()
    alarm = nil
    canvas = nil
    surface = nil
    retired = nil
  }
}
