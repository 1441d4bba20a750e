extension MachineDescription {
  /// Chooses where to show, from facts and wishes alone: the same description gives the same choice, and
  /// the numbers of the cards have no say in it.
  ///
  /// Connected before unknown; a native driver before the firmware's framebuffer, those before SPI and USB
  /// displays; internal panels before what is plugged in; then by the card's hardware path, then in the order
  /// of connectors. Writeback and non-desktop connectors, and those without a mode or a CRTC, are passed over.
  ///
  /// - Returns: one choice, or with output `all` one for each display that has a CRTC, best first; never none.
  /// - Throws: why there is nothing to show on.
  public func choose(_ wish: DisplayPreference = DisplayPreference()) throws(NothingToShow) -> [Choice] {
    let shown = try displayCards(wish.device)
    let waiting = waitingCard(among: shown, device: wish.device)
    let connectors = try candidates(on: shown, wish: wish, waiting: waiting)

    var faults: [(candidate: Candidate, text: String)] = []
    var usable: [Candidate] = []
    for candidate in connectors {
      if let fault = candidate.fault { faults.append((candidate, fault)) } else { usable.append(candidate) }
    }
    usable.sort { Candidate.ground($0, before: $1) != nil }
    let routes = route(usable, wish: wish, faults: &faults)
    faults.sort { Candidate.ground($0.candidate, before: $1.candidate) != nil }
    guard !routes.isEmpty else {
      throw nothing(faults: faults, wish: wish, waiting: waiting)
    }

    var choices: [Choice] = []
    var missing: NothingToShow?
    for (candidate, crtc, plane) in routes {
      let current = candidate.card.litCRTC(of: candidate.connector)
        .flatMap { candidate.card.crtcs?[$0].activeMode }
      guard
        let mode = candidate.connector.chooseMode(wish.mode, current: current, missing: wish.missingMode)
      else {
        missing = missing ?? candidate.lacks(wish.mode, waiting: waiting)
        continue
      }
      let rival = wish.output == .auto ? usable.first { $0.isOther(than: candidate) } : nil
      choices.append(
        candidate.choice(
          crtc: crtc, plane: plane, mode: mode, wish: wish, rival: rival,
          faults: choices.isEmpty
            ? faults.filter {
              wish.output == .all || Candidate.ground($0.candidate, before: candidate) != nil
            }
            .map(\.text) : []))
    }
    if let missing {
      // With `all`, a display without the mode asked for is no reason to leave it dark: it takes its own.
      guard wish.output == .all, !choices.isEmpty else { throw missing }
      var lenient = wish
      lenient.missingMode = .usePreferred
      return try choose(lenient)
    }
    return choices
  }

  /// The cards that can show, or the one that the user named; places in `cards`.
  private func displayCards(_ device: String?) throws(NothingToShow) -> [Int] {
    guard !cards.isEmpty else { throw NothingToShow(.noCard) }
    if let device {
      let named = cards.indices.filter { cards[$0].isNamed(device) }
      guard !named.isEmpty else {
        throw NothingToShow(.unknownDevice(device, have: cards.map(\.path)))
      }
      let shown = named.filter { cards[$0].canShow }
      guard !shown.isEmpty else { throw NothingToShow(.deviceCannotShow(device)) }
      return shown
    }
    let shown = cards.indices.filter { cards[$0].canShow }
    guard !shown.isEmpty else { throw NothingToShow(.noDisplayCard) }
    return shown
  }

  /// The card to hold while nothing is connected. One whose displays come and go together with the card
  /// is not worth holding: udev tells when it has one.
  private func waitingCard(among shown: [Int], device: String?) -> String? {
    let fit = shown.filter { device != nil || cards[$0].driverClass < .slow }
    return fit.min { a, b in
      cards[a].driverClass != cards[b].driverClass
        ? cards[a].driverClass < cards[b].driverClass : cards[a].goesBefore(cards[b])
    }.map { cards[$0].path }
  }

  /// The connectors that may be meant, in no order yet. Those of a name are all that bear it; else all that
  /// may have a display for people on them.
  private func candidates(
    on shown: [Int], wish: DisplayPreference, waiting: String?
  ) throws(NothingToShow) -> [Candidate] {
    let order = shown.sorted { cards[$0].goesBefore(cards[$1]) }
    let all = order.enumerated().flatMap { rank, card in
      (cards[card].connectors ?? []).enumerated().map { index, connector in
        Candidate(
          cardIndex: card, connectorIndex: index, cardRank: rank, card: cards[card], connector: connector)
      }
    }
    guard case .named(let name) = wish.output else {
      return all.filter { candidate in
        let connector = candidate.connector
        return !connector.isWriteback && connector.isNonDesktop != true && connector.status != .disconnected
      }
    }
    let named = all.filter { $0.connector.name == name }
    guard let first = named.first else {
      let have = all.map(\.connector).filter { !$0.isWriteback }.map(\.name)
      throw NothingToShow(.unknownOutput(name, have: have), card: waiting)
    }
    guard !first.connector.isWriteback else {
      throw NothingToShow(
        .outputUnusable(name, because: "\(printable(name)) writes to memory, nothing is seen on it"))
    }
    let present = named.filter { $0.connector.status != .disconnected }
    guard !present.isEmpty else { throw NothingToShow(.outputDisconnected(name), card: first.card.path) }
    return present
  }

  /// Gives CRTCs and planes: to the best candidate that gets one, or with `all` to as many as there are for.
  private func route(
    _ usable: [Candidate], wish: DisplayPreference, faults: inout [(candidate: Candidate, text: String)]
  ) -> [(Candidate, Int?, Int?)] {
    var routes: [(candidate: Candidate, crtc: Int?, plane: Int?)] = []
    // Only one kind of status is shown at a time: what is unknown has a turn where nothing is connected.
    let best = usable.first?.connector.status
    for card in Set(usable.map(\.cardIndex)).sorted() {
      let primaries = cards[card].primaryPlanes()
      let mine = usable.filter { $0.cardIndex == card }
      let costs = mine.map { cards[card].routingCosts(of: $0.connector, primaries: primaries) }
      let together = mine.indices.filter { wish.output == .all && mine[$0].connector.status == best }
      let crtcs =
        wish.output == .all
        ? Routing.assignInOrder(together.map { costs[$0] }) : mine.indices.map { Routing.cheapest(costs[$0]) }
      for (place, index) in (wish.output == .all ? together : Array(mine.indices)).enumerated() {
        let isOpen = cards[card].crtcCount == 0 && cards[card].crtcs == nil
        guard crtcs[place] != nil || isOpen else {
          faults.append((mine[index], "\(printable(mine[index].connector.name)) has no CRTC left"))
          continue
        }
        let plane = isOpen ? cards[card].anyPrimaryPlane : crtcs[place].flatMap { primaries[$0] }
        routes.append((mine[index], crtcs[place], plane))
      }
    }
    routes.sort { Candidate.ground($0.candidate, before: $1.candidate) != nil }
    return wish.output == .all ? routes : Array(routes.prefix(1))
  }

  private func nothing(
    faults: [(candidate: Candidate, text: String)], wish: DisplayPreference, waiting: String?
  ) -> NothingToShow {
    if case .named(let name) = wish.output, let fault = faults.first {
      return NothingToShow(.outputUnusable(name, because: fault.text), card: waiting)
    }
    let real = faults.filter { $0.candidate.connector.status == .connected }
    return NothingToShow(
      real.isEmpty ? .nothingConnected : .nothingUsable(real.map(\.text)), card: waiting)
  }
}

extension Routing {
  /// The column of least cost, the first of equals; nil where all are impossible.
  static func cheapest(_ costs: [Int]) -> Int? {
    costs.indices.min { (costs[$0], $0) < (costs[$1], $1) }.flatMap { costs[$0] < impossible ? $0 : nil }
  }
}
