import CEGL
import Glibc

/// A connector as the kernel has it: a socket, or a panel's wire.
struct Connector {
  let id: UInt32
  /// Type and number as the kernel and everyone after it spells them: `HDMI-A-1`.
  let name: String
  let connection: drmModeConnection
  /// Millimetres, 0 where not known.
  let physicalSize: (width: Int, height: Int)
  /// In the kernel's order.
  let modes: [Mode]
  let encoders: [UInt32]
  /// A bit for each CRTC's place that it can be driven by.
  let possibleCrtcs: UInt32
  /// The CRTC that drives it now, 0 for none.
  let activeCrtc: UInt32
  let isNonDesktop: Bool
  let hasEDID: Bool
  /// Whether its link lost the training it had: a modeset mends it.
  let isLinkBad: Bool

  // Properties, nil where the driver lacks them.
  let crtcProperty: UInt32?
  let linkStatusProperty: UInt32?

  /// - Returns: nil where the connector is no more.
  init?(id: UInt32, probe: Bool, device: Device) throws(KMSError) {
    let fd = device.fileDescriptor
    guard let info = probe ? drmModeGetConnector(fd, id) : drmModeGetConnectorCurrent(fd, id) else {
      if errno == ENOENT || errno == EINVAL { return nil }
      throw .last(probe ? "drmModeGetConnector" : "drmModeGetConnectorCurrent")
    }
    defer { drmModeFreeConnector(info) }
    let connector = info.pointee
    self.id = id
    name = Connector.name(type: connector.connector_type, number: connector.connector_type_id)
    connection = connector.connection
    physicalSize = (Int(connector.mmWidth), Int(connector.mmHeight))
    modes = (0..<Int(connector.count_modes)).map { Mode(connector.modes[$0]) }
    encoders = (0..<Int(connector.count_encoders)).map { connector.encoders[$0] }

    var mask: UInt32 = 0
    var active: UInt32 = 0
    for encoder in encoders {
      guard let encoder = drmModeGetEncoder(fd, encoder) else { continue }
      defer { drmModeFreeEncoder(encoder) }
      mask |= encoder.pointee.possible_crtcs
      if encoder.pointee.encoder_id == connector.encoder_id { active = encoder.pointee.crtc_id }
    }
    possibleCrtcs = mask

    let properties = try Properties(of: id, type: UInt32(DRM_MODE_OBJECT_CONNECTOR), fd: fd)
    // The property is only told to atomic clients; the encoder's word is the older one.
    activeCrtc = properties.value("CRTC_ID").map { UInt32(truncatingIfNeeded: $0) } ?? active
    isNonDesktop = properties.value("non-desktop") == 1
    hasEDID = (properties.value("EDID") ?? 0) != 0
    isLinkBad = properties.choice("link-status") == "Bad"
    crtcProperty = properties.id("CRTC_ID")
    linkStatusProperty = properties.id("link-status")
  }

  /// The name that the kernel gives to a type and number.
  ///
  /// Source: drm_connector_enum_list; libdrm's own table (drmModeGetConnectorTypeName) is younger than
  /// the Debian we build on.
  static func name(type: UInt32, number: UInt32) -> String {
    let names = [
      "Unknown", "VGA", "DVI-I", "DVI-D", "DVI-A", "Composite", "SVIDEO", "LVDS", "Component", "DIN", "DP",
      "HDMI-A", "HDMI-B", "TV", "eDP", "Virtual", "DSI", "DPI", "Writeback", "SPI", "USB",
    ]
    return "\(names.indices.contains(Int(type)) ? names[Int(type)] : "Unknown")-\(number)"
  }
}
