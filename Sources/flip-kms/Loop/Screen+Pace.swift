import FlipBoard
import FlipGL
import FlipKMS

/// When a screen draws: planned to the vblank, by the board's next change, and by the events of its flips.
extension Screen {
  /// When the wall clock must wake it, nil while it is at work or has nothing to come.
  func nextWake() -> Int64? {
    guard isLit, !latch.isBusy, planned == nil, !needsRepaint, show.held == nil else { return nil }
    return playback.nextChange.map { $0.nanoseconds - clock.planAhead }
  }

  /// Something is new, or the wall clock has come to a change or was set: plans a frame if one is due.
  func look() throws(Failure) {
    guard isLit, !latch.isBusy else { return }
    let now = SystemClock.monotonic
    var target = now
    // A frame may have been drawn ahead for a change that is about to come; farther ahead no picture is.
    let ahead = 3 * clock.period + clock.planAhead
    var isFirst = false
    let latest = show.held ?? Instant(nanoseconds: now + SystemClock.wallMinusMonotonic + ahead)
    if !needsRepaint, !playback.isOutdated(at: latest) {
      if show.held != nil { return rest() }
      if !playback.isMoving { try prepare() }
      if playback.isMoving {
        // The vblank after the one before: what comes later is late, whatever kept it.
        target = lastPresentation + clock.period
      } else if let change = playback.nextChange {
        target = change.nanoseconds - SystemClock.wallMinusMonotonic
        isFirst = true
        // Far from it: the wall clock's alarm is the one to wait with, as the clock may yet be set.
        if target - now > ahead { return rest() }
      } else {
        return rest()
      }
    }
    if clock.needsAnchor(at: now), let vblank = pipeline.lastVBlank() {
      clock.anchor(time: vblank.time, sequence: vblank.sequence, now: now)
    }
    let plan = clock.plan(for: target, now: now, isFirst: isFirst)
    if plan.wake > now + 100_000 {
      planned = (target, plan)
      alarm?.set(plan.wake)
    } else {
      try frame(target: target, plan: plan)
    }
  }

  /// Makes what the next change's first frame would have to wait for.
  private func prepare() throws(Failure) {
    if isPrepared { return }
    isPrepared = true
    do throws(GLError) { try canvas?.prepare(playback.nextScene) } catch { throw Failure(error) }
  }

  /// Waits for nothing any more.
  func rest() {
    planned = nil
    alarm?.set(nil)
  }

  /// A frame's time has come, or that of an event that has not.
  func alarmRang() throws(Failure) {
    if let planned, !latch.isBusy {
      self.planned = nil
      return try frame(target: planned.target, plan: planned.plan)
    }
    // What came while this process could do nothing waits to be read, and is not lost.
    try show.read(card)
    try follow(latch.timePassed(SystemClock.monotonic))
  }

  /// One of its flips is done.
  func flipped(_ event: DisplayEvent) throws(Failure) {
    let wasBusy = latch.isBusy
    let action = latch.flipped(event.number)
    guard wasBusy else { return }
    if !latch.isBusy, buffers.landed() {
      let seen = clock.flipped(time: event.time, sequence: event.sequence, now: SystemClock.monotonic)
      latch.period = clock.period
      lastPresentation = max(lastPresentation, seen)
      // A modeset takes as long as it takes: its frame counts, and is neither late nor on time.
      show.figures.shown(
        presented: seen, target: sent?.target ?? seen, wanted: sent?.wanted ?? seen, period: clock.period)
      show.presented()
    }
    try follow(action)
  }

  /// Does what the latch asks for.
  func follow(_ action: FlipLatch.Action) throws(Failure) {
    switch action {
    case .rest, .draw:
      if latch.isBusy { alarm?.set(latch.deadline) } else { try look() }
    case .retry:
      if let kept = buffers.kept { try commit(kept) }
    case .modeset:
      show.diagnostics.say(
        .warning, "\(choice.connector): a page flip was never reported; setting the mode again")
      buffers.forgetFlight()
      try show.relight(self)
    case .exit:
      throw Failure(.unavailable, "\(choice.connector): page flips are not reported; starting anew may help")
    }
  }
}
