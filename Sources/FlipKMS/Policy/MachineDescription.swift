/// What the display policy knows of a machine: plain facts, gathered from libdrm and udev on this machine or
/// read from a file about another one.
///
/// Throughout these descriptions an optional that is nil means *not given by the source*, which is neither
/// false nor empty: `modes == []` is a connector that really has none.
public struct MachineDescription: Hashable, Sendable {
  public var cards: [CardDescription]

  public init(cards: [CardDescription] = []) { self.cards = cards }
}

/// One DRM device node, `/dev/dri/card*`.
public struct CardDescription: Hashable, Sendable {
  /// The node, `/dev/dri/card0`. Its number changes from boot to boot.
  public var path: String
  /// The node's stable name, `/dev/dri/by-path/platform-gpu-card`.
  public var byPath: String?
  /// The driver as drmGetVersion names it.
  public var driver: String?
  /// Whether GetResources works; false for cards that only render, such as v3d.
  public var isKMS: Bool?
  public var capabilities: Capabilities?
  /// Connectors in the kernel's order.
  public var connectors: [ConnectorDescription]?
  /// CRTCs in the kernel's order: a CRTC's place here is its bit in every `possibleCRTCs`.
  public var crtcs: [CRTCDescription]?
  public var planes: [PlaneDescription]?

  public init(
    path: String, byPath: String? = nil, driver: String? = nil, isKMS: Bool? = nil,
    capabilities: Capabilities? = nil, connectors: [ConnectorDescription]? = nil,
    crtcs: [CRTCDescription]? = nil, planes: [PlaneDescription]? = nil
  ) {
    self.path = path
    self.byPath = byPath
    self.driver = driver
    self.isKMS = isKMS
    self.capabilities = capabilities
    self.connectors = connectors
    self.crtcs = crtcs
    self.planes = planes
  }
}

extension CardDescription {
  /// What a card's driver can do (drmGetCap, drmSetClientCap).
  public struct Capabilities: Hashable, Sendable {
    public var atomic: Bool?
    public var universalPlanes: Bool?
    public var dumb: Bool?
    public var addFB2Modifiers: Bool?
    public var asyncPageFlip: Bool?
    public var syncobj: Bool?
    public var preferShadow: Bool?
    public var preferredDepth: Int?
    /// The bits of DRM_CAP_PRIME.
    public var prime: Int?
    /// Width and height of a cursor, in pixels.
    public var cursor: Extent?
    /// The largest framebuffer, in pixels.
    public var maxSize: Extent?

    public init() {}
  }

  /// Width and height in pixels.
  public struct Extent: Hashable, Sendable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }
}

/// A CRTC: what scans a picture out.
public struct CRTCDescription: Hashable, Sendable {
  /// What a CRTC was doing when the machine was looked at.
  public enum State: Hashable, Sendable {
    case off
    case showing(ModeDescription)
  }

  public var id: UInt32?
  /// nil where the source does not say, which is not the same as off.
  public var state: State?

  public init(id: UInt32? = nil, state: State? = nil) {
    self.id = id
    self.state = state
  }

  /// The mode that is lit, if one is known to be.
  public var activeMode: ModeDescription? {
    if case .showing(let mode)? = state { mode } else { nil }
  }
}

/// A plane: a picture's way onto a CRTC.
public struct PlaneDescription: Hashable, Sendable {
  /// The kernel's property `type`.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case primary, overlay, cursor
  }

  public var id: UInt32?
  public var kind: Kind?
  /// Indices of CRTCs (places in `CardDescription.crtcs`), never ids.
  public var possibleCRTCs: [Int]?
  /// The CRTC that it is on at present.
  public var crtcID: UInt32?
  public var formats: [FourCC]?
  /// Names or hexadecimal numbers of format modifiers, as the source has them.
  public var modifiers: [String]?
  /// Names of properties.
  public var properties: [String]?

  public init(
    id: UInt32? = nil, kind: Kind? = nil, possibleCRTCs: [Int]? = nil, crtcID: UInt32? = nil,
    formats: [FourCC]? = nil, modifiers: [String]? = nil, properties: [String]? = nil
  ) {
    self.id = id
    self.kind = kind
    self.possibleCRTCs = possibleCRTCs
    self.crtcID = crtcID
    self.formats = formats
    self.modifiers = modifiers
    self.properties = properties
  }
}
