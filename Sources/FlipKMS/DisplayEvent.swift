import CEGL
import Glibc

/// What a card tells through its file: a page flip is done.
///
/// Source: struct drm_event and drm_event_vblank of the kernel's drm.h. Read by hand, so that an event
/// is a value and no callback.
public struct DisplayEvent: Hashable, Sendable {
  /// The CRTC, from the event, or where a driver leaves that zero from what the commit carried along.
  public var crtc: UInt32
  /// The number that the commit was given, which tells an old event from the one that is awaited.
  public var number: UInt32
  /// The vblank's number; zero from drivers that count none (virtio, bochs, qxl).
  public var sequence: UInt32
  /// CLOCK_MONOTONIC, nanoseconds; when the frame began to be scanned out, as the driver says.
  public var time: Int64

  /// The page flips in a block of events as read() gives it; others, and a torn last one, are passed over.
  static func flips(in bytes: UnsafeRawBufferPointer, each: (DisplayEvent) -> Void) {
    var offset = 0
    while offset + 8 <= bytes.count {
      let type = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      let length = Int(bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self))
      guard length >= 8, offset + length <= bytes.count else { return }
      if type == UInt32(DRM_EVENT_FLIP_COMPLETE), length >= 32 {
        func word(_ place: Int) -> UInt32 {
          bytes.loadUnaligned(fromByteOffset: offset + place, as: UInt32.self)
        }
        let data = bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
        // Commits carry the CRTC in the upper half and the flip's number in the lower.
        let crtc = word(28) != 0 ? word(28) : UInt32(truncatingIfNeeded: data >> 32)
        let time = Int64(word(16)) * 1_000_000_000 + Int64(word(20)) * 1000
        each(
          DisplayEvent(
            crtc: crtc, number: UInt32(truncatingIfNeeded: data), sequence: word(24), time: time))
      }
      offset += length
    }
  }
}
