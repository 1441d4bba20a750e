import CEGL
import Glibc

/// GBM over a card: where buffers come from that can be drawn into and scanned out.
///
/// On a Raspberry Pi 4 and 5 this is the display's card; Mesa finds the one that renders by itself.
public final class BufferDevice {
  /// `struct gbm_device *`, for EGL's platform display.
  public let pointer: OpaquePointer
  /// What its file belongs to.
  let device: Device

  public init(_ device: Device) throws(KMSError) {
    guard let pointer = gbm_create_device(device.fileDescriptor) else {
      throw .last("gbm_create_device", .noDisplay, about: device.path)
    }
    self.pointer = pointer
    self.device = device
  }

  deinit { gbm_device_destroy(pointer) }
}

/// What a surface's buffers are made of.
public struct BufferLayout: Hashable, Sendable {
  /// How the pixels lie in memory.
  public enum Arrangement: Hashable, Sendable {
    /// One of these modifiers, as the driver prefers.
    case modifiers([UInt64])
    /// Whatever the driver takes for scanout, unnamed.
    case implicit
    /// Row after row.
    case linear
  }

  /// Fourcc code.
  public var format: UInt32
  public var arrangement: Arrangement

  public init(format: UInt32, arrangement: Arrangement) {
    self.format = format
    self.arrangement = arrangement
  }
}

/// A queue of buffers of one size and layout that EGL draws into and the display shows.
///
/// The EGL surface over it must go before it does.
public final class Surface {
  /// `struct gbm_surface *`, for EGL's window surface.
  public let pointer: OpaquePointer
  public let width: Int
  public let height: Int
  public let layout: BufferLayout
  private let buffers: BufferDevice

  /// - Throws: where the driver has no buffers of this layout; another may do.
  public init(_ buffers: BufferDevice, width: Int, height: Int, layout: BufferLayout) throws(KMSError) {
    let scanout = GBM_BO_USE_SCANOUT.rawValue | GBM_BO_USE_RENDERING.rawValue
    let (w, h) = (UInt32(width), UInt32(height))
    var call = "gbm_surface_create"
    let pointer: OpaquePointer?
    errno = 0
    switch layout.arrangement {
    case .modifiers(let list):
      call = "gbm_surface_create_with_modifiers2"
      var made = gbm_surface_create_with_modifiers2(
        buffers.pointer, w, h, layout.format, list, UInt32(list.count), scanout)
      if made == nil {
        call = "gbm_surface_create_with_modifiers"
        made = gbm_surface_create_with_modifiers(
          buffers.pointer, w, h, layout.format, list, UInt32(list.count))
      }
      pointer = made
    case .implicit:
      pointer = gbm_surface_create(buffers.pointer, w, h, layout.format, scanout)
    case .linear:
      pointer = gbm_surface_create(
        buffers.pointer, w, h, layout.format, scanout | GBM_BO_USE_LINEAR.rawValue)
    }
    guard let pointer else { throw .last(call) }
    self.pointer = pointer
    self.width = width
    self.height = height
    self.layout = layout
    self.buffers = buffers
  }

  deinit { gbm_surface_destroy(pointer) }

  /// Takes the buffer that the swap before filled; it is ours until it is released.
  public func lockFront() throws(KMSError) -> Buffer {
    guard let pointer = gbm_surface_lock_front_buffer(pointer) else {
      throw .last("gbm_surface_lock_front_buffer")
    }
    do throws(KMSError) {
      return Buffer(pointer: pointer, framebuffer: try Framebuffer.of(pointer, device: buffers.device))
    } catch {
      gbm_surface_release_buffer(self.pointer, pointer)
      throw error
    }
  }

  /// Gives a buffer back to be drawn into again.
  public func release(_ buffer: Buffer) { gbm_surface_release_buffer(pointer, buffer.pointer) }
}

/// A drawn picture, taken out of its surface's queue.
public struct Buffer {
  let pointer: OpaquePointer
  let framebuffer: Framebuffer
}

extension BufferLayout: CustomStringConvertible {
  /// `XR24, linear`.
  public var description: String {
    let format = FourCC(rawValue: format)
    switch arrangement {
    case .modifiers(let list): return "\(format), one of \(list.count) modifiers"
    case .implicit: return "\(format), as the driver likes"
    case .linear: return "\(format), linear"
    }
  }
}

extension Pipeline {
  /// The modifiers that both the plane and the renderer have for a format, in the driver's order; none where
  /// buffers with modifiers cannot be shown at all.
  ///
  /// - Parameter drawable: what can be drawn to.
  public func modifiers(for format: FourCC, drawable: [UInt64]) -> [UInt64] {
    guard device.takesModifiers, let theirs = plane?.modifiers?[format.rawValue] else { return [] }
    let ours = Set(drawable)
    return theirs.filter(ours.contains)
  }

  /// The modes of its connector, as the last scan had them.
  public var modes: [ModeDescription] { connector.modes.map(\.description) }
}
