import CEGL
import Glibc

/// A CRTC: what reads pixels and sends them out at a mode's pace.
struct CRTC {
  let id: UInt32
  /// Its place in the kernel's list, the bit of `possible_crtcs`.
  let index: Int
  /// The mode that it runs now, nil while it is off.
  let activeMode: Mode?
  /// The framebuffer that the legacy calls see on it, 0 for none.
  let framebuffer: UInt32

  // Properties, nil where the driver lacks them.
  let active: UInt32?
  let modeID: UInt32?
  let variableRefresh: UInt32?

  init(id: UInt32, index: Int, device: Device) throws(KMSError) {
    guard let info = drmModeGetCrtc(device.fileDescriptor, id) else { throw .last("drmModeGetCrtc") }
    defer { drmModeFreeCrtc(info) }
    self.id = id
    self.index = index
    framebuffer = info.pointee.buffer_id
    let properties = try Properties(
      of: id, type: UInt32(DRM_MODE_OBJECT_CRTC), fd: device.fileDescriptor)
    // "Valid" only says that a mode is set; a display that sleeps keeps it.
    let isOn = info.pointee.mode_valid != 0 && properties.value("ACTIVE") != 0
    activeMode = isOn ? Mode(info.pointee.mode) : nil
    active = properties.id("ACTIVE")
    modeID = properties.id("MODE_ID")
    variableRefresh = properties.id("VRR_ENABLED")
  }
}
