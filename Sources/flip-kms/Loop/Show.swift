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

  private let session: any Session
  private var tenure = DisplayTenure()
  private var holding = RetryBudget()
  private var plugs = HotplugDebounce()
  private var monitor: HotplugMonitor?
  private var wallAlarm: Alarm?
  /// For all that waits by the monotonic clock: settling plugs, held displays, signs of life.
  private var alarm: Alarm?
  private var retryAt: Int64?

  private(set) var cards: [String: Card] = [:]
  private(set) var screens: [Screen] = []
  /// Of all screens, those that have gone too.
  var figures = FrameFigures()
  private var hasShown = false
  /// Whether it has been told what is shown where.
  private var isAnnounced = false
  /// Whether the session has let us set modes at least once.
  private var hasTerminal = false

  /// `--at`: the one instant whose picture stands, nil for the passing time.
  var held: Instant? { program.held }
  var hasDisplay: Bool { tenure.isActive }

  init(
    loop: EventLoop, diagnostics: Diagnostics, service: Service, session: any Session, program: Programme
  ) {
    self.loop = loop
    self.diagnostics = diagnostics
    self.service = service
    self.session = session
    self.program = program
  }

  private(set) var lighting = Lighting()

  // MARK: - Start and end

  func start() throws(Failure) {
    wallAlarm = try Alarm(.wall, on: loop) { [weak self] wasSet throws(Failure) in
      if wasSet { self?.service.clockWasSet() }
      try self?.followLighting()
      for screen in self?.screens ?? [] { try screen.look() }
    }
    try followLighting()
    alarm = try Alarm(.monotonic, on: loop) { [weak self] _ throws(Failure) in try self?.timePassed() }
    if let file = session.fileDescriptor {
      try loop.watch(file) { [weak self] () throws(Failure) in try self?.sessionSpoke() }
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
    diagnostics.say(.info, "using the display \(session.description)")
    if session.isActive { try scan() } else { try perform(tenure.paused()) }
  }

  /// After each round of the loop: when to wake next.
  func settle() {
    var change = lighting.nextChange
    for screen in screens {
      if let wake = screen.nextWake() { change = min(change ?? wake, wake) }
    }
    wallAlarm?.set(change)
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

  // MARK: - Looking for displays

  /// Looks at what is there and shows on what is chosen: at the start, after a hotplug, on return.
  private func scan() throws(Failure) {
    guard tenure.isActive else { return }
    var faults: [KMSError] = []
    for card in cards.values {
      do throws(KMSError) { try card.device.scan(probe: true) } catch {
        diagnostics.say(.warning, "\(error)")
      }
    }
    let machine = MachineDescription.current(
      probe: true, open: cards.mapValues { $0.device }, faults: &faults)
    let choices: [Choice]
    do throws(NothingToShow) { choices = try machine.choose(wish()) } catch {
      return try wait(error, faults: faults)
    }
    do throws(Failure) { try reconcile(with: choices) } catch {
      guard isPassing(error) else { throw error }
      try retry(error)
    }
  }

  /// Whether it may be over in a moment. While the machine starts, a card's node is there before udev has
  /// given it to its group.
  private func isPassing(_ failure: Failure) -> Bool {
    failure.code == .held || failure.code == .permission && program.isService
  }

  /// What to choose by: with `auto` what is lit stays, as long as it is there.
  private func wish() -> DisplayPreference {
    var wish = program.wish
    if hasShown { wish.missingMode = .usePreferred }
    guard wish.output == .auto, let screen = screens.first,
      screen.card.device.isConnected(screen.choice.connector)
    else { return wish }
    wish.output = .named(screen.choice.connector)
    wish.device = screen.choice.card
    return wish
  }

  /// Makes the screens those of the choices, and leaves alone what is as it should be.
  private func reconcile(with choices: [Choice]) throws(Failure) {
    for screen in screens where !choices.contains(where: { $0.isSameOutput(as: screen.choice) }) {
      drop(screen)
    }
    for choice in choices {
      if let screen = screens.first(where: { $0.choice.isSameOutput(as: choice) }) {
        if lighting.isOff { continue }
        if !screen.isLit || screen.hasLostMode() { try relight(screen) }
        continue
      }
      let card = try card(choice.card)
      // The session may have to wait for its turn first.
      guard tenure.isActive else { return }
      for warning in choice.warnings { diagnostics.say(.warning, warning) }
      diagnostics.say(.info, choice.why)
      let screen = try Screen(choice, on: card, show: self)
      screens.append(screen)
      isAnnounced = false
      try relight(screen)
    }
    holding.granted()
  }

  private func drop(_ screen: Screen) {
    diagnostics.say(.notice, "\(screen.choice.connector) is gone or has changed")
    screen.turnOff()
    forget(screen)
  }

  private func forget(_ screen: Screen) {
    screen.close()
    screens.removeAll { $0 === screen }
  }

  private func card(_ path: String) throws(Failure) -> Card {
    if let card = cards[path] { return card }
    let card = try Card(path: path, session: session)
    cards[path] = card
    try loop.watch(card.device.fileDescriptor) { [weak self, weak card] () throws(Failure) in
      if let card { try self?.read(card) }
    }
    if !hasTerminal {
      hasTerminal = true
      do throws(KMSError) { try session.takeTerminal() } catch {
        diagnostics.say(.notice, "the console is not kept quiet: \(error)")
      }
      if !session.isActive { try perform(tenure.paused()) }
    }
    return card
  }

  private func read(_ card: Card) throws(Failure) {
    do throws(KMSError) { try card.device.readEvents() } catch { return cardIsGone(card) }
    while let event = card.device.nextEvent() {
      try screens.first { $0.card === card && $0.pipeline.crtcID == event.crtc }?.flipped(event)
    }
  }

  /// Nothing to show on: alive and waiting where that may change, else the end.
  private func wait(_ nothing: NothingToShow, faults: [KMSError]) throws(Failure) {
    for screen in screens { drop(screen) }
    let isBlind = nothing.reason == .noCard || nothing.reason == .noDisplayCard
    if let fault = faults.first, isBlind {
      let failure = Failure(fault)
      guard isPassing(failure) else { throw failure }
      return try retry(failure)
    }
    // A service may be up before the driver is; a person at a terminal wants to know.
    guard nothing.mayMendItself, program.isService || !isBlind else { throw Failure(nothing) }
    diagnostics.say(.notice, "\(nothing); waiting for a display")
    service.say("waiting for a display: \(nothing)")
  }

  private func retry(_ failure: Failure) throws(Failure) {
    let isFirst = holding == RetryBudget()
    switch holding.refused(at: SystemClock.monotonic) {
    case .giveUp: throw failure
    case .again(let instant):
      if isFirst { for line in failure.lines { diagnostics.say(.warning, "\(line); trying again") } }
      retryAt = instant
    }
  }

  /// Brings the displays to what the windows of the settings say for this moment.
  private func followLighting() throws(Failure) {
    guard held == nil, try program.update(&lighting) else { return }
    isAnnounced = false
    for screen in screens {
      // While another terminal has the display nothing is touched; on return all is set anew.
      guard tenure.isActive else { break }
      if lighting.isOff {
        screen.blank()
      } else if screen.isLit {
        try screen.dim()
      } else {
        try relight(screen)
      }
    }
    if lighting.isOff { sayOff() }
  }

  private func sayOff() {
    guard !isAnnounced else { return }
    isAnnounced = true
    hasShown = true
    diagnostics.say(.info, "the display is off by its schedule")
    service.say("off by its schedule")
  }

  /// Sets a screen's mode, the first time or again; in hours that are to be dark, none.
  func relight(_ screen: Screen) throws(Failure) {
    guard !lighting.isOff else {
      screen.blank()
      return sayOff()
    }
    do throws(Failure) { try screen.light() } catch {
      // It may have been taken from us in the middle of it: then its turn comes again.
      guard tenure.isActive, !screen.card.device.isMaster else { throw error }
      try forbidden()
    }
  }

  // MARK: - What happens

  /// A frame came up on a screen.
  func presented() {
    guard !isAnnounced else { return }
    isAnnounced = true
    hasShown = true
    let status = "showing on \(screens.map(\.choice.label).joined(separator: ", "))"
    diagnostics.say(.info, status)
    service.say(status)
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
    for screen in screens { try screen.rebuild() }
    try scan()
  }

  /// One of the virtual terminal's signals.
  func receive(signal: Int32) throws(Failure) {
    if let change = session.receive(signal: signal) { try follow(change) }
  }

  private func sessionSpoke() throws(Failure) {
    let change = try asFailure { () throws(KMSError) in try session.dispatch() }
    if let change { try follow(change) }
  }

  private func follow(_ change: SessionChange) throws(Failure) {
    try perform(change == .paused ? tenure.paused() : tenure.resumed())
  }

  /// A commit was refused because the display is no longer ours.
  func forbidden() throws(Failure) { try perform(tenure.commitForbidden(at: SystemClock.monotonic)) }

  private func perform(_ action: DisplayTenure.Action) throws(Failure) {
    switch action {
    case .nothing: break
    case .stopAndAcknowledge:
      for screen in screens { screen.pause() }
      session.acknowledgePause()
      service.say("another terminal has the display")
    case .acknowledge: session.acknowledgePause()
    case .stopAndSay:
      for screen in screens { screen.pause() }
      diagnostics.say(.warning, "another program took the display; asking for it back")
    case .ask:
      var next: DisplayTenure.Action
      do throws(KMSError) {
        try session.resume()
        next = tenure.regained()
      } catch {
        next = tenure.refused(at: SystemClock.monotonic)
      }
      try perform(next)
    case .restart:
      // Whoever was here may have left anything: all is read anew, every mode is set.
      for screen in screens { screen.pause() }
      isAnnounced = false
      try scan()
    case .giveUp: throw Failure(.held, "the display was taken by another program and not given back")
    }
  }

  /// A card was unplugged, or its driver fell over.
  func cardIsGone(_ card: Card) {
    diagnostics.say(.warning, "\(card.device.path) is gone")
    for screen in screens where screen.card === card { forget(screen) }
    loop.forget(card.device.fileDescriptor)
    cards[card.device.path] = nil
    session.close(card.device.fileDescriptor)
    plugs.told(at: SystemClock.monotonic)
  }
}

extension Choice {
  /// Whether both put the same mode on the same connector.
  func isSameOutput(as other: Choice) -> Bool {
    card == other.card && connectorID == other.connectorID && crtcID == other.crtcID && mode == other.mode
  }
}
