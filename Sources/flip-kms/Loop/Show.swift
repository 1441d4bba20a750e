import FlipBoard
import FlipKMS
import Glibc

/// The board on the displays of this machine, from the first look for a card to the console's return.
///
/// It owns the session, the cards and the screens, and does what their events ask for. What a screen shows
/// when is the screen's own affair.
final class Show {
  let loop: EventLoop
  let diagnostics: Diagnostics
  let service: Service
  let program: Programme

  let session: any Session
  var tenure = DisplayTenure()
  var holding = RetryBudget()
  var plugs = HotplugDebounce()
  private var monitor: HotplugMonitor?
  private var wallAlarm: Alarm?
  /// For all that waits by the monotonic clock: settling plugs, held displays, signs of life.
  private var alarm: Alarm?
  var retryAt: Int64?

  /// What the windows of the settings say for this moment.
  var lighting = Lighting()

  var cards: [String: Card] = [:]
  /// Files of cards that are gone, to be closed once nobody holds what was made with them.
  var gone: [Int32] = []
  var screens: [Screen] = []
  /// Of all screens, those that have gone too.
  var figures = FrameFigures()
  private var frameNumbers: UInt32 = 0
  /// What it was said to be drawn with.
  var toldRenderer = ""
  var hasShown = false
  /// What is wanting, as it has been told; nil while something is shown.
  var waitsFor: NothingToShow?
  /// Those that the board has no room on.
  var dark = DarkDisplays()
  /// Whether it has been told what is shown where.
  var isAnnounced = false
  /// Whether the session has let us set modes at least once.
  var hasTerminal = false

  /// `--at`: the one instant whose picture stands, nil for the passing time.
  var held: Instant? { program.held }

  init(
    loop: EventLoop, diagnostics: Diagnostics, service: Service, session: any Session, program: Programme
  ) {
    self.loop = loop
    self.diagnostics = diagnostics
    self.service = service
    self.session = session
    self.program = program
  }

  func start() throws(Failure) {
    wallAlarm = try Alarm(.wall, on: loop) { [weak self] () throws(Failure) in
      try self?.followLighting()
      for screen in self?.screens ?? [] { try screen.look() }
    }
    try followLighting()
    alarm = try Alarm(.monotonic, on: loop) { [weak self] () throws(Failure) in try self?.timePassed() }
    if let file = session.fileDescriptor {
      try loop.watch(file) { [session] () throws(Failure) in
        try asFailure { () throws(KMSError) in try session.dispatch() }
      }
    }
    do throws(KMSError) { monitor = try HotplugMonitor() } catch {
      diagnostics.say(.warning, "displays that come and go will not be noticed: \(error)")
    }
    if let monitor {
      try loop.watch(monitor.fileDescriptor) { [weak self] () throws(Failure) in
        guard let self, let news = self.monitor?.read(), !news.isEmpty else { return }
        self.plugs.told(at: SystemClock.monotonic)
      }
    }
    if session.isActive { try scan() } else { try perform(tenure.paused()) }
  }

  /// After each round of the loop: follows the session, and sets when to wake next.
  func settle() throws(Failure) {
    try followSession()
    while let file = gone.popLast() { session.close(file) }
    var change = lighting.nextChange
    for screen in screens {
      if let wake = screen.nextWake() { change = min(change ?? wake, wake) }
    }
    wallAlarm?.set(change)
    program.tellWarnings { diagnostics.say(.warning, $0) }
    // The alarm tells when the clock is set, but isn't set itself while a flap falls.
    service.lookAtClock()
    let ping = service.ping(now: SystemClock.monotonic)
    var next = ping
    for deadline in [plugs.deadline, tenure.deadline, retryAt] {
      if let deadline { next = min(next ?? deadline, deadline) }
    }
    alarm?.set(next)
  }

  private func timePassed() throws(Failure) {
    let now = SystemClock.monotonic
    try perform(tenure.timePassed(now))
    if let retryAt, now >= retryAt {
      self.retryAt = nil
      try scan()
    }
    if plugs.isDue(at: now) { try scan() }
  }

  /// Puts everything back, whatever state it is in.
  func end() {
    let keep = program.keepsPicture
    if !keep, tenure.isActive {
      for card in cards.values where !card.restore() {
        // What was on it before is gone; the kernel's console comes when the card closes.
        for screen in screens where screen.card === card { screen.turnOff() }
      }
    }
    for screen in screens { screen.close(keep: keep) }
    screens.removeAll()
    for card in cards.values { loop.forget(card.device.fileDescriptor) }
    cards.removeAll()
    session.end(keep: keep)
  }

  /// The system's zone is another: so are the board's times and the windows.
  func zoneChanged() throws(Failure) {
    try followLighting()
    try boardsChanged()
  }

  /// Another board from now on: settings were read again, the zone changed, a message came.
  func boardsChanged() throws(Failure) {
    for screen in screens { try screen.take(try program.board(for: screen.pipeline)) }
  }

  /// The configuration was read again: another board, and perhaps another display.
  func settingsChanged() throws(Failure) {
    try followLighting()
    let before = screens
    try scan()
    for screen in screens where before.contains(where: { $0 === screen }) { try screen.rebuild() }
  }

  /// Numbers for the frames of another screen: no two screens have the same.
  func nextFrames() -> UInt32 {
    defer { frameNumbers &+= 1 << 20 }
    return frameNumbers
  }
}
