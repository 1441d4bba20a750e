import CPicture
import FlipBoard
import Glibc

@testable import FlipFaces

/// Where Debian's fonts-roboto-unhinted has it.
let robotoFile = "/usr/share/fonts/truetype/roboto/unhinted/RobotoCondensed-Bold.ttf"

/// Figures of that font, read from its tables glyf, hmtx and OS/2, in units of 1/2048 em.
enum Roboto {
  static let cap = 1456.0
  static let digitAdvance = 1036.0
  /// The hyphen is one rectangle.
  static let hyphen = (width: 612.0 - 123, height: 742.0 - 507, bottom: 507.0)
}

/// Rows and columns of the pixels that have any ink.
struct InkBox: Equatable {
  var left: Int
  var top: Int
  /// One past the last.
  var right: Int
  var bottom: Int

  var width: Int { right - left }
  var height: Int { bottom - top }
  var middleX: Double { Double(left + right) / 2 }
  var middleY: Double { Double(top + bottom) / 2 }
}

extension Bitmap {
  /// How opaque a pixel is.
  func opacity(_ x: Int, _ y: Int) -> UInt8 {
    let at = y * size.width + x
    return format == .coverage ? pixels[at] : pixels[at * 4 + 3]
  }

  /// The box of pixels covered by at least `least`/255.
  func inkBox(least: UInt8 = 1) -> InkBox? {
    var box = InkBox(left: .max, top: .max, right: .min, bottom: .min)
    for y in 0..<size.height {
      for x in 0..<size.width where opacity(x, y) >= least {
        box.left = min(box.left, x)
        box.right = max(box.right, x + 1)
        box.top = min(box.top, y)
        box.bottom = max(box.bottom, y + 1)
      }
    }
    return box.right > box.left ? box : nil
  }

  /// The ink's area in pixels.
  var inkArea: Double { pixels.reduce(0) { $0 + Double($1) } / 255 }

  func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    let at = (y * size.width + x) * 4
    return Array(pixels[at..<at + 4])
  }
}

/// A folder that is there for one test.
final class Folder {
  let path: String
  private var names: [String] = []

  init() {
    var template = Array("/tmp/flip-faces-test-XXXXXX".utf8CString)
    mkdtemp(&template)
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  deinit {
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  /// The path of a file in it, which is taken away at the end.
  func file(_ name: String) -> String {
    names.append(name)
    return "\(path)/\(name)"
  }

  @discardableResult
  func write(_ name: String, _ bytes: [UInt8]) -> String {
    let path = file(name)
    let stream = fopen(path, "w")!
    fwrite(bytes, 1, bytes.count, stream)
    fclose(stream)
    return path
  }
}

func readAll(_ path: String) -> [UInt8] {
  guard let stream = fopen(path, "r") else { return [] }
  defer { fclose(stream) }
  var status = stat()
  stat(path, &status)
  var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
  fread(&bytes, 1, bytes.count, stream)
  return bytes
}

/// Writes a PNG by hand, as its specification has it: 8 bits of red, green, blue, alpha, rows without
/// filter, the stream stored without compression.
func makePNG(width: Int, height: Int, _ pixels: [UInt8]) -> [UInt8] {
  func big(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
  func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    var crc: UInt32 = 0xFFFF_FFFF
    let body = Array(name.utf8) + data
    for byte in body {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return big(UInt32(data.count)) + body + big(~crc)
  }
  var raw: [UInt8] = []
  for y in 0..<height where pixels.count >= (y + 1) * width * 4 {
    raw += [0] + pixels[y * width * 4..<(y + 1) * width * 4]
  }
  var (a, b): (UInt32, UInt32) = (1, 0)
  for byte in raw {
    a = (a + UInt32(byte)) % 65521
    b = (b + a) % 65521
  }
  let count = UInt16(raw.count)
  let stored: [UInt8] = [1, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)]
  let header = big(UInt32(width)) + big(UInt32(height)) + [8, 6, 0, 0, 0]
  return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
    + chunk("IDAT", [0x78, 0x01] + stored + raw + big(b << 16 | a)) + chunk("IEND", [])
}

/// Encodes a JPEG by TurboJPEG at its best.
func makeJPEG(width: Int, height: Int, _ pixels: [UInt8]) -> [UInt8] {
  let encoder = tjInitCompress()
  defer { tjDestroy(encoder) }
  var data: UnsafeMutablePointer<UInt8>?
  var size: CUnsignedLong = 0
  tjCompress2(
    encoder, pixels, Int32(width), Int32(width * 4), Int32(height), Int32(TJPF_RGBA.rawValue), &data, &size,
    Int32(TJSAMP_444.rawValue), 100, 0)
  defer { tjFree(data) }
  return Array(UnsafeBufferPointer(start: data, count: Int(size)))
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
