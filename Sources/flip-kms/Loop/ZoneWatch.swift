import CLinux
import Glibc

/// Tells when the system's time zone changes: `/etc/localtime` is replaced, and with it the folder's
/// entry, so that the folder is what is watched.
final class ZoneWatch {
  private let file: Int32
  private let loop: EventLoop

  /// - Returns: nil where the folder cannot be watched; the zone is then that of the start.
  init?(on loop: EventLoop, action: @escaping () throws(Failure) -> Void) {
    let file = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard file >= 0 else { return nil }
    let events = UInt32(IN_CREATE | IN_MOVED_TO | IN_CLOSE_WRITE | IN_ONLYDIR)
    guard inotify_add_watch(file, "/etc", events) >= 0,
      (try? loop.watch(
        file,
        { () throws(Failure) in
          if ZoneWatch.drain(file) { try action() }
        })) != nil
    else {
      close(file)
      return nil
    }
    self.file = file
    self.loop = loop
  }

  deinit {
    loop.forget(file)
    close(file)
  }

  /// Reads all that waits; true where the zone's link was among it. A file that is being copied there is
  /// empty at first: it counts once it is written.
  private static func drain(_ file: Int32) -> Bool {
    var isZone = false
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = read(file, &buffer, buffer.count), count > 0 {
      if names(in: buffer[..<count]).contains("localtime") { isZone = true }
    }
    var info = stat()
    return isZone && stat("/etc/localtime", &info) == 0 && info.st_size > 0
  }

  /// The names in a block of struct inotify_event: watch, mask, cookie, length of the name, name.
  static func names(in bytes: ArraySlice<UInt8>) -> [String] {
    var names: [String] = []
    var start = bytes.startIndex
    while start + 16 <= bytes.endIndex {
      let length = (0..<4).reduce(0) { $0 | Int(bytes[start + 12 + $1]) << (8 * $1) }
      let end = start + 16 + length
      guard end <= bytes.endIndex else { break }
      names.append(String(decoding: bytes[(start + 16)..<end].prefix { $0 != 0 }, as: UTF8.self))
      start = end
    }
    return names
  }
}
