import CEGL
import Glibc

/// The calls from before atomic mode setting, for drivers that have nothing else.
extension Pipeline {
  /// Mode and picture at once: drmModeSetCrtc, and once only; frames go by drmModePageFlip.
  ///
  /// No event comes of SetCrtc, so that a flip to the same picture follows, whose event does.
  func lightLegacy(_ buffer: Buffer, number: UInt32) throws(KMSError) {
    let fd = device.fileDescriptor
    drmModeSetCursor(fd, crtc.id, 0, 0, 0)
    for other in device.planes where other.id != plane?.id && other.activeCrtc == crtc.id {
      drmModeSetPlane(fd, other.id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    }
    if let plane, let rotation = plane.rotation {
      drmModeObjectSetProperty(fd, plane.id, UInt32(DRM_MODE_OBJECT_PLANE), rotation, plane.upright)
    }
    var connectors = [connector.id]
    var info = mode.info
    let result = drmModeSetCrtc(fd, crtc.id, buffer.framebuffer.id, 0, 0, &connectors, 1, &info)
    guard result == 0 else { throw KMSError(call: "drmModeSetCrtc", code: -result) }
    isLit = true
    try flipLegacy(buffer, number: number)
  }

  /// The next picture, at the next vblank.
  func flipLegacy(_ buffer: Buffer, number: UInt32) throws(KMSError) {
    let data = UnsafeMutableRawPointer(bitPattern: UInt(truncatingIfNeeded: userData(number)))
    let result = drmModePageFlip(
      device.fileDescriptor, crtc.id, buffer.framebuffer.id, UInt32(DRM_MODE_PAGE_FLIP_EVENT), data)
    guard result == 0 else { throw KMSError(call: "drmModePageFlip", code: -result) }
  }

  /// The connector's power, by its DPMS property; without one the CRTC stays as it is.
  func setPower(on: Bool) throws(KMSError) {
    let properties = try Properties(
      of: connector.id, type: UInt32(DRM_MODE_OBJECT_CONNECTOR), fd: device.fileDescriptor)
    guard let property = properties.id("DPMS") else { return }
    let result = drmModeConnectorSetProperty(
      device.fileDescriptor, connector.id, property,
      UInt64(on ? DRM_MODE_DPMS_ON : DRM_MODE_DPMS_OFF))
    guard result == 0 else { throw KMSError(call: "drmModeConnectorSetProperty", code: -result) }
  }
}
