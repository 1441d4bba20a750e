import FlipKMS

/// Which displays it is shown on: looked for at the start, after a hotplug, and on return.
extension Show {
  /// Looks at what is there and shows on what is chosen: at the start, after a hotplug, on return.
  func scan() throws(Failure) {
    guard tenure.isActive else { return }
    var faults: [KMSError] = []
    for card in cards.values {
      do throws(KMSError) { try card.device.scan(probe: true) } catch {
        if card.device.isGone { cardIsGone(card) } else { diagnostics.say(.warning, "\(error)") }
      }
    }
    let machine = MachineDescription.current(
      probe: true, open: cards.mapValues { $0.device }, session: session, faults: &faults)
    let choices: [Choice]
    do throws(NothingToShow) { choices = try machine.choose(wish()) } catch {
      return try wait(error, faults: faults)
    }
    do throws(Failure) { try reconcile(with: choices) } catch {
      guard isPassing(error) else { throw error }
      try retry(error)
    }
  }

  /// Sees to it that there is something to show on by the display's new settings, or may be.
  ///
  /// - Throws: what they name and is not there, before anything is changed.
  func agree(to wish: DisplayPreference) throws(Failure) {
    guard tenure.isActive else { return }
    var faults: [KMSError] = []
    let machine = MachineDescription.current(
      probe: false, open: cards.mapValues { $0.device }, session: session, faults: &faults)
    do throws(NothingToShow) { _ = try machine.choose(wish) } catch {
      if !error.mayMendItself { throw Failure(error) }
    }
  }

  /// Whether it may be over in a moment. A card that comes, as all do while the machine starts, has its node
  /// before udev has given that to its group.
  private func isPassing(_ failure: Failure) -> Bool {
    failure.code == .held || failure.code == .permission && (program.isService || hasShown)
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
  private func reconcile(with all: [Choice]) throws(Failure) {
    var cramped: [(connector: String, failure: Failure)] = []
    var choices: [Choice] = []
    for choice in all {
      if let failure = choice.mode.flatMap({ program.refusal(in: $0) }) {
        cramped.append((choice.connector, failure))
      } else {
        choices.append(choice)
      }
    }
    let (news, step) = dark.looked(cramped, shown: choices.count)
    if case .end(let failure) = step { throw failure }
    for line in news { diagnostics.say(.warning, line) }
    if step == .wait {
      service.say("waiting for a display: those that are there have no room for the board")
    }
    var leaving: [Screen] = []
    for screen in screens where !choices.contains(where: { $0.isSameOutput(as: screen.choice) }) {
      // Another mode takes over from the one before, and nothing is dark in between.
      guard choices.contains(where: { $0.isSameRoute(as: screen.choice) }) else {
        drop(screen)
        continue
      }
      screen.makeWay()
      screens.removeAll { $0 === screen }
      leaving.append(screen)
    }
    defer { for screen in leaving { screen.giveBack() } }
    for choice in choices {
      if let screen = screens.first(where: { $0.choice.isSameOutput(as: choice) }) {
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
      diagnostics.say(.info, "using the display \(session.description)")
      do throws(KMSError) { try session.takeTerminal() } catch {
        diagnostics.say(.notice, "the console is not kept quiet: \(error)")
      }
      if !session.isActive { try perform(tenure.paused()) }
    }
    return card
  }

  /// Takes what the card has to tell of flips.
  func read(_ card: Card) throws(Failure) {
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
    // A service may be up before the driver is; a person at a terminal wants to know. What was shown once can
    // be shown again, whatever it was named by.
    let mayMendItself = nothing.mayMendItself && (program.isService || !isBlind)
    guard mayMendItself || hasShown else { throw Failure(nothing) }
    dark.waitsForDisplay()
    if waitsFor != nothing { diagnostics.say(.notice, "\(nothing); waiting for a display") }
    waitsFor = nothing
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

  /// A card was unplugged, or its driver fell over. What is left of it goes, so that it comes back by its own
  /// name.
  ///
  /// - Parameter failure: what it answered last, where that was more than that it is gone.
  func cardIsGone(_ card: Card, failure: KMSError? = nil) {
    let path = card.device.path
    guard cards[path] === card else { return }
    let failed = card.device.isGone ? nil : failure
    diagnostics.say(.warning, failed.map { "\(path): \($0); looking for it anew" } ?? "\(path) is gone")
    for screen in screens where screen.card === card { forget(screen) }
    loop.forget(card.device.fileDescriptor)
    cards[path] = nil
    gone.append(card.device.fileDescriptor)
    plugs.told(at: SystemClock.monotonic)
  }
}

extension Choice {
  /// Whether both put the same mode on the same connector.
  func isSameOutput(as other: Choice) -> Bool { isSameRoute(as: other) && mode == other.mode }

  /// Whether both feed the same connector from the same CRTC.
  func isSameRoute(as other: Choice) -> Bool {
    card == other.card && connectorID == other.connectorID && crtcID == other.crtcID
  }
}
