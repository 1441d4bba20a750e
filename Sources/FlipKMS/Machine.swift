import Glibc

extension MachineDescription {
  /// This machine as it stands, by looking at every card that may be opened; nothing is changed.
  ///
  /// - Parameters:
  ///   - probe: whether connectors are asked anew.
  ///   - devices: cards that are open already, by their path; those were scanned by whoever has them.
  ///   - session: whom other cards come from; nil opens their nodes.
  ///   - faults: cards that may not be looked at, and why.
  public static func current(
    probe: Bool, open devices: [String: Device] = [:], session: (any Session)? = nil,
    faults: inout [KMSError]
  ) -> MachineDescription {
    var cards: [CardDescription] = []
    for entry in CardList.entries() {
      if let device = devices[entry.path] {
        cards.append(device.description(byPath: entry.byPath))
        continue
      }
      let fd: Int32
      do throws(KMSError) {
        fd = if let session { try session.look(entry.path) } else { try look(entry.path) }
      } catch {
        faults.append(error)
        continue
      }
      defer { if let session { session.close(fd) } else { close(fd) } }
      do {
        let device = try Device(path: entry.path, fileDescriptor: fd)
        if probe { try device.scan(probe: true) }
        cards.append(device.description(byPath: entry.byPath))
      } catch {
        // A card that only renders; there is one on every Raspberry Pi 4 and 5.
        cards.append(
          CardDescription(
            path: entry.path, byPath: entry.byPath, driver: Device.driverName(fd), isKMS: false))
      }
    }
    return MachineDescription(cards: cards)
  }

  /// A card's own node, opened.
  static func look(_ path: String) throws(KMSError) -> Int32 {
    let fd = Glibc.open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard fd >= 0 else { throw .opening(path, code: errno) }
    return fd
  }
}
