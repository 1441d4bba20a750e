import FlipBoard
import FlipKMS
import Glibc

/// One display that shows the board: its buffers, what is on it, and the next frame's time.
///
/// Frames are paced by the events of its own flips; between two changes nothing runs.
final class Screen {
  private enum State {
    /// Nothing of ours is on it: the next frame sets the mode.
    case dark
    /// The picture stands, and is right until the next change.
    case standing
    /// A frame is to be drawn when the alarm goes off.
    case scheduled
    /// A commit is on its way; the alarm is the longest that its event may take.
    case flying
  }

  let choice: Choice
  let pipeline: Pipeline
  let card: Card
  private let show: Show
  private var state = State.dark
  private var surface: Surface?
  private var canvas: Canvas?
  private let playback: Playback
  private var alarm: Alarm?

  private var front: Buffer?
  private var pending: Buffer?
  /// A drawn frame that the kernel was too busy for, with its damage and target.
  private var refused: Buffer?
  private var target: Int64 = 0
  private var lostFlips = 0
  private var clock: FrameTimer
  private var needsRepaint = true
  private var clips: [Clip] = []
  private var layouts: [BufferLayout]

  init(_ choice: Choice, on card: Card, show: Show) throws(Failure) {
    self.choice = choice
    self.card = card
    self.show = show
    do throws(KMSError) {
      pipeline = try Pipeline(device: card.device, choice: choice)
    } catch {
      throw Failure(error)
    }
    clock = FrameTimer(period: choice.mode?.periodNanoseconds.map(Int64.init))
    layouts = choice.formats.flatMap { format -> [BufferLayout] in
      guard card.painter.configs[format.rawValue] != nil else { return [] }
      return [
        BufferLayout(format: format.rawValue, arrangement: .implicit),
        BufferLayout(format: format.rawValue, arrangement: .linear),
      ]
    }
    playback = Playback(size: Size(width: pipeline.width, height: pipeline.height))
    clips.reserveCapacity(32)
    alarm = try Alarm(.monotonic, on: show.loop) { [weak self] _ throws(Failure) in
      try self?.alarmRang()
    }
  }

  /// When it must be woken, on the wall clock, nil for never.
  var nextChange: Int64? {
    guard state == .standing, show.held == nil, let change = playback.nextChange?.nanoseconds else {
      return nil
    }
    return change - clock.lead
  }

  // MARK: - Lighting up

  /// Draws the first frame and sets the mode, going down the ladder until the kernel takes it.
  func light() throws(Failure) {
    var last = Failure(.unavailable, "\(choice.label): no format that can be drawn and shown")
    if surface != nil, try attempt(&last) { return }
    while let layout = layouts.first {
      canvas = nil
      surface = nil
      do throws(Failure) {
        let surface = try asFailure { () throws(KMSError) in
          try Surface(card.buffers, width: pipeline.width, height: pipeline.height, layout: layout)
        }
        self.surface = surface
        canvas = try Canvas(card.painter, surface)
        if try attempt(&last) { return }
      } catch {
        last = error
        for line in error.lines { show.diagnostics.say(.warning, "\(choice.connector): \(line)") }
      }
      layouts.removeFirst()
    }
    throw last
  }

  private func attempt(_ last: inout Failure) throws(Failure) -> Bool {
    guard let surface, let canvas else { return false }
    target = advance(SystemClock.monotonic)
    let buffer: Buffer
    do throws(KMSError) {
      canvas.draw(playback)
      canvas.swap()
      buffer = try surface.lockFront()
    } catch {
      last = Failure(error)
      return false
    }
    do throws(KMSError) {
      let code = try pipeline.test(buffer)
      if code != 0 { throw KMSError(call: "atomic test", code: code) }
      try pipeline.light(buffer)
    } catch {
      surface.release(buffer)
      last = Failure(error)
      show.diagnostics.say(.warning, "\(choice.connector): \(error)")
      if error.reaction == .pause { throw last }
      return false
    }
    pending = buffer
    needsRepaint = false
    state = .flying
    alarm?.set(SystemClock.monotonic + clock.patience)
    return true
  }

  // MARK: - Frames

  /// The wall clock has come to a change, or was set.
  func wake() throws(Failure) {
    guard state == .standing else { return }
    try frame()
  }

  private func alarmRang() throws(Failure) {
    switch state {
    case .scheduled: try frame()
    case .flying:
      if let refused { try commit(refused) } else { try flipLost() }
    case .dark, .standing: break
    }
  }

