import CPicture
import FlipBoard
import Glibc

@testable import flip_kms

/// A folder that is there for one test.
final class Folder {
  let path: String

  init() {
    var template = Array("/tmp/flip-kms-test-XXXXXX".utf8CString)
    mkdtemp(&template)
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  deinit {
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  /// Whether a process has a file open in it that holds something, whatever its name.
  func isWritten(by process: pid_t) -> Bool {
    (3..<32).contains { number in
      let link = "/proc/\(process)/fd/\(number)"
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = bytes.withUnsafeMutableBytes { readlink(link, $0.baseAddress!, $0.count) }
      guard count > 0, String(decoding: bytes[..<count], as: UTF8.self).hasPrefix(path) else {
        return false
      }
      var status = stat()
      return stat(link, &status) == 0 && status.st_size > 0
    }
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// What lies in it, hidden files too, sorted.
  var names: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  func bytes(_ name: String) -> [UInt8] { readAll(open(file(name), O_RDONLY)) }
}

/// Reads a descriptor to its end and closes it.
func readAll(_ descriptor: Int32) -> [UInt8] {
  guard descriptor >= 0 else { return [] }
  defer { close(descriptor) }
  var all: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = read(descriptor, &chunk, chunk.count)
    guard count > 0 else { return all }
    all += chunk[..<count]
  }
}

/// A picture in which every pixel tells where it is: opaque, rows from the top.
func pattern(_ size: Size, shift: Int = 0) -> [UInt8] {
  var pixels: [UInt8] = []
  for y in 0..<size.height {
    for x in 0..<size.width {
      pixels += [UInt8((x * 7 + shift) & 255), UInt8((y * 11) & 255), UInt8((x ^ y) & 255), 255]
    }
  }
  return pixels
}

/// Decodes a PNG by libpng to red, green, blue, alpha.
func decodePNG(_ bytes: [UInt8]) -> (size: Size, pixels: [UInt8])? {
  var image = png_image()
  image.version = UInt32(PNG_IMAGE_VERSION)
  guard png_image_begin_read_from_memory(&image, bytes, bytes.count) != 0 else { return nil }
  image.format = flip_png_format_rgba
  var pixels = [UInt8](repeating: 0, count: Int(image.width * image.height) * 4)
  guard png_image_finish_read(&image, nil, &pixels, 0, nil) != 0 else { return nil }
  return (Size(width: Int(image.width), height: Int(image.height)), pixels)
}

extension FrameSink {
  func add(_ pixels: [UInt8], size: Size, index: Int) throws(FileError) {
    var failure: FileError?
    pixels.withUnsafeBytes {
      do throws(FileError) { try add($0, size: size, index: index) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}

/// The error of that type that `body` throws. (What `#expect(throws:)` gives back it only gives from
/// Swift 6.1 on.)
func thrown<Fault: Error, Value>(_ type: Fault.Type, _ body: () throws -> Value) -> Fault? {
  do {
    _ = try body()
    return nil
  } catch {
    return error as? Fault
  }
}
