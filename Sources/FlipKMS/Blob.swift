import CEGL
import Glibc

/// A block of data that properties point to, made by us and destroyed with this object; what was
/// committed with it keeps a reference of the kernel's own.
///
/// Source: drmModeCreatePropertyBlob.
final class Blob {
  let id: UInt32
  private let fd: Int32

  /// - Parameter value: a C structure, copied.
  init<Value>(_ value: Value, fd: Int32) throws(KMSError) {
    var id: UInt32 = 0
    let result = withUnsafeBytes(of: value) { drmModeCreatePropertyBlob(fd, $0.baseAddress, $0.count, &id) }
    guard result == 0 else { throw KMSError(call: "drmModeCreatePropertyBlob", code: -result) }
    self.id = id
    self.fd = fd
  }

  deinit { drmModeDestroyPropertyBlob(fd, id) }
}
