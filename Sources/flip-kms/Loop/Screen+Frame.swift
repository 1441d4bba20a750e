import FlipBoard
import FlipGL
import FlipKMS

/// A frame of a screen: drawn, and handed to the kernel.
extension Screen {
  /// Draws the picture of the instant at which it will be seen, if anything of it is new.
  func frame(target: Int64, plan: FrameClock.Plan) throws(Failure) {
    planned = nil
    do throws(Failure) { try draw(target: target, plan: plan) } catch {
      // The frame met it before the word of it came.
      guard card.device.isGone else { throw error }
      show.cardIsGone(card)
    }
  }

  private func draw(target: Int64, plan: FrameClock.Plan) throws(Failure) {
    guard let surface = buffers.surface, let canvas else { return }
    let began = SystemClock.monotonic
    // A change is shown by the vblank nearest to it, which may come a little before: then it is the
    // change's own picture.
    let instant =
      show.held ?? Instant(nanoseconds: max(plan.presentation, target) + SystemClock.wallMinusMonotonic)
    playback.advance(to: instant)
    lastPresentation = plan.presentation
    guard needsRepaint || !playback.damage.isEmpty else { return try look() }
    let fence: Int32
    do throws(GLError) {
      fence = try canvas.draw(playback, isWhole: needsRepaint, brightness: brightness)
    } catch {
      throw Failure(error)
    }
    defer { Fence.close(fence) }
    needsRepaint = false
    isPrepared = false
    let buffer = try asFailure { () throws(KMSError) in try surface.lockFront() }
    let cost = SystemClock.monotonic - began
    // A shader that compiles or a process that was stopped is no measure for the frames to come.
    clock.drew(in: min(cost, 4 * clock.period))
    show.figures.drew(in: cost)
    sent = (target, plan.wanted)
    try commit(buffer, fence: Fence.sent(fence, with: pipeline))
  }

  func commit(_ buffer: Buffer, fence: Int32? = nil) throws(Failure) {
    buffers.sent(buffer)
    // Before the call: the event can beat its return.
    let number = latch.arm(at: SystemClock.monotonic)
    do throws(KMSError) {
      try pipeline.flip(buffer, number: number, damage: canvas?.clips ?? [], fence: fence)
      alarm?.set(latch.deadline)
    } catch {
      try refused(buffer, error)
    }
  }

  private func refused(_ buffer: Buffer, _ error: KMSError) throws(Failure) {
    if error.reaction == .wait || error.reaction == .again {
      buffers.keep(buffer)
      _ = latch.busy(at: SystemClock.monotonic)
      alarm?.set(latch.deadline)
      return
    }
    latch.refused()
    buffers.refused(buffer)
    switch error.reaction {
    case .pause: try show.forbidden()
    case .modeset, .reduce:
      show.diagnostics.say(.warning, "\(choice.connector): \(error); setting the mode again")
      try show.relight(self)
    case .tearDown: show.cardIsGone(card, failure: error)
    case .wait, .again, .fail: throw Failure(error)
    }
  }

  /// The kernel took the first picture of a modeset.
  func took(_ buffer: Buffer) {
    buffers.sent(buffer)
    latch.returned(at: SystemClock.monotonic)
    sent = nil
    isLit = true
    // Drawn in the hope that the light would get darker, it may have to be drawn darker yet.
    let drawn = brightness
    needsRepaint = !setLight() && brightness != drawn
    planned = nil
    alarm?.set(latch.deadline)
  }
}
