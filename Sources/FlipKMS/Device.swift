import CEGL
import Glibc

/// An open card: its file, what it can, and its objects.
///
/// The session owns the file and closes it; the card must be let go of before that.
public final class Device {
  public let path: String
  /// The card's file, for polling and for GBM.
  public let fileDescriptor: Int32
  /// The kernel driver, `vc4`, `virtio_gpu`.
  public let driver: String
  /// Whether commits are atomic; else the legacy calls are used.
  public let isAtomic: Bool
  /// Whether AddFB2 takes modifiers.
  let takesModifiers: Bool
  /// Whether a flip's event carries its CRTC, and its time is CLOCK_MONOTONIC.
  let hasMonotonicTime: Bool

  private(set) var connectors: [Connector] = []
  /// In the kernel's order: its place is the bit of `possible_crtcs`.
  private(set) var crtcs: [CRTC] = []
  private(set) var planes: [Plane] = []
  /// The largest framebuffer, in pixels.
  private(set) var maximumSize: (width: Int, height: Int)?

  /// - Parameters:
  ///   - fileDescriptor: from a session, or opened to look only.
  ///   - atomic: false keeps to the legacy calls, for drivers whose atomic side is at fault.
  /// - Throws: `.noDisplay` for a node without mode setting (a render node's card, an NPU).
  public init(path: String, fileDescriptor: Int32, atomic: Bool = true) throws(KMSError) {
    self.path = path
    self.fileDescriptor = fileDescriptor
    driver = Device.driverName(fileDescriptor)
    let universal = drmSetClientCap(fileDescriptor, UInt64(DRM_CLIENT_CAP_UNIVERSAL_PLANES), 1) == 0
    isAtomic =
      atomic && universal && drmSetClientCap(fileDescriptor, UInt64(DRM_CLIENT_CAP_ATOMIC), 1) == 0
    takesModifiers = Device.capability(fileDescriptor, UInt64(DRM_CAP_ADDFB2_MODIFIERS)) == 1
    hasMonotonicTime = Device.capability(fileDescriptor, UInt64(DRM_CAP_TIMESTAMP_MONOTONIC)) == 1
    try scan(probe: false)
  }

  /// Reads the objects again.
  ///
  /// - Parameter probe: whether each connector is asked anew through its wire (DRM_IOCTL_MODE_GETCONNECTOR
  ///   with a count of zero, which may take tens of milliseconds a connector); else the kernel's last answer.
  public func scan(probe: Bool) throws(KMSError) {
    guard let resources = drmModeGetResources(fileDescriptor) else {
      throw .last("drmModeGetResources", .noDisplay, about: path)
    }
    defer { drmModeFreeResources(resources) }
    let list = resources.pointee
    if list.max_width > 0, list.max_height > 0 {
      maximumSize = (Int(list.max_width), Int(list.max_height))
    }
    // CRTCs first: a connector's route is told by their places.
    var crtcs: [CRTC] = []
    for index in 0..<Int(list.count_crtcs) {
      crtcs.append(try CRTC(id: list.crtcs[index], index: index, device: self))
    }
    self.crtcs = crtcs
    var connectors: [Connector] = []
    for index in 0..<Int(list.count_connectors) {
      // A connector of a hub (DisplayPort MST) may have gone between the two calls.
      guard let connector = try Connector(id: list.connectors[index], probe: probe, device: self) else {
        continue
      }
      connectors.append(connector)
    }
    self.connectors = connectors
    if planes.isEmpty { planes = try Plane.all(of: self) }
  }

  /// Whether we may set modes with it at this moment.
  public var isMaster: Bool { drmIsMaster(fileDescriptor) != 0 }

  /// Whether the card itself was unplugged, or lost its driver: then the kernel refuses every call.
  public var isGone: Bool {
    var value: UInt64 = 0
    return drmGetCap(fileDescriptor, UInt64(DRM_CAP_DUMB_BUFFER), &value) != 0 && errno == ENODEV
  }

  /// Whether something is plugged into a connector, by the last scan.
  public func isConnected(_ name: String) -> Bool {
    connectors.contains { $0.name == name && $0.connection == DRM_MODE_CONNECTED }
  }

  /// Reads what waits in the card's file; `nextEvent` gives it out.
  ///
  /// - Throws: where the card is gone.
  public func readEvents() throws(KMSError) {
    // Room for 32 events, kept, so that reading allocates nothing.
    let count = buffer.withUnsafeMutableBytes { read(fileDescriptor, $0.baseAddress, $0.count) }
    guard count >= 0 else {
      if errno == EAGAIN || errno == EINTR { return }
      throw .last("read", about: path)
    }
    buffer.withUnsafeBytes { bytes in
      DisplayEvent.flips(in: UnsafeRawBufferPointer(rebasing: bytes[..<count])) { waiting.append($0) }
    }
  }

  /// The next page flip that was read, nil for none.
  public func nextEvent() -> DisplayEvent? { waiting.isEmpty ? nil : waiting.removeFirst() }

  private var buffer = [UInt64](repeating: 0, count: 128)
  private var waiting: [DisplayEvent] = []

  static func driverName(_ fd: Int32) -> String {
    guard let version = drmGetVersion(fd) else { return "unknown" }
    defer { drmFreeVersion(version) }
    return String(cString: version.pointee.name)
  }

  /// The value of one DRM_CAP, nil where the driver does not know it.
  static func capability(_ fd: Int32, _ capability: UInt64) -> UInt64? {
    var value: UInt64 = 0
    return drmGetCap(fd, capability, &value) == 0 ? value : nil
  }
}
