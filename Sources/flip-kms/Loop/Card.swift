import FlipKMS

/// A card that we show on: its file, its buffers, GL on it, and how it stood before us.
final class Card {
  let device: Device
  let buffers: BufferDevice
  let painter: Painter
  let snapshot: Snapshot

  init(path: String, session: any Session) throws(Failure) {
    do throws(KMSError) {
      let fd = try session.open(path)
      do throws(KMSError) {
        device = try Device(path: path, fileDescriptor: fd)
        snapshot = try Snapshot(device)
        buffers = try BufferDevice(device)
      } catch {
        session.close(fd)
        throw error
      }
    } catch {
      throw Failure(error)
    }
    painter = try Painter(buffers)
  }
}
