import FlipBoard
import FlipKMS
import Glibc

/// The board on the displays of this machine, from the first look for a card to the console's return.
///
/// It owns the session, the cards and the screens, and brings them what happens: hotplug, the
/// session's coming and going, lost master. What each screen shows when is the screen's own affair.
final class Show {
  let loop: EventLoop
  let diagnostics: Diagnostics
  let service: Service
  /// `--at`: the one instant whose picture stands, nil for the passing time.
  let held: Instant?
  var statistics = Statistics()

  private let session: any Session
  private var wish: DisplayPreference
  private let keep: Bool
  private let isService: Bool
  private var cards: [String: Card] = [:]
  private(set) var screens: [Screen] = []
  private var monitor: HotplugMonitor?
  private var isPaused = false
  private var rescanIsDue = false
  private var retriesLeft = Show.retries
  private var wallAlarm: Alarm?
  private var retryAlarm: Alarm?

  /// How often a held display is asked for, a second apart.
  private static let retries = 10
  /// Nanoseconds that a plug may bounce.
  private static let bounce: Int64 = 300_000_000

  init(
    loop: EventLoop, diagnostics: Diagnostics, service: Service, session: any Session,
    wish: DisplayPreference, keep: Bool, held: Instant?, isService: Bool
  ) throws(Failure) {
    self.loop = loop
    self.diagnostics = diagnostics
    self.service = service
    self.session = session
    self.wish = wish
    self.keep = keep
    self.held = held
    self.isService = isService
  }

  // MARK: - Start and end

  func start() throws(Failure) {
    wallAlarm = try Alarm(.wall, on: loop) { [weak self] _ throws(Failure) in
      for screen in self?.screens ?? [] { try screen.wake() }
    }
    retryAlarm = try Alarm(.monotonic, on: loop) { [weak self] _ throws(Failure) in try self?.scan() }
    if let fd = session.fileDescriptor {
      try loop.watch(fd) { [weak self] () throws(Failure) in try self?.sessionSpoke() }
    }
    do throws(KMSError) { monitor = try HotplugMonitor() } catch {
      diagnostics.say(.warning, "displays that come and go will not be noticed: \(error)")
    }
    if let monitor {
      try loop.watch(monitor.fileDescriptor) { [weak self] () throws(Failure) in self?.plugged() }
    }
    diagnostics.say(.info, "the display is used \(session.description)")
    guard session.isActive else {
      isPaused = true
      return service.say("waiting for the display's turn")
    }
    try scan()
  }

  /// After each round of the loop: when to wake next.
  func settle() {
    var next: Int64?
    for screen in screens {
      if let change = screen.nextChange { next = min(next ?? change, change) }
    }
    wallAlarm?.set(isPaused ? nil : next)
  }

  /// Puts everything back; whatever state it is in.
  func end() {
    for screen in screens where keep { screen.keepPicture() }
    if !keep, !isPaused {
      for card in cards.values where !card.snapshot.restore() {
        // What was on it is gone; the kernel's console comes when the card closes.
        for screen in screens where screen.card === card { screen.turnOff() }
      }
    }
    for screen in screens { screen.close() }
    screens.removeAll()
    for card in cards.values { loop.forget(card.device.fileDescriptor) }
    cards.removeAll()
    session.end(keep: keep)
  }

  // MARK: - Looking for displays

  /// Looks at what is there and shows on what is chosen. Called at the start, after a hotplug, on return.
  private func scan() throws(Failure) {
    guard !isPaused else {
      rescanIsDue = true
      return
    }
    rescanIsDue = false
    var faults: [KMSError] = []
    for card in cards.values {
      do throws(KMSError) { try card.device.scan(probe: true) } catch {
        diagnostics.say(.warning, "\(card.device.path): \(error)")
      }
    }
    let machine = MachineDescription.current(
      probe: true, open: cards.mapValues { $0.device }, faults: &faults)
    let choices: [Choice]
    do throws(NothingToShow) { choices = try machine.choose(wish) } catch {
      return try wait(error, faults: faults)
    }
    do throws(Failure) { try reconcile(with: choices) } catch {
      guard error.code == .held else { throw error }
      try retry(error)
    }
  }

  /// Makes the screens those of the choices, and leaves alone what is as it should be.
  private func reconcile(with choices: [Choice]) throws(Failure) {
    for screen in screens where !choices.contains(where: { $0.isSameOutput(as: screen.choice) }) {
      drop(screen)
    }
    for choice in choices {
      if let screen = screens.first(where: { $0.choice.isSameOutput(as: choice) }) {
        if try screen.needsModeset() { try screen.relight() }
        continue
      }
      let card = try card(choice.card)
      let screen = try Screen(choice, on: card, show: self)
      for warning in choice.warnings { diagnostics.say(.warning, warning) }
      diagnostics.say(.info, "\(choice.label): \(choice.why)")
      screens.append(screen)
      try screen.light()
    }
    wish.missingMode = .usePreferred
    retriesLeft = Show.retries
  }

