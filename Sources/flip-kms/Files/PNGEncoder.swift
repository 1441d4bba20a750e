import CPicture
import FlipBoard

/// Encodes frames as PNG: 8 bits of red, green and blue, without alpha, sRGB; no time of making, so
/// that the same pixels give the same bytes.
struct PNGEncoder {
  private var rgb: [UInt8] = []
  private var encoded: [UInt8] = []

  /// The bytes of the file, in a buffer that is kept for the next frame.
  mutating func encode(
    _ rgba: UnsafeRawBufferPointer, size: Size, path: String
  ) throws(FileError) -> ArraySlice<UInt8> {
    let count = size.width * size.height
    precondition(rgba.count >= count * 4)
    if rgb.count != count * 3 { rgb = [UInt8](repeating: 0, count: count * 3) }
    rgb.withUnsafeMutableBufferPointer { rgb in
      for i in 0..<count {
        rgb[i * 3] = rgba[i * 4]
        rgb[i * 3 + 1] = rgba[i * 4 + 1]
        rgb[i * 3 + 2] = rgba[i * 4 + 2]
      }
    }
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    image.width = UInt32(size.width)
    image.height = UInt32(size.height)
    image.format = flip_png_format_rgb
    image.flags = flip_png_flag_fast
    let most = flip_png_size_max(&image)
    if encoded.count < most { encoded = [UInt8](repeating: 0, count: most) }
    var length = encoded.count
    let done = png_image_write_to_memory(&image, &encoded, &length, 0, rgb, 0, nil)
    guard done != 0 else {
      throw FileError(
        path: path, call: "png_image_write_to_memory", code: 0, reason: flip_png_message(&image))
    }
    return encoded[..<length]
  }
}

/// libpng's words for what went wrong.
private func flip_png_message(_ image: inout png_image) -> String {
  withUnsafeBytes(of: &image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
