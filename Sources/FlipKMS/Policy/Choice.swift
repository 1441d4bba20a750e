/// One display to show on: which card, connector, CRTC, plane and mode, and why.
///
/// Indices are places in the machine's description; ids are the kernel's, where the description has them.
public struct Choice: Hashable, Sendable {
  /// The card's node.
  public var card: String
  public var cardIndex: Int
  /// The connector's name.
  public var connector: String
  public var connectorIndex: Int
  public var connectorID: UInt32?
  /// nil only where the description has neither CRTCs nor the connector's mask.
  public var crtcIndex: Int?
  public var crtcID: UInt32?
  /// The plane to draw on; nil where none is known that is a primary one, is this CRTC's own, and has a
  /// format that we draw: legacy calls then go to the CRTC without naming a plane.
  public var planeIndex: Int?
  public var planeID: UInt32?
  /// nil where the description has no list of modes.
  public var mode: ModeDescription?
  /// The mode's place in the connector's list; nil for a modeline, and for a current mode that is not listed.
  public var modeIndex: Int?
  /// Formats to try, best first: what we can draw and the plane takes. All that we draw where the plane's
  /// formats are not known.
  public var formats: [FourCC]
  /// One sentence, without a full stop.
  public var why: String
  /// What the user should be told, one sentence each.
  public var warnings: [String]

  /// `HDMI-A-1 on /dev/dri/card1 at 1920x1080@60.00`.
  public var label: String {
    "\(printable(connector)) on \(printable(card))" + (mode.map { " at \($0.preciseLabel)" } ?? "")
  }
}

/// Why there is nothing to show on.
public struct NothingToShow: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// No DRM card at all.
    case noCard
    /// Cards, but none whose GetResources works.
    case noDisplayCard
    /// No card of the name that the user gave. Carries the names that there are.
    case unknownDevice(String, have: [String])
    /// The user's card has no display hardware.
    case deviceCannotShow(String)
    /// No connector of the name that the user gave. Carries the names that there are.
    case unknownOutput(String, have: [String])
    /// The user's connector is there, with nothing on it.
    case outputDisconnected(String)
    /// The user's connector cannot be used, and why: a sentence that names it.
    case outputUnusable(String, because: String)
    /// Nothing is connected anywhere.
    case nothingConnected
    /// Something is connected, but has no mode or no CRTC. Carries the connectors with their fault.
    case nothingUsable([String])
    /// The user's mode is not among the output's. Carries the output and its modes.
    case unknownMode(String, output: String, have: [String])
  }

  public var reason: Reason
  /// The node of the card to hold and to wait at, where there is one that a display may come to.
  public var card: String?

  public init(_ reason: Reason, card: String? = nil) {
    self.reason = reason
    self.card = card
  }

  /// Whether plugging something in may mend it, so that `run` does well to stay alive. Names that are
  /// misspelt and modes that are missing do not mend themselves.
  public var mayMendItself: Bool {
    switch reason {
    case .noCard, .noDisplayCard, .outputDisconnected, .nothingConnected, .nothingUsable: true
    case .unknownDevice, .deviceCannotShow, .unknownOutput, .outputUnusable, .unknownMode: false
    }
  }
}

extension NothingToShow: CustomStringConvertible {
  /// One line for the user.
  public var description: String {
    switch reason {
    case .noCard: return "there is no display card (/dev/dri/card*)"
    case .noDisplayCard: return "no card has display outputs; those found only render"
    case .unknownDevice(let name, let have):
      return "there is no card \(printable(name)); there \(list(have))"
    case .deviceCannotShow(let name): return "\(printable(name)) has no display outputs, it only renders"
    case .unknownOutput(let name, let have):
      return "there is no output \(printable(name)); there \(list(have))"
    case .outputDisconnected(let name): return "nothing is connected to \(printable(name))"
    case .outputUnusable(_, let because): return because
    case .nothingConnected: return "no display is connected"
    case .nothingUsable(let faults): return "no display can be used: \(faults.joined(separator: "; "))"
    case .unknownMode(let mode, let output, let have):
      return "\(printable(output)) has no mode \(printable(mode)); there \(list(have))"
    }
  }

  private func list(_ names: [String]) -> String {
    guard !names.isEmpty else { return "are none" }
    let shown = names.prefix(40).map { printable($0) }.joined(separator: ", ")
    return (names.count == 1 ? "is " : "are ") + shown + (names.count > 40 ? ", …" : "")
  }
}
