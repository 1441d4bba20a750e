import FlipKMS

/// The machine as a table for people, with the decision and its reasons below.
extension MachineDescription {
  func table(_ result: Result<[Choice], NothingToShow>) -> String {
    let choices = (try? result.get()) ?? []
    var lines: [String] = []
    if cards.isEmpty { lines.append("no display card") }
    for (index, card) in cards.enumerated() {
      lines.append(card.headline)
      if let byPath = card.byPath { lines.append("  also \(visible(byPath))") }
      let width = (card.connectors ?? []).map(\.name.count).max() ?? 0
      for (place, connector) in (card.connectors ?? []).enumerated() {
        let choice = choices.first { $0.cardIndex == index && $0.connectorIndex == place }
        lines += connector.rows(nameWidth: min(width, 24), choice: choice, in: card)
      }
    }
    lines.append("")
    switch result {
    case .success(let choices):
      for choice in choices { lines += choice.lines }
    case .failure(let nothing):
      lines.append("nothing to show on: \(nothing)")
      // What the user has to mend is no reason to wait.
      if let card = nothing.card, nothing.mayMendItself { lines.append("would wait at \(visible(card))") }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension CardDescription {
  fileprivate var headline: String {
    var facts = [driver.map { visible($0) } ?? "driver not known"]
    if isKMS == false { facts.append("only renders") }
    if let atomic = capabilities?.atomic { facts.append(atomic ? "atomic" : "legacy") }
    if let crtcs { facts.append("\(crtcs.count) CRTC\(crtcs.count == 1 ? "" : "s")") }
    return "\(visible(path))  \(facts.joined(separator: ", "))"
  }
}

extension ConnectorDescription {
  fileprivate func rows(nameWidth: Int, choice: Choice?, in card: CardDescription) -> [String] {
    var facts = [status?.rawValue ?? "status not known"]
    if isNonDesktop == true { facts.append("not for desktops") }
    if isWriteback { facts.append("writes to memory") }
    if hasEDID == false, status == .connected, !isInternal { facts.append("no EDID") }
    if let modes, modes.isEmpty, status != .disconnected { facts.append("no modes") }
    if modes == nil, status == .connected { facts.append("modes not known") }
    if let id = crtcID, id != 0 { facts.append("lit by CRTC \(id)") }

    let shown = visible(name, limit: nameWidth)
    let pad = String(repeating: " ", count: max(0, nameWidth - shown.count))
    var rows = ["  \(choice == nil ? " " : "*") \(shown)\(pad)  \(facts.joined(separator: ", "))"]
    var last = ""
    for (index, mode) in (modes ?? []).enumerated() {
      let isChosen = choice?.modeIndex == index
      let notes = [
        isChosen ? "chosen" : nil, mode.isPreferred == true ? "preferred" : nil,
        mode.isUserDefined == true ? "user-defined" : nil,
        mode.name.flatMap { $0.hasPrefix("\(mode.width)x\(mode.height)") ? nil : visible($0) },
      ].compactMap { $0 }
      let label = mode.preciseLabel
      let gap = String(repeating: " ", count: max(1, 20 - label.count))
      let row =
        "      \(isChosen ? "*" : " ") \(label)\(notes.isEmpty ? "" : gap + notes.joined(separator: ", "))"
      // Televisions list the same size and rate several times, for several shapes of pixels.
      if row != last || isChosen { rows.append(row) }
      last = row
    }
    return rows
  }
}

extension Choice {
  fileprivate var lines: [String] {
    var route: [String] = []
    if let crtcIndex {
      route.append(crtcID.map { "CRTC \($0) (number \(crtcIndex))" } ?? "CRTC number \(crtcIndex)")
    }
    if let planeID { route.append("plane \(planeID)") }
    let others = formats.dropFirst().map(\.description).joined(separator: ", ")
    return ["run would take \(label)", "  because \(why)"]
      + (route.isEmpty ? [] : ["  through \(route.joined(separator: ", "))"])
      + (formats.first.map { ["  in \($0)" + (others.isEmpty ? "" : ", else \(others)")] } ?? [])
      + warnings.map { "  warning: \($0)" }
  }
}
