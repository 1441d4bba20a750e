import FlipBoard

/// Uncompressed video, YUV4MPEG2: three full planes (4:4:4, 8 bits), BT.709, limited range (luma 16 to
/// 235), which is what players take high definition for.
///
/// The format names the range but has no word for the matrix. ffmpeg takes BT.601 when it converts what
/// does not say; `-colorspace bt709` before its `-i -` says it.
final class VideoSink: FrameSink {
  private let file: OutputFile
  private let rate: FrameRate
  private var planes: [UInt8] = []
  private var size: Size?

  init(path: String, rate: FrameRate) throws(FileError) {
    file = try OutputFile(path: path)
    self.rate = rate
  }

  func add(_ rgba: UnsafeRawBufferPointer, size: Size, index: Int) throws(FileError) {
    if self.size == nil {
      self.size = size
      planes = Array("FRAME\n".utf8) + [UInt8](repeating: 0, count: size.width * size.height * 3)
      try file.write(Array(header(size).utf8))
    }
    precondition(self.size == size && rgba.count >= size.width * size.height * 4)
    convert(rgba, count: size.width * size.height)
    try file.write(planes)
  }

  func finish() throws(FileError) { try file.commit() }

  func abandon() { file.abandon() }

  private func header(_ size: Size) -> String {
    "YUV4MPEG2 W\(size.width) H\(size.height) F\(rate.numerator):\(rate.denominator) Ip A1:1 C444"
      + " XCOLORRANGE=LIMITED\n"
  }

  private func convert(_ rgba: UnsafeRawBufferPointer, count: Int) {
    planes.withUnsafeMutableBufferPointer { planes in
      let luma = planes.baseAddress! + 6
      let blue = luma + count
      let red = blue + count
      for i in 0..<count {
        let r = Int32(rgba[i * 4])
        let g = Int32(rgba[i * 4 + 1])
        let b = Int32(rgba[i * 4 + 2])
        luma[i] = UInt8(
          truncatingIfNeeded: (BT709.y.r * r + BT709.y.g * g + BT709.y.b * b + BT709.black) >> 16)
        blue[i] = UInt8(
          truncatingIfNeeded: (BT709.u.r * r + BT709.u.g * g + BT709.u.b * b + BT709.grey) >> 16)
        red[i] = UInt8(truncatingIfNeeded: (BT709.v.r * r + BT709.v.g * g + BT709.v.b * b + BT709.grey) >> 16)
      }
    }
  }
}

/// ITU-R BT.709's matrix for limited range, in 1/65536: Kr = 0.2126, Kb = 0.0722; luma spans 219
/// steps, the colour differences 224.
private enum BT709 {
  static let y: (r: Int32, g: Int32, b: Int32) = (11966, 40254, 4064)
  static let u: (r: Int32, g: Int32, b: Int32) = (-6596, -22189, 28785)
  static let v: (r: Int32, g: Int32, b: Int32) = (28785, -26145, -2640)
  /// Black and no colour, and half a step to round.
  static let black: Int32 = 16 << 16 + 32768
  static let grey: Int32 = 128 << 16 + 32768
}
