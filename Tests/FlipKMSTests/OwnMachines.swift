import FlipKMS

// Short words for machines in tests.

/// A mode with a rate in mHz; `i` for interlaced.
func mode(_ width: Int, _ height: Int, _ milliHertz: Int, preferred: Bool = false, i: Bool = false)
  -> ModeDescription
{
  var mode = ModeDescription(width: width, height: height, isPreferred: preferred)
  mode.statedMilliHertz = milliHertz
  mode.vrefresh = (milliHertz + 500) / 1000
  mode.flags = i ? .interlace : []
  return mode
}

let hd60 = mode(1920, 1080, 60_000, preferred: true)

/// A connector that is connected, unless its status is given.
func output(
  _ name: String, _ status: ConnectorDescription.Status = .connected, crtcs: [Int]? = [0],
  edid: Bool? = true, lit: UInt32? = nil, _ modes: [ModeDescription] = [hd60]
) -> ConnectorDescription {
  ConnectorDescription(
    name: name, status: status, isNonDesktop: false, hasEDID: edid, possibleCRTCs: crtcs, crtcID: lit,
    modes: status == .disconnected ? [] : modes)
}

/// A card with so many CRTCs (ids 100, 101, …), each with a primary plane, all dark.
func card(
  _ number: Int = 0, _ driver: String = "vc4", byPath: String? = nil, crtcs: Int = 1,
  _ outputs: [ConnectorDescription]
) -> CardDescription {
  CardDescription(
    path: "/dev/dri/card\(number)", byPath: byPath, driver: driver, isKMS: true, connectors: outputs,
    crtcs: (0..<crtcs).map { CRTCDescription(id: UInt32(100 + $0), state: .off) },
    planes: (0..<crtcs).map {
      PlaneDescription(
        id: UInt32(200 + $0), kind: .primary, possibleCRTCs: [$0], formats: [.xrgb8888, .argb8888])
    })
}

func card(_ outputs: [ConnectorDescription]) -> CardDescription { card(0, "vc4", outputs) }

func card(_ number: Int, _ outputs: [ConnectorDescription]) -> CardDescription {
  card(number, "vc4", outputs)
}

func output(_ name: String, edid: Bool? = true, _ modes: [ModeDescription]) -> ConnectorDescription {
  output(name, .connected, edid: edid, modes)
}

/// What a test expects of a choice, in one line: `HDMI-A-1 card0 1920x1080@60 crtc 0 warns`.
func line(_ choice: Choice) -> String {
  let mode = choice.mode?.label ?? "no mode"
  let crtc = choice.crtcIndex.map { " crtc \($0)" } ?? ""
  let card = choice.card.split(separator: "/").last ?? ""
  return "\(choice.connector) \(card) \(mode)\(crtc)\(choice.warnings.isEmpty ? "" : " warns")"
}

/// The lines of all choices, or the reason why there is none.
func decide(_ cards: [CardDescription], _ wish: DisplayPreference = DisplayPreference()) -> String {
  do throws(NothingToShow) {
    return try MachineDescription(cards: cards).choose(wish).map(line).joined(separator: "; ")
  } catch {
    return "\(error)" + (error.card.map { " [\($0)]" } ?? "")
  }
}
