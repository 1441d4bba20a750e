import CPicture
import Glibc

extension Raster {
  /// Bounds that are checked before anything is decoded: a side, and the whole, in pixels.
  static let sideLimit = 16384
  static let areaLimit = 64 << 20
  /// The largest picture file that is read, in bytes.
  static let fileLimit = 256 << 20

  /// Reads a PNG or a JPEG, told apart by their first bytes, whatever the name says.
  init(contentsOf path: String) throws(FaceError) {
    let bytes = try Self.read(path)
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      self = try Self.png(bytes, path: path)
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = try Self.jpeg(bytes, path: path)
    } else {
      throw .badPicture(path: path, reason: "it is neither PNG nor JPEG")
    }
  }

  private static func read(_ path: String) throws(FaceError) -> [UInt8] {
    // Without blocking: a pipe under the name would wait for its writer for ever.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == EACCES || errno == EPERM { throw .forbiddenPicture(path) }
      throw .badPicture(path: path, reason: String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .badPicture(path: path, reason: "it is not a regular file")
    }
    guard status.st_size <= fileLimit else {
      throw .badPicture(path: path, reason: "it is larger than \(fileLimit >> 20) MiB")
    }
    let size = Int(status.st_size)
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = Glibc.read(descriptor, buffer.baseAddress! + count, size - count)
        if got > 0 {
          count += got
        } else if got == 0 || errno != EINTR {
          code = got == 0 ? 0 : errno
          break
        }
      }
    }
    if code != 0 { throw .badPicture(path: path, reason: String(cString: strerror(code))) }
    return bytes
  }

  /// Throws where a picture of this size is not decoded.
  private static func check(width: Int, height: Int, path: String) throws(FaceError) {
    // A JPEG whose header stops before its size has none.
    guard width > 0, height > 0 else {
      throw .badPicture(path: path, reason: "the picture is damaged or cut short")
    }
    guard width <= sideLimit, height <= sideLimit, width * height <= areaLimit else {
      throw .badPicture(
        path: path,
        reason: "\(width)x\(height) is larger than \(sideLimit) pixels a side or \(areaLimit >> 20) million")
    }
  }

  private static func png(_ bytes: [UInt8], path: String) throws(FaceError) -> Raster {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    guard png_image_begin_read_from_memory(&image, bytes, bytes.count) != 0 else {
      throw .badPicture(path: path, reason: message(&image))
    }
    let width = Int(image.width)
    let height = Int(image.height)
    try check(width: width, height: height, path: path)
    image.format = flip_png_format_rgba
    var pixels = [UInt8](repeating: 0, count: width * height * 4)
    guard png_image_finish_read(&image, nil, &pixels, 0, nil) != 0 else {
      throw .badPicture(path: path, reason: message(&image))
    }
    return Raster(width: width, height: height, pixels: pixels)
  }

  /// What went wrong: in a file that began as a PNG, or for want of memory.
  private static func message(_ image: inout png_image) -> String {
    let words = withUnsafeBytes(of: &image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return words.lowercased().contains("memory")
      ? "there is not enough memory for it" : "the PNG is damaged or cut short (\(words))"
  }

  /// The same of a JPEG. libjpeg-turbo puts the function before some of its words.
  private static func message(_ decoder: tjhandle) -> String {
    let words = String(cString: tjGetErrorStr2(decoder))
    let plain = words.hasPrefix("tj") ? words.split(separator: " ").dropFirst().joined(separator: " ") : words
    return "the JPEG is damaged, cut short or of an unknown kind (\(plain))"
  }

  private static func jpeg(_ bytes: [UInt8], path: String) throws(FaceError) -> Raster {
    guard let decoder = tjInitDecompress() else {
      throw .badPicture(path: path, reason: "there is not enough memory for it")
    }
    defer { tjDestroy(decoder) }
    var width: Int32 = 0
    var height: Int32 = 0
    var subsampling: Int32 = 0
    var colours: Int32 = 0
    let length = CUnsignedLong(bytes.count)
    guard tjDecompressHeader3(decoder, bytes, length, &width, &height, &subsampling, &colours) == 0 else {
      throw .badPicture(path: path, reason: message(decoder))
    }
    try check(width: Int(width), height: Int(height), path: path)
    var pixels = [UInt8](repeating: 0, count: Int(width) * Int(height) * 4)
    // Any warning is a fault here: a picture cut short decodes to grey otherwise. The number of scans is
    // limited, as a small progressive file can hold work for hours.
    let flags = TJFLAG_ACCURATEDCT | TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS
    let format = Int32(TJPF_RGBA.rawValue)
    guard tjDecompress2(decoder, bytes, length, &pixels, width, width * 4, height, format, flags) == 0 else {
      throw .badPicture(path: path, reason: message(decoder))
    }
    let raster = Raster(width: Int(width), height: Int(height), pixels: pixels)
    return Exif.orientation(ofJPEG: bytes).map(raster.turned) ?? raster
  }
}