  /// Moves the board to the instant at which a frame drawn now will be seen.
  ///
  /// - Returns: that instant, on the monotonic clock.
  private func advance(_ now: Int64) -> Int64 {
    if let held = show.held {
      playback.advance(to: held)
      return now
    }
    let offset = SystemClock.wallMinusMonotonic
    let change = playback.nextChange.map { $0.nanoseconds - offset }
    let vblank = clock.presentation(now: now, change: change)
    playback.advance(to: Instant(nanoseconds: vblank + offset))
    return vblank
  }

  private func frame() throws(Failure) {
    let now = SystemClock.monotonic
    let target = advance(now)
    guard needsRepaint || !playback.damage.isEmpty else { return rest(now) }
    self.target = target
    guard let surface, let canvas else { return }
    canvas.draw(playback)
    canvas.swap()
    let buffer: Buffer
    do throws(KMSError) { buffer = try surface.lockFront() } catch { throw Failure(error) }
    let cost = SystemClock.monotonic - now
    clock.drew(cost)
    show.statistics.drawn(cost)
    clips.removeAll(keepingCapacity: true)
    for rect in playback.damage {
      clips.append(
        Clip(
          x1: Int32(rect.x), y1: Int32(rect.y), x2: Int32(rect.x + rect.width),
          y2: Int32(rect.y + rect.height)))
    }
    if needsRepaint { clips.removeAll(keepingCapacity: true) }
    needsRepaint = false
    try commit(buffer)
  }

  private func commit(_ buffer: Buffer) throws(Failure) {
    // The event can come before the call returns: the state is set first.
    state = .flying
    refused = nil
    pending = buffer
    do throws(KMSError) {
      try pipeline.flip(buffer, damage: clips)
      alarm?.set(SystemClock.monotonic + clock.patience)
    } catch {
      pending = nil
      switch error.reaction {
      case .wait, .again:
        refused = buffer
        alarm?.set(SystemClock.monotonic + (clock.period ?? 16_000_000))
      case .pause:
        surface?.release(buffer)
        try show.lostMaster()
      case .modeset, .reduce:
        surface?.release(buffer)
        show.diagnostics.say(.warning, "\(choice.connector): \(error); setting the mode again")
        try relight()
      case .tearDown:
        surface?.release(buffer)
        show.deviceGone(card)
      case .fail:
        surface?.release(buffer)
        throw Failure(error)
      }
    }
  }

  /// Its flip is done.
  func flipped(_ event: DisplayEvent) throws(Failure) {
    guard state == .flying else { return }
    if let pending {
      if let front { surface?.release(front) }
      front = pending
      self.pending = nil
      lostFlips = 0
      let now = SystemClock.monotonic
      let time = clock.flipped(event, now: now)
      show.statistics.presented(late: time - target, period: clock.period)
      show.presented()
    }
    if let refused { return try commit(refused) }
    rest(SystemClock.monotonic)
  }

  /// What is next: another frame, or nothing until the board changes.
  private func rest(_ now: Int64) {
    guard show.held == nil, playback.isMoving else {
      state = .standing
      alarm?.set(nil)
      return
    }
    state = .scheduled
    alarm?.set(clock.wakeup(now: now))
  }

  /// An event did not come: once more from the start, and the second time not with this process.
  private func flipLost() throws(Failure) {
    lostFlips += 1
    show.diagnostics.say(.warning, "\(choice.connector): a page flip was never reported")
    guard lostFlips < 2 else {
      throw Failure(.unavailable, "\(choice.connector): page flips are not reported; starting again may help")
    }
    if let front { surface?.release(front) }
    front = pending
    pending = nil
    try relight()
  }

  // MARK: - Pause, return, end

  /// Sets everything anew, with a whole picture.
  func relight() throws(Failure) {
    needsRepaint = true
    state = .dark
    try light()
  }

  /// The display is not ours for now: nothing is drawn, and no event is awaited.
  func pause() {
    state = .dark
    needsRepaint = true
    alarm?.set(nil)
    // A flip on its way ends without us; its buffer is free once another is shown.
    if let refused { surface?.release(refused) }
    refused = nil
    if let pending {
      if let front { surface?.release(front) }
      front = pending
      self.pending = nil
    }
  }

  /// Lets go of the connector that is gone.
  func turnOff() {
    pause()
    do throws(KMSError) { try pipeline.turnOff() } catch {
      show.diagnostics.say(.info, "\(choice.connector): \(error)")
    }
  }

  var isDark: Bool { state == .dark }

  /// Whether its link was lost, or somebody changed what we had set.
  func needsModeset() throws(Failure) -> Bool {
    pipeline.refresh()
    return !pipeline.isAlreadySo
  }

  /// Lets the last picture outlive us.
  func keepPicture() {
    (pending ?? front)?.keep()
  }

  /// Gives everything back; what is on screen must be somebody else's by then.
  func close() {
    alarm = nil
    canvas = nil
    surface = nil
  }
}
