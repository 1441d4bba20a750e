import CLinux
import Glibc

/// A file that appears under its name only when it is whole: until then it is written without a name in the
/// same folder, so that nothing is left of it when the program is killed; where the file system has no such
/// files, under a name that starts with a dot and ends in `.part`.
///
/// Standard output (`-`), and whatever there is under the name that is no regular file (a pipe, a
/// device), cannot be replaced, and is written as it comes.
final class OutputFile {
  let path: String
  private var descriptor: Int32
  /// Its name until it is whole, where it has one.
  private var temporary: String?
  private var isUnnamed = false
  private let final: String
  private let isOurs: Bool
  /// Whose what was there before is, and who may read and write it; and then the new one.
  private var owner: (user: uid_t, group: gid_t, permissions: mode_t)?

  /// Opens it, so that a folder that cannot be written fails before any work is done. A file that is there
  /// and may not be written is refused, though its folder would let it be replaced.
  init(path: String) throws(FileError) {
    self.path = path
    guard path != "-" else {
      final = path
      descriptor = STDOUT_FILENO
      isOurs = false
      return
    }
    isOurs = true
    // Through a link, the file that it points to is written, and the link stays.
    final = try Self.resolved(path)
    var status = stat()
    if stat(final, &status) == 0 {
      descriptor = open(final, O_WRONLY | O_CLOEXEC)
      if descriptor < 0 { throw FileError(path: path, call: "open", code: errno) }
      if status.st_mode & S_IFMT != S_IFREG { return }
      // It may be written: that was to be known.
      close(descriptor)
      owner = (status.st_uid, status.st_gid, status.st_mode & 0o777)
    }
    let folder = Self.folder(of: final)
    descriptor = flip_open_unnamed(folder.isEmpty ? "." : folder)
    isUnnamed = descriptor >= 0
    if isUnnamed { return }
    temporary = try beside { name in
      descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      return descriptor >= 0
    }
  }

  /// A free name beside the file's own, at which `make` makes something; false from it is a fault in errno.
  private func beside(_ make: (String) -> Bool) throws(FileError) -> String {
    for attempt in 0..<100 {
      let name = "\(Self.folder(of: final)).flip-kms-\(getpid())-\(attempt).part"
      if make(name) { return name }
      if errno != EEXIST { throw FileError(path: path, call: "open", code: errno) }
    }
    throw FileError(path: path, call: "open", code: EEXIST)
  }

  deinit { abandon() }

  /// Writes all of it, however many calls that takes.
  func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    var done = 0
    while done < bytes.count {
      let count = Glibc.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
      if count > 0 {
        done += count
      } else if count < 0, errno == EAGAIN {
        // A pipe that its reader set not to block: wait until there is room.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
      } else if count == 0 || errno != EINTR {
        throw FileError(path: path, call: "write", code: count == 0 ? EIO : errno)
      }
    }
  }

  func write(_ bytes: [UInt8]) throws(FileError) {
    var failure: FileError?
    bytes.withUnsafeBytes {
      do throws(FileError) { try write($0) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Puts the whole file under its name.
  func commit() throws(FileError) {
    guard isOurs, descriptor >= 0 else { return }
    guard isUnnamed || temporary != nil else {
      let code = close(descriptor)
      descriptor = -1
      if code != 0 { throw FileError(path: path, call: "close", code: errno) }
      return
    }
    // A file system without permissions refuses, and has none to lose; only root may give a file away.
    if let owner {
      fchown(descriptor, owner.user, owner.group)
      fchmod(descriptor, owner.permissions)
    }
    // After a power cut a rename without it may be there with an empty file.
    if fsync(descriptor) != 0, errno != EINVAL, errno != EROFS {
      throw FileError(path: path, call: "fsync", code: errno)
    }
    if isUnnamed {
      temporary = try beside { flip_name_unnamed(descriptor, $0) == 0 }
      isUnnamed = false
    }
    let code = close(descriptor)
    descriptor = -1
    if code != 0 { throw FileError(path: path, call: "close", code: errno) }
    if rename(temporary!, final) != 0 { throw FileError(path: path, call: "rename", code: errno) }
    temporary = nil
  }

  /// Takes away what was written so far. After `commit` it does nothing.
  func abandon() {
    if isOurs, descriptor >= 0 { close(descriptor) }
    descriptor = -1
    if let temporary { unlink(temporary) }
    temporary = nil
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// The file behind a name: links are followed to their end, whether anything is there or not.
  private static func resolved(_ path: String) throws(FileError) -> String {
    var status = stat()
    if stat(path, &status) == 0 {
      // Of an open file that has no name, such as a pipe under /dev/fd, this is the only one.
      guard let real = realpath(path, nil) else { return path }
      defer { free(real) }
      return String(cString: real)
    }
    guard errno == ENOENT else { throw FileError(path: path, call: "open", code: errno) }
    var place = path
    // The kernel follows 40 (path_resolution(7)), and has told already of any circle.
    for _ in 0..<40 {
      var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let count = target.withUnsafeMutableBytes { readlink(place, $0.baseAddress!, $0.count) }
      guard count > 0 else { break }
      let name = String(decoding: target[..<count], as: UTF8.self)
      place = name.hasPrefix("/") ? name : folder(of: place) + name
    }
    return place
  }
}
