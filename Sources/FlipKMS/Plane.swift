import CEGL
import Glibc

/// A plane: one picture of those that a CRTC lays over each other.
struct Plane {
  enum Role: String {
    case primary = "Primary"
    case overlay = "Overlay"
    case cursor = "Cursor"
  }

  let id: UInt32
  let role: Role
  /// A bit for each CRTC's place that it can serve.
  let possibleCrtcs: UInt32
  /// Fourcc codes, in the driver's order.
  let formats: [UInt32]
  /// What IN_FORMATS says, by format; nil where the driver does not say.
  let modifiers: [UInt32: [UInt64]]?
  /// The CRTC it is on now, 0 for none.
  let activeCrtc: UInt32

  // Properties; the first ten are there with every atomic driver.
  let framebuffer: UInt32?
  let crtc: UInt32?
  let source: (x: UInt32?, y: UInt32?, width: UInt32?, height: UInt32?)
  let target: (x: UInt32?, y: UInt32?, width: UInt32?, height: UInt32?)
  let fence: UInt32?
  let damage: UInt32?
  let rotation: UInt32?
  /// What rotation holds when nothing is turned (the bit that the driver gives to `rotate-0`).
  let upright: UInt64
  /// The rotations that the driver has, by their kernel names.
  let rotations: [String]
  let alpha: UInt32?
  let propertyNames: [String]

  /// All planes of a card; with a card that has no universal planes, none.
  static func all(of device: Device) throws(KMSError) -> [Plane] {
    guard let list = drmModeGetPlaneResources(device.fileDescriptor) else {
      throw .last("drmModeGetPlaneResources")
    }
    defer { drmModeFreePlaneResources(list) }
    var planes: [Plane] = []
    for index in 0..<Int(list.pointee.count_planes) {
      planes.append(try Plane(id: list.pointee.planes[index], fd: device.fileDescriptor))
    }
    return planes
  }

  private init(id: UInt32, fd: Int32) throws(KMSError) {
    guard let info = drmModeGetPlane(fd, id) else { throw .last("drmModeGetPlane") }
    defer { drmModeFreePlane(info) }
    self.id = id
    possibleCrtcs = info.pointee.possible_crtcs
    formats = (0..<Int(info.pointee.count_formats)).map { info.pointee.formats[$0] }
    activeCrtc = info.pointee.crtc_id
    let properties = try Properties(of: id, type: UInt32(DRM_MODE_OBJECT_PLANE), fd: fd)
    role = properties.choice("type").flatMap(Role.init(rawValue:)) ?? .overlay
    modifiers = try properties.value("IN_FORMATS").flatMap { blob throws(KMSError) in
      try Plane.modifiers(blob: UInt32(truncatingIfNeeded: blob), fd: fd)
    }
    framebuffer = properties.id("FB_ID")
    crtc = properties.id("CRTC_ID")
    source = (
      properties.id("SRC_X"), properties.id("SRC_Y"), properties.id("SRC_W"), properties.id("SRC_H")
    )
    target = (
      properties.id("CRTC_X"), properties.id("CRTC_Y"), properties.id("CRTC_W"), properties.id("CRTC_H")
    )
    fence = properties.id("IN_FENCE_FD")
    damage = properties.id("FB_DAMAGE_CLIPS")
    rotation = properties.id("rotation")
    upright = 1 << (properties.number(of: "rotate-0", in: "rotation") ?? 0)
    rotations = properties.entries["rotation"]?.names.map(\.name) ?? []
    alpha = properties.id("alpha")
    propertyNames = properties.entries.keys.sorted()
  }

  /// The formats and modifiers of an IN_FORMATS blob.
  ///
  /// Source: struct drm_format_modifier_blob of the kernel's drm_mode.h.
  private static func modifiers(blob: UInt32, fd: Int32) throws(KMSError) -> [UInt32: [UInt64]]? {
    guard blob != 0 else { return nil }
    guard let blob = drmModeGetPropertyBlob(fd, blob) else { throw .last("drmModeGetPropertyBlob") }
    defer { drmModeFreePropertyBlob(blob) }
    let bytes = UnsafeRawBufferPointer(start: blob.pointee.data, count: Int(blob.pointee.length))
    return modifiers(in: bytes)
  }

  /// The table inside the blob; nil where it is not whole.
  static func modifiers(in bytes: UnsafeRawBufferPointer) -> [UInt32: [UInt64]]? {
    func word(_ offset: Int) -> Int { Int(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
    guard bytes.count >= 24 else { return nil }
    let (formatCount, formatStart) = (word(8), word(12))
    let (modifierCount, modifierStart) = (word(16), word(20))
    guard formatStart + 4 * formatCount <= bytes.count,
      modifierStart + 24 * modifierCount <= bytes.count
    else { return nil }
    var table: [UInt32: [UInt64]] = [:]
    for index in 0..<modifierCount {
      // Each entry: a mask of 64 formats, the place of its first, padding, the modifier.
      let entry = modifierStart + 24 * index
      let mask = bytes.loadUnaligned(fromByteOffset: entry, as: UInt64.self)
      let first = word(entry + 8)
      let modifier = bytes.loadUnaligned(fromByteOffset: entry + 16, as: UInt64.self)
      for bit in 0..<64 where mask & (1 << UInt64(bit)) != 0 && first + bit < formatCount {
        let format = bytes.loadUnaligned(
          fromByteOffset: formatStart + 4 * (first + bit), as: UInt32.self)
        table[format, default: []].append(modifier)
      }
    }
    return table
  }
}
