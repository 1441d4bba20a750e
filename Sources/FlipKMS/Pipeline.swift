import CEGL
import Glibc

/// One display: a connector with the CRTC and the plane that feed it, at one mode.
///
/// It does what it is told and knows of no time: when to draw, and whether a flip is on its way, is for
/// whoever drives it (`FlipLatch`).
public final class Pipeline {
  public let device: Device
  var crtc: CRTC
  /// nil with a card that has no universal planes: then only the legacy calls are left.
  let plane: Plane?
  var connector: Connector
  let mode: Mode
  /// Whether our picture is on it, as far as we know.
  public internal(set) var isLit = false

  // In a frame these are used again, and allocate nothing.
  var request = AtomicRequest()
  private var clips: [drm_mode_rect] = []
  var modeBlob: Blob?

  public var connectorName: String { connector.name }
  /// The id that its events carry.
  public var crtcID: UInt32 { crtc.id }
  public var width: Int { mode.width }
  public var height: Int { mode.height }
  /// Whether what is said about damage reaches the driver.
  public var takesDamage: Bool { device.isAtomic && plane?.damage != nil }
  /// Whether a fence can go along with a frame.
  public var takesFence: Bool { device.isAtomic && plane?.fence != nil }

  /// The pipeline of a choice that was made from this card's description.
  ///
  /// - Throws: where the choice lacks what is needed, or the card has changed since.
  public convenience init(device: Device, choice: Choice) throws(KMSError) {
    let connector = device.connectors.first { $0.id == choice.connectorID }
    // A listed mode goes to the kernel as it came; a modeline is made from its timings.
    let listed = choice.modeIndex.flatMap { index in
      connector.flatMap { $0.modes.indices.contains(index) ? $0.modes[index] : nil }
    }
    guard let connector, let crtc = choice.crtcID, let mode = listed ?? choice.mode.flatMap(Mode.init) else {
      throw KMSError(
        .noDisplay, call: "drmModeGetResources", code: ENOENT,
        sentence: "\(choice.label) cannot be set up: the card has changed since it was chosen")
    }
    try self.init(
      device: device, connector: connector.id, crtc: crtc, plane: choice.planeID, mode: mode)
  }

  /// - Throws: where the ids are none of this card's.
  init(device: Device, connector: UInt32, crtc: UInt32, plane: UInt32?, mode: Mode) throws(KMSError) {
    guard let connector = device.connectors.first(where: { $0.id == connector }),
      let crtc = device.crtcs.first(where: { $0.id == crtc })
    else {
      throw KMSError(.noDisplay, call: "drmModeGetResources", code: ENOENT)
    }
    self.device = device
    self.connector = connector
    self.crtc = crtc
    self.plane = device.planes.first { $0.id == plane }
    self.mode = mode
    clips.reserveCapacity(32)
  }

  /// Takes over what the device's last scan found out about its connector and CRTC.
  public func refresh() {
    if let now = device.connectors.first(where: { $0.id == connector.id }) { connector = now }
    if let now = device.crtcs.first(where: { $0.id == crtc.id }) { crtc = now }
  }

  /// Hands over the next picture; its event tells when it is shown.
  ///
  /// - Parameters:
  ///   - number: comes back with the event.
  ///   - damage: what differs from the picture before, in the buffer's pixels; empty for everything.
  ///   - fence: a sync file that is signalled when the picture is drawn. The caller closes it.
  /// - Throws: a refusal, whose `reaction` says what to do; the buffer is still the caller's.
  public func flip(
    _ buffer: Buffer, number: UInt32, damage: [Clip] = [], fence: Int32? = nil
  ) throws(KMSError) {
    let fd = device.fileDescriptor
    guard device.isAtomic, let plane else { return try flipLegacy(buffer, number: number) }
    request.clear()
    request.set(plane.id, plane.framebuffer, UInt64(buffer.framebuffer.id))
    if let fence { request.set(plane.id, plane.fence, UInt64(bitPattern: Int64(fence))) }
    var blob: UInt32 = 0
    if plane.damage != nil, !damage.isEmpty {
      clips.removeAll(keepingCapacity: true)
      for clip in damage { clips.append(drm_mode_rect(x1: clip.x1, y1: clip.y1, x2: clip.x2, y2: clip.y2)) }
      let result = clips.withUnsafeBytes { drmModeCreatePropertyBlob(fd, $0.baseAddress, $0.count, &blob) }
      // Without it the whole plane counts as changed, which is right, only slower.
      if result == 0 { request.set(plane.id, plane.damage, UInt64(blob)) }
    }
    let flags = UInt32(DRM_MODE_ATOMIC_NONBLOCK) | UInt32(DRM_MODE_PAGE_FLIP_EVENT)
    let code = request.commit(fd: fd, flags: flags, userData: userData(number))
    if blob != 0 { drmModeDestroyPropertyBlob(fd, blob) }
    guard code == 0 else { throw KMSError(call: "atomic commit", code: code) }
  }

  /// What a commit hands along for its event.
  func userData(_ number: UInt32) -> UInt64 { UInt64(crtc.id) << 32 | UInt64(number) }

  /// The last vblank of the CRTC as the kernel counts and times it, nil where the driver has none.
  ///
  /// Source: drmCrtcGetSequence.
  public func lastVBlank() -> (time: Int64, sequence: UInt32)? {
    var sequence: UInt64 = 0
    var time: UInt64 = 0
    guard drmCrtcGetSequence(device.fileDescriptor, crtc.id, &sequence, &time) == 0, time > 0 else {
      return nil
    }
    return (Int64(bitPattern: time), UInt32(truncatingIfNeeded: sequence))
  }

  /// Lets a picture stay on the display after us: a small process holds the card open until another
  /// picture takes its place. With the card's last file the kernel would bring its console back.
  ///
  /// - Parameter buffer: what is on screen; its surface must not be destroyed any more.
  public func keep(_ buffer: Buffer) throws(KMSError) {
    let child = flip_keeper_start(device.fileDescriptor, crtc.id, buffer.framebuffer.id)
    guard child > 0 else { throw KMSError(call: "fork", code: -child) }
    buffer.framebuffer.isKept = true
  }
}
