import CEGL
import Glibc

/// A GBM buffer as the display engine knows it. It lives and dies with its buffer: it hangs on it as
/// user data, made at the first show of it and found again at the next.
///
/// Source: drmModeAddFB2WithModifiers, gbm_bo_set_user_data.
final class Framebuffer {
  let id: UInt32
  let width: Int
  let height: Int
  private let fd: Int32
  /// Set when what is on screen shall stay there after we are gone.
  var isKept = false

  /// The framebuffer of a buffer, made now where there is none yet.
  static func of(_ buffer: OpaquePointer, device: Device) throws(KMSError) -> Framebuffer {
    if let known = gbm_bo_get_user_data(buffer) {
      return Unmanaged<Framebuffer>.fromOpaque(known).takeUnretainedValue()
    }
    let made = try Framebuffer(buffer, device: device)
    gbm_bo_set_user_data(buffer, Unmanaged.passRetained(made).toOpaque()) { _, data in
      if let data { Unmanaged<Framebuffer>.fromOpaque(data).release() }
    }
    return made
  }

  private init(_ buffer: OpaquePointer, device: Device) throws(KMSError) {
    fd = device.fileDescriptor
    width = Int(gbm_bo_get_width(buffer))
    height = Int(gbm_bo_get_height(buffer))
    let format = gbm_bo_get_format(buffer)
    let modifier = gbm_bo_get_modifier(buffer)
    var handles: [UInt32] = [0, 0, 0, 0]
    var pitches: [UInt32] = [0, 0, 0, 0]
    var offsets: [UInt32] = [0, 0, 0, 0]
    var modifiers: [UInt64] = [0, 0, 0, 0]
    let planes = min(4, Int(gbm_bo_get_plane_count(buffer)))
    for plane in 0..<max(1, planes) {
      handles[plane] = gbm_bo_get_handle_for_plane(buffer, Int32(plane)).u32
      pitches[plane] = gbm_bo_get_stride_for_plane(buffer, Int32(plane))
      offsets[plane] = gbm_bo_get_offset(buffer, Int32(plane))
      modifiers[plane] = modifier
    }
    var id: UInt32 = 0
    let usesModifier = device.takesModifiers && modifier != flip_modifier_invalid
    let result =
      usesModifier
      ? drmModeAddFB2WithModifiers(
        fd, UInt32(width), UInt32(height), format, handles, pitches, offsets, modifiers, &id,
        UInt32(DRM_MODE_FB_MODIFIERS))
      : drmModeAddFB2(fd, UInt32(width), UInt32(height), format, handles, pitches, offsets, &id, 0)
    guard result == 0 else {
      throw KMSError(
        call: usesModifier ? "drmModeAddFB2WithModifiers" : "drmModeAddFB2", code: -result)
    }
    self.id = id
  }

  deinit {
    // A framebuffer that is removed while it is shown takes the picture with it. One that is kept goes
    // with the file that made it, which another process has by then.
    if !isKept { drmModeRmFB(fd, id) }
  }
}
