/// A connector: a socket, or the panel behind it.
public struct ConnectorDescription: Hashable, Sendable {
  /// What the kernel says of the far end.
  public enum Status: String, Hashable, Sendable, CaseIterable {
    case connected, disconnected
    /// It cannot tell: composite and DPI outputs, and writeback.
    case unknown
  }

  public var id: UInt32?
  /// Type and number as the kernel names them in sysfs: `HDMI-A-1`.
  public var name: String
  public var status: Status?
  /// The property `non-desktop`: a headset, a Touch Bar.
  public var isNonDesktop: Bool?
  /// Whether there is an EDID; false is common and right for internal panels.
  public var hasEDID: Bool?
  public var encoderIDs: [UInt32]?
  /// Indices of the CRTCs that its encoders reach (places in `CardDescription.crtcs`), never ids.
  public var possibleCRTCs: [Int]?
  /// The CRTC that lights it at present; 0 for none.
  public var crtcID: UInt32?
  /// Modes in the kernel's order.
  public var modes: [ModeDescription]?

  public init(
    id: UInt32? = nil, name: String, status: Status? = nil, isNonDesktop: Bool? = nil,
    hasEDID: Bool? = nil, encoderIDs: [UInt32]? = nil, possibleCRTCs: [Int]? = nil,
    crtcID: UInt32? = nil, modes: [ModeDescription]? = nil
  ) {
    self.id = id
    self.name = name
    self.status = status
    self.isNonDesktop = isNonDesktop
    self.hasEDID = hasEDID
    self.encoderIDs = encoderIDs
    self.possibleCRTCs = possibleCRTCs
    self.crtcID = crtcID
    self.modes = modes
  }
}

extension ConnectorDescription {
  /// The type in the name: `HDMI-A` of `HDMI-A-1`.
  public var type: String {
    guard let dash = name.lastIndex(of: "-") else { return name }
    let number = name[name.index(after: dash)...]
    guard !number.isEmpty, number.allSatisfy({ $0.isASCII && $0.isNumber }) else { return name }
    return String(name[..<dash])
  }

  /// A panel inside the machine, which goes before what is plugged in.
  public var isInternal: Bool { ["eDP", "DSI", "LVDS", "DPI"].contains(type) }

  /// An output into memory. It has no glass, whatever its status says.
  public var isWriteback: Bool { type == "Writeback" }

  /// A socket whose display would describe itself by an EDID, so that its absence means something is wrong.
  var expectsEDID: Bool {
    ["VGA", "DVI-I", "DVI-D", "DVI-A", "DVI", "HDMI-A", "HDMI-B", "HDMI", "DP"].contains(type)
  }
}
