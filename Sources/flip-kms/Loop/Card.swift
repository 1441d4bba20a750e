import FlipGL
import FlipKMS

/// A card that we show on: its file, its buffers, GL on it, and how it stood before us.
final class Card {
  let device: Device
  let buffers: BufferDevice
  private let snapshot: Snapshot
  private var contexts: [UInt32: Context] = [:]

  init(path: String, session: any Session) throws(Failure) {
    let fd = try asFailure { () throws(KMSError) in try session.open(path) }
    do throws(KMSError) {
      device = try Device(path: path, fileDescriptor: fd)
      snapshot = try Snapshot(device)
      buffers = try BufferDevice(device)
    } catch {
      session.close(fd)
      throw Failure(error)
    }
  }

  // Before the GBM device that they are over; members would go in the order that they stand in.
  deinit { contexts.removeAll() }

  /// A GL context for buffers of a format, made when it is first asked for.
  func context(for format: FourCC) throws(GLError) -> Context {
    if let context = contexts[format.rawValue] { return context }
    let context = try Context.gbm(
      device: buffers.pointer, fourcc: format.rawValue, beside: contexts.values.first)
    contexts[format.rawValue] = context
    return context
  }

  /// What can be drawn to in a format; empty where nothing is known of its modifiers.
  func modifiers(for format: FourCC) -> [UInt64] {
    guard let context = try? context(for: format) else { return [] }
    return context.renderableFormats.first { $0.fourcc == format.rawValue }?.modifiers ?? []
  }

  /// Puts back what was on its displays.
  ///
  /// - Returns: whether the kernel took it.
  func restore() -> Bool { snapshot.restore() }
}
