import CEGL
import Glibc

/// Cards' files that draw offscreen, and must not hold a display by it.
///
/// Mesa's software driver takes its memory from a card's primary node where no other will draw, and whoever
/// opens one that has no master becomes it without asking (drm(7)): nothing could be shown there until the
/// program that only draws has ended.
enum PrimaryNodes {
  /// Those that this process has open.
  static func open() -> Set<Int32> {
    guard let folder = opendir("/proc/self/fd") else { return [] }
    defer { closedir(folder) }
    var files: Set<Int32> = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let file = Int32(name), isPrimary(file) { files.insert(file) }
    }
    return files
  }

  /// Lets go of the displays of those that were opened since; drawing needs no right to them.
  static func release(openedSince before: Set<Int32>) {
    // The kernel refuses it for one that isn't master, and nothing is lost.
    for file in open().subtracting(before) { drmDropMaster(file) }
  }

  /// Major 226 with a minor below 64: `/dev/dri/card*`.
  private static func isPrimary(_ file: Int32) -> Bool {
    var info = stat()
    guard fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFCHR else { return false }
    let (major, minor) = (info.st_rdev >> 8 & 0xfff, info.st_rdev & 0xff | info.st_rdev >> 12 & 0xfff00)
    return major == 226 && minor < 64
  }
}