  private func drop(_ screen: Screen) {
    diagnostics.say(.notice, "\(screen.choice.connector) is gone or changed")
    screen.turnOff()
    screen.close()
    screens.removeAll { $0 === screen }
  }

  private func card(_ path: String) throws(Failure) -> Card {
    if let card = cards[path] { return card }
    let card = try Card(path: path, session: session)
    cards[path] = card
    try loop.watch(card.device.fileDescriptor) { [weak self, weak card] () throws(Failure) in
      guard let self, let card else { return }
      try self.read(card)
    }
    return card
  }

  private func read(_ card: Card) throws(Failure) {
    var events: [DisplayEvent] = []
    do throws(KMSError) { try card.device.readEvents { events.append($0) } } catch {
      return deviceGone(card)
    }
    for event in events {
      try screens.first { $0.card === card && $0.pipeline.crtcID == event.crtc }?.flipped(event)
    }
  }

  /// Nothing to show on: alive and waiting where that may change, else the end.
  private func wait(_ nothing: NothingToShow, faults: [KMSError]) throws(Failure) {
    for screen in screens { drop(screen) }
    if let fault = faults.first, nothing.reason == .noCard || nothing.reason == .noDisplayCard {
      throw Failure(fault)
    }
    let isHopeless = !nothing.mayMendItself || (nothing.reason == .noCard && !isService)
    guard !isHopeless else { throw Failure(nothing) }
    diagnostics.say(.notice, "\(nothing); waiting for one")
    service.say("waiting for a display: \(nothing)")
  }

  private func retry(_ failure: Failure) throws(Failure) {
    guard retriesLeft > 0 else { throw failure }
    if retriesLeft == Show.retries {
      for line in failure.lines { diagnostics.say(.warning, "\(line); trying again") }
    }
    retriesLeft -= 1
    retryAlarm?.set(SystemClock.monotonic + 1_000_000_000)
  }

  // MARK: - What happens

  private func plugged() {
    guard let news = monitor?.read(), !news.isEmpty else { return }
    retryAlarm?.set(SystemClock.monotonic + Show.bounce)
  }

  func presented() { service.say("showing on \(screens.map(\.choice.label).joined(separator: ", "))") }

  /// One of the signals that the terminal sends.
  func receive(signal: Int32) throws(Failure) {
    if let change = session.receive(signal: signal) { try follow(change) }
  }

  private func sessionSpoke() throws(Failure) {
    let change: SessionChange?
    do throws(KMSError) { change = try session.dispatch() } catch { throw Failure(error) }
    if let change { try follow(change) }
  }

  private func follow(_ change: SessionChange) throws(Failure) {
    switch change {
    case .paused:
      pause()
      session.acknowledgePause()
    case .resumed:
      do throws(KMSError) { try session.resume() } catch {
        diagnostics.say(.warning, "\(error)")
      }
      isPaused = false
      // The other program may have left anything behind: the objects are read anew, all modes are set.
      for screen in screens { screen.pause() }
      try scan()
      for screen in screens where screen.isDark { try screen.relight() }
    }
  }

  private func pause() {
    isPaused = true
    for screen in screens { screen.pause() }
    service.say("another terminal has the display")
  }

  /// Another program took the display without asking.
  func lostMaster() throws(Failure) {
    guard !isPaused else { return }
    diagnostics.say(.warning, "another program took the display")
    for screen in screens { screen.pause() }
    retryAlarm?.set(SystemClock.monotonic + 1_000_000_000)
  }

  /// A card was unplugged, or its driver fell over.
  func deviceGone(_ card: Card) {
    diagnostics.say(.warning, "\(card.device.path) is gone")
    for screen in screens where screen.card === card {
      screen.close()
    }
    screens.removeAll { $0.card === card }
    loop.forget(card.device.fileDescriptor)
    cards[card.device.path] = nil
    session.close(card.device.fileDescriptor)
    retryAlarm?.set(SystemClock.monotonic + Show.bounce)
  }
}

extension Choice {
  /// Whether both put the same mode on the same connector.
  func isSameOutput(as other: Choice) -> Bool {
    card == other.card && connectorID == other.connectorID && crtcID == other.crtcID && mode == other.mode
  }
}
