extension Candidate {
  /// Why the connector cannot be used, whatever its card can route; nil where it can.
  var fault: String? {
    if connector.modes?.isEmpty == true { return "\(printable(connector.name)) has no mode" }
    if connector.possibleCRTCs?.isEmpty == true { return "\(printable(connector.name)) reaches no CRTC" }
    return nil
  }

  /// Whether this is another connector than that one.
  func isOther(than other: Candidate) -> Bool {
    cardIndex != other.cardIndex || connectorIndex != other.connectorIndex
  }

  /// The complaint that the user's mode is not there, with those that are, each once.
  func lacks(_ mode: ModePreference, waiting: String?) -> NothingToShow {
    var seen: Set<String> = []
    let have = (connector.modes ?? []).map(\.preciseLabel).filter { seen.insert($0).inserted }
    return NothingToShow(
      .unknownMode(mode.description, output: connector.name, have: have), card: waiting)
  }

  /// Puts a choice together. `faults` are those of outputs that would have gone first.
  func choice(
    crtc: Int?, plane: Int?, mode: ModeChoice, wish: DisplayPreference, rival: Candidate?, faults: [String]
  ) -> Choice {
    let planeDescription = plane.flatMap { card.planes?[$0] }
    let taken = planeDescription?.formats
    let formats = FourCC.drawable.filter { taken?.contains($0) ?? true }

    let place: String
    switch wish.output {
    case .named: place = "asked for"
    case .all: place = connector.status == .connected ? "connected" : "it may be connected"
    case .auto: place = reason(over: rival)
    }
    let what = mode.mode.map { "\($0.preciseLabel) is \(mode.why)" } ?? "it takes \(mode.why)"
    let why = "\(printable(connector.name)) on \(printable(card.path)): \(place); \(what)"

    var warnings: [String] = []
    if wish.output == .auto || wish.output == .all {
      warnings += faults
      if connector.status != .connected {
        warnings.append("nothing is known to be connected; trying \(printable(connector.name))")
      }
    }
    if connector.isNonDesktop == true {
      warnings.append("\(printable(connector.name)) says that it is not for desktops")
    }
    let isOwnMode = if case .modeline = wish.mode { true } else { false }
    if connector.hasEDID == false, connector.expectsEDID, !isOwnMode {
      warnings.append(
        "\(printable(connector.name)) has no EDID, so its modes are guesses; `mode` takes a modeline")
    }
    warnings += mode.warnings

    let crtcs = card.crtcs ?? []
    return Choice(
      card: card.path, cardIndex: cardIndex, connector: connector.name, connectorIndex: connectorIndex,
      connectorID: connector.id, crtcIndex: crtc,
      crtcID: crtc.flatMap { crtcs.indices.contains($0) ? crtcs[$0].id : nil }, planeIndex: plane,
      planeID: planeDescription?.id, mode: mode.mode, modeIndex: mode.index, formats: formats, why: why,
      warnings: warnings)
  }
}
