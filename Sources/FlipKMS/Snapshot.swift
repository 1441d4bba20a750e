import CEGL
import Glibc

/// How a card's connectors, CRTCs and planes stood before us, to be put back at the end.
///
/// The framebuffers in it belong to others (the console's is the kernel's own), so that one of them may
/// be gone by then; then the kernel's own restoring, when the last file of the card closes, has to do.
public final class Snapshot {
  private var request = AtomicRequest()
  /// Copies of the modes: the kernel's own blobs go when nothing shows them.
  private var modes: [Blob] = []
  private var legacy: [Legacy] = []
  private let fd: Int32

  private struct Legacy {
    var crtc: UInt32
    var framebuffer: UInt32
    var x: UInt32
    var y: UInt32
    var mode: drmModeModeInfo?
    var connectors: [UInt32]
  }

  public init(_ device: Device) throws(KMSError) {
    fd = device.fileDescriptor
    if device.isAtomic { try recordAtomic(device) } else { recordLegacy(device) }
  }

  private func recordAtomic(_ device: Device) throws(KMSError) {
    for connector in device.connectors {
      request.set(connector.id, connector.crtcProperty, UInt64(connector.activeCrtc))
    }
    for crtc in device.crtcs {
      var blob: Blob?
      if let mode = crtc.activeMode { blob = try Blob(mode.info, fd: fd) }
      request.set(crtc.id, crtc.modeID, UInt64(blob?.id ?? 0))
      request.set(crtc.id, crtc.active, blob == nil ? 0 : 1)
      if let blob { modes.append(blob) }
    }
    let names = [
      "FB_ID", "CRTC_ID", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H",
      "rotation",
    ]
    for plane in device.planes {
      let properties = try Properties(of: plane.id, type: UInt32(DRM_MODE_OBJECT_PLANE), fd: fd)
      for name in names {
        guard let entry = properties.entries[name] else { continue }
        request.set(plane.id, entry.id, entry.value)
      }
    }
  }

  private func recordLegacy(_ device: Device) {
    for crtc in device.crtcs {
      guard let info = drmModeGetCrtc(fd, crtc.id) else { continue }
      defer { drmModeFreeCrtc(info) }
      legacy.append(
        Legacy(
          crtc: crtc.id, framebuffer: info.pointee.buffer_id, x: info.pointee.x, y: info.pointee.y,
          mode: info.pointee.mode_valid != 0 ? info.pointee.mode : nil,
          connectors: device.connectors.filter { $0.activeCrtc == crtc.id }.map(\.id)))
    }
  }

  /// Puts everything back.
  ///
  /// - Returns: whether the kernel took it.
  public func restore() -> Bool {
    guard legacy.isEmpty else {
      var isDone = true
      for state in legacy {
        var mode = state.mode ?? drmModeModeInfo()
        var connectors = state.connectors
        let isOn = state.mode != nil && state.framebuffer != 0
        let result =
          isOn
          ? drmModeSetCrtc(
            fd, state.crtc, state.framebuffer, state.x, state.y, &connectors, Int32(connectors.count),
            &mode)
          : drmModeSetCrtc(fd, state.crtc, 0, 0, 0, nil, 0, nil)
        if result != 0 { isDone = false }
      }
      return isDone
    }
    return request.commit(fd: fd, flags: UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET)) == 0
  }
}
