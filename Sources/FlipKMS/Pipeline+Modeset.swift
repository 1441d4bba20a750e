import CEGL
import Glibc

/// Setting the mode, and everything that must stand for it; and letting go of it again.
extension Pipeline {
  /// Whether the connector already shows this mode through this CRTC, so that a picture can go up
  /// without the screen turning dark in between.
  public var isAlreadySo: Bool {
    connector.activeCrtc == crtc.id && crtc.activeMode == mode && !connector.isLinkBad
  }

  /// Asks the kernel whether it would take this picture, and changes nothing.
  ///
  /// - Returns: 0, or the errno of its refusal; always 0 where there is no way to ask.
  public func test(_ buffer: Buffer) throws(KMSError) -> Int32 {
    guard device.isAtomic else { return 0 }
    try fillModeset(buffer)
    return request.commit(
      fd: device.fileDescriptor,
      flags: UInt32(DRM_MODE_ATOMIC_TEST_ONLY) | UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET))
  }

  /// Puts the first picture up, with everything that must stand for it; an event follows.
  ///
  /// - Parameters:
  ///   - number: comes back with the event.
  ///   - fence: a sync file that is signalled when the picture is drawn. The caller closes it.
  ///   - modeset: false where nothing but the picture needs to change.
  public func light(
    _ buffer: Buffer, number: UInt32, fence: Int32? = nil, modeset: Bool = true
  ) throws(KMSError) {
    guard device.isAtomic else { return try lightLegacy(buffer, number: number) }
    try fillModeset(buffer)
    if let fence, let plane { request.set(plane.id, plane.fence, UInt64(bitPattern: Int64(fence))) }
    var flags = UInt32(DRM_MODE_PAGE_FLIP_EVENT)
    if modeset { flags |= UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET) }
    let code = request.commit(fd: device.fileDescriptor, flags: flags, userData: userData(number))
    guard code == 0 else {
      throw KMSError(call: modeset ? "atomic modeset" : "atomic commit", code: code)
    }
    isLit = true
  }

  /// The whole state: nothing is left to what another program may have set.
  private func fillModeset(_ buffer: Buffer) throws(KMSError) {
    let blob: Blob
    if let modeBlob { blob = modeBlob } else { blob = try Blob(mode.info, fd: device.fileDescriptor) }
    modeBlob = blob
    request.clear()
    // Who else hangs on our CRTC lets go of it.
    for other in device.connectors where other.id != connector.id && other.activeCrtc == crtc.id {
      request.set(other.id, other.crtcProperty, 0)
    }
    request.set(connector.id, connector.crtcProperty, UInt64(crtc.id))
    request.set(connector.id, connector.linkStatusProperty, 0)  // DRM_MODE_LINK_STATUS_GOOD
    // A CRTC that loses its only connector must go off in the same commit.
    let former = connector.activeCrtc
    if former != 0, former != crtc.id,
      !device.connectors.contains(where: { $0.id != connector.id && $0.activeCrtc == former }),
      let other = device.crtcs.first(where: { $0.id == former })
    {
      request.set(other.id, other.active, 0)
      request.set(other.id, other.modeID, 0)
      clearPlanes(on: former)
    }
    request.set(crtc.id, crtc.modeID, UInt64(blob.id))
    request.set(crtc.id, crtc.active, 1)
    request.set(crtc.id, crtc.variableRefresh, 0)
    clearPlanes(on: crtc.id)
    guard let plane else { return }
    let (width, height) = (UInt64(buffer.framebuffer.width), UInt64(buffer.framebuffer.height))
    request.set(plane.id, plane.framebuffer, UInt64(buffer.framebuffer.id))
    request.set(plane.id, plane.crtc, UInt64(crtc.id))
    request.set(plane.id, plane.source.x, 0)
    request.set(plane.id, plane.source.y, 0)
    request.set(plane.id, plane.source.width, width << 16)
    request.set(plane.id, plane.source.height, height << 16)
    request.set(plane.id, plane.target.x, 0)
    request.set(plane.id, plane.target.y, 0)
    request.set(plane.id, plane.target.width, width)
    request.set(plane.id, plane.target.height, height)
    request.set(plane.id, plane.rotation, plane.upright)
    request.set(plane.id, plane.alpha, 0xffff)
  }

  /// Takes every plane but ours off a CRTC, the cursor too.
  private func clearPlanes(on crtc: UInt32) {
    for other in device.planes where other.id != plane?.id && other.activeCrtc == crtc {
      request.set(other.id, other.framebuffer, 0)
      request.set(other.id, other.crtc, 0)
    }
  }

  /// The display goes dark and its mode is kept: for hours of the night.
  public func blank() throws(KMSError) {
    guard device.isAtomic else { return try setPower(on: false) }
    request.clear()
    request.set(crtc.id, crtc.active, 0)
    try commitModeset("atomic commit (blank)")
  }

  /// The display is let go of, with its CRTC and planes: for a connector that is gone.
  public func turnOff() throws(KMSError) {
    isLit = false
    guard device.isAtomic else {
      let result = drmModeSetCrtc(device.fileDescriptor, crtc.id, 0, 0, 0, nil, 0, nil)
      guard result == 0 else { throw KMSError(call: "drmModeSetCrtc", code: -result) }
      return
    }
    request.clear()
    request.set(connector.id, connector.crtcProperty, 0)
    request.set(crtc.id, crtc.active, 0)
    request.set(crtc.id, crtc.modeID, 0)
    clearPlanes(on: crtc.id)
    if let plane {
      request.set(plane.id, plane.framebuffer, 0)
      request.set(plane.id, plane.crtc, 0)
    }
    try commitModeset("atomic commit (off)")
  }

  private func commitModeset(_ call: String) throws(KMSError) {
    let code = request.commit(
      fd: device.fileDescriptor, flags: UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET))
    guard code == 0 else { throw KMSError(call: call, code: code) }
  }
}
