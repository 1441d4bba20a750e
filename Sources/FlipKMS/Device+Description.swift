import CEGL
import Glibc

extension Device {
  /// The card in plain words, for the policy and for `displays --json`.
  ///
  /// - Parameter byPath: its stable name, which udev knows and the card does not.
  public func description(byPath: String? = nil) -> CardDescription {
    var capabilities = CardDescription.Capabilities()
    func number(_ capability: Int32) -> Int? {
      Device.capability(fileDescriptor, UInt64(capability)).map { Int(truncatingIfNeeded: $0) }
    }
    capabilities.atomic = isAtomic
    capabilities.universalPlanes = !planes.isEmpty
    capabilities.dumb = number(DRM_CAP_DUMB_BUFFER).map { $0 != 0 }
    capabilities.addFB2Modifiers = takesModifiers
    capabilities.asyncPageFlip = number(DRM_CAP_ASYNC_PAGE_FLIP).map { $0 != 0 }
    capabilities.syncobj = number(DRM_CAP_SYNCOBJ).map { $0 != 0 }
    capabilities.preferShadow = number(DRM_CAP_DUMB_PREFER_SHADOW).map { $0 != 0 }
    capabilities.preferredDepth = number(DRM_CAP_DUMB_PREFERRED_DEPTH)
    capabilities.prime = number(DRM_CAP_PRIME)
    if let width = number(DRM_CAP_CURSOR_WIDTH), let height = number(DRM_CAP_CURSOR_HEIGHT) {
      capabilities.cursor = .init(width: width, height: height)
    }
    capabilities.maxSize = maximumSize.map { .init(width: $0.width, height: $0.height) }
    return CardDescription(
      path: path, byPath: byPath, driver: driver, isKMS: true, capabilities: capabilities,
      connectors: connectors.map { $0.description(crtcCount: crtcs.count) },
      crtcs: crtcs.map {
        CRTCDescription(id: $0.id, state: $0.activeMode.map { .showing($0.description) } ?? .off)
      },
      planes: planes.map { $0.description(crtcCount: crtcs.count) })
  }
}

/// The places of the bits of a mask.
private func places(_ mask: UInt32, count: Int) -> [Int] {
  (0..<min(32, count)).filter { mask & (1 << UInt32($0)) != 0 }
}

extension Connector {
  func description(crtcCount: Int) -> ConnectorDescription {
    let status: ConnectorDescription.Status =
      switch connection {
      case DRM_MODE_CONNECTED: .connected
      case DRM_MODE_DISCONNECTED: .disconnected
      default: .unknown
      }
    return ConnectorDescription(
      id: id, name: name, status: status, isNonDesktop: isNonDesktop, hasEDID: hasEDID,
      encoderIDs: encoders, possibleCRTCs: places(possibleCrtcs, count: crtcCount), crtcID: activeCrtc,
      modes: modes.map(\.description))
  }
}

extension Plane {
  func description(crtcCount: Int) -> PlaneDescription {
    let kind: PlaneDescription.Kind =
      switch role {
      case .primary: .primary
      case .overlay: .overlay
      case .cursor: .cursor
      }
    let names = modifiers.map { table in
      Set(table.values.joined()).sorted().map { "0x" + String($0, radix: 16) }
    }
    return PlaneDescription(
      id: id, kind: kind, possibleCRTCs: places(possibleCrtcs, count: crtcCount), crtcID: activeCrtc,
      formats: formats.map(FourCC.init(rawValue:)), modifiers: names, properties: propertyNames)
  }
}

extension Mode {
  var description: ModeDescription {
    let size = "\(info.hdisplay)x\(info.vdisplay)"
    var mode = ModeDescription(
      width: width, height: height, clockKHz: Int(info.clock), htotal: Int(info.htotal),
      vtotal: Int(info.vtotal), vrefresh: Int(info.vrefresh), flags: ModeFlags(rawValue: info.flags),
      isPreferred: info.type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0, name: name == size ? nil : name)
    mode.hsyncStart = Int(info.hsync_start)
    mode.hsyncEnd = Int(info.hsync_end)
    mode.vsyncStart = Int(info.vsync_start)
    mode.vsyncEnd = Int(info.vsync_end)
    mode.vscan = Int(info.vscan)
    mode.isUserDefined = info.type & UInt32(DRM_MODE_TYPE_USERDEF) != 0
    return mode
  }

  /// A mode from its timings, such as a user's modeline; nil where one is missing or out of the kernel's
  /// range.
  init?(_ mode: ModeDescription) {
    func short(_ value: Int?) -> UInt16? { value.flatMap { UInt16(exactly: $0) } }
    guard let clock = mode.clockKHz.flatMap({ UInt32(exactly: $0) }),
      let width = short(mode.width), let height = short(mode.height),
      let hsyncStart = short(mode.hsyncStart), let hsyncEnd = short(mode.hsyncEnd),
      let htotal = short(mode.htotal), let vsyncStart = short(mode.vsyncStart),
      let vsyncEnd = short(mode.vsyncEnd), let vtotal = short(mode.vtotal)
    else { return nil }
    var info = drmModeModeInfo()
    info.clock = clock
    info.hdisplay = width
    info.hsync_start = hsyncStart
    info.hsync_end = hsyncEnd
    info.htotal = htotal
    info.vdisplay = height
    info.vsync_start = vsyncStart
    info.vsync_end = vsyncEnd
    info.vtotal = vtotal
    info.vscan = short(mode.vscan) ?? 0
    info.flags = mode.flags?.rawValue ?? 0
    info.vrefresh = UInt32(((mode.milliHertz ?? 0) + 500) / 1000)
    info.type = UInt32(DRM_MODE_TYPE_USERDEF)
    let name = Array((mode.name ?? "\(mode.width)x\(mode.height)").utf8.prefix(31))
    withUnsafeMutableBytes(of: &info.name) { $0.copyBytes(from: name) }
    self.init(info)
  }
}
