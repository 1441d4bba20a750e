import CPicture
import FlipBoard
import Glibc
import Testing

@testable import flip_kms

@Suite struct PictureFileTests {
  private let size = Size(width: 37, height: 23)

  private func write(_ name: String, rate: Double = 25, _ frames: [[UInt8]]) throws {
    let format = try OutputFormat(name: name)
    let sink = try #require(try format.makeFrameSink(name: name, rate: FrameRate(rate)))
    for (i, frame) in frames.enumerated() { try sink.add(frame, size: size, index: i) }
    try sink.finish()
  }

  @Test func aPNGHoldsThePixels() throws {
    let folder = Folder()
    var frame = pattern(size)
    // The fourth byte is not read.
    for i in stride(from: 3, to: frame.count, by: 4) { frame[i] = UInt8(i & 255) }
    try write(folder.file("a.png"), [frame])
    let decoded = try #require(decodePNG(folder.bytes("a.png")))
    #expect(decoded.size == size)
    #expect(decoded.pixels == pattern(size))
  }

  @Test func aPNGHasNoAlphaAndNoTime() throws {
    let folder = Folder()
    try write(folder.file("a.png"), [pattern(size)])
    try write(folder.file("b.png"), [pattern(size)])
    let bytes = folder.bytes("a.png")
    #expect(bytes == folder.bytes("b.png"))
    // PNG, section 11.2.2: width, height, 8 bits, colour type 2 (red, green, blue), no interlace.
    #expect(bytes[..<8] == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    #expect(bytes[16..<29] == [0, 0, 0, 37, 0, 0, 0, 23, 8, 2, 0, 0, 0])
    #expect(chunks(bytes).allSatisfy { ["IHDR", "sRGB", "IDAT", "IEND"].contains($0) })
  }

  private func chunks(_ bytes: [UInt8]) -> [String] {
    var names: [String] = []
    var at = 8
    while at + 12 <= bytes.count {
      let length = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      names.append(String(decoding: bytes[at + 4..<at + 8], as: UTF8.self))
      at += length + 12
    }
    return names
  }

  @Test func aSeriesIsAFileAFrame() throws {
    let folder = Folder()
    try write(folder.file("f%03d.png"), [pattern(size), pattern(size, shift: 1)])
    #expect(folder.names == ["f000.png", "f001.png"])
    #expect(decodePNG(folder.bytes("f001.png"))?.pixels == pattern(size, shift: 1))
  }

  @Test func aSeriesInAFolderThatIsNotThereIsAnError() throws {
    let sink = SeriesSink(name: try PictureName("/nowhere/%d.png"))
    #expect(throws: FileError(path: "/nowhere/0.png", call: "open", code: ENOENT)) {
      try sink.add(pattern(size), size: size, index: 0)
    }
  }

  @Test func givenUpNothingIsLeft() throws {
    let folder = Folder()
    for name in ["a.png", "a.webp", "a.y4m"] {
      let format = try OutputFormat(name: name)
      let sink = try #require(try format.makeFrameSink(name: folder.file(name), rate: FrameRate(30)))
      try sink.add(pattern(size), size: size, index: 0)
      sink.abandon()
    }
    #expect(folder.names == [])
  }

  /// The header is checked byte by byte; the samples against BT.709 reckoned in floating point.
  @Test func videoIsY4MWithFullPlanes() throws {
    let folder = Folder()
    let frames = [pattern(size), pattern(size, shift: 90)]
    try write(folder.file("a.y4m"), rate: 29.97, frames)
    let bytes = folder.bytes("a.y4m")
    let header = Array("YUV4MPEG2 W37 H23 F30000:1001 Ip A1:1 C444 XCOLORRANGE=LIMITED\n".utf8)
    #expect(Array(bytes.prefix(header.count)) == header)
    let count = size.width * size.height
    #expect(bytes.count == header.count + 2 * (6 + 3 * count))
    for (n, frame) in frames.enumerated() {
      let start = header.count + n * (6 + 3 * count)
      #expect(Array(bytes[start..<start + 6]) == Array("FRAME\n".utf8))
      var worst = 0.0
      for i in 0..<count {
        let rgb = (0..<3).map { Double(frame[i * 4 + $0]) / 255 }
        let y = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]
        let exact = [16 + 219 * y, 128 + 224 * (rgb[2] - y) / 1.8556, 128 + 224 * (rgb[0] - y) / 1.5748]
        for plane in 0..<3 {
          worst = max(worst, (Double(bytes[start + 6 + plane * count + i]) - exact[plane]).magnitude)
        }
      }
      #expect(worst < 0.51)
    }
  }

  @Test func videoOfGreysHasNoColour() throws {
    let folder = Folder()
    let greys = (0..<256).flatMap { (grey: Int) -> [UInt8] in [UInt8(grey), UInt8(grey), UInt8(grey), 255] }
    let sink = try VideoSink(path: folder.file("g.y4m"), rate: FrameRate(30))
    try sink.add(greys, size: Size(width: 256, height: 1), index: 0)
    try sink.finish()
    let planes = folder.bytes("g.y4m").suffix(768)
    #expect(planes.first == 16 && planes.dropFirst(255).first == 235)
    #expect(planes.suffix(512).allSatisfy { $0 == 128 })
  }

  @Test func framesASecondAreFractions() {
    #expect(
      FrameRate(30) == FrameRate(30.0) && FrameRate(30).numerator == 30 && FrameRate(30).denominator == 1)
    #expect(FrameRate(23.976).numerator == 24000 && FrameRate(59.94).numerator == 60000)
    #expect(FrameRate(12.5).numerator == 25 && FrameRate(12.5).denominator == 2)
    #expect((0...3).map(FrameRate(30).milliseconds) == [0, 33, 67, 100])
    #expect(FrameRate(59.94).milliseconds(60) == 1001)
  }

  @Test func anAnimationIsDecodedToTheSamePixels() throws {
    let folder = Folder()
    var frames = (0..<4).map { pattern(size, shift: $0 / 2 * 60) }
    // A small change, so that a frame holds only a part.
    for i in 0..<4 { frames[3][(5 * size.width + 6) * 4 + i] = 255 }
    try write(folder.file("a.webp"), rate: 25, frames)
    let bytes = folder.bytes("a.webp")
    #expect(bytes.prefix(4) == [0x52, 0x49, 0x46, 0x46] && bytes[8..<12] == [0x57, 0x45, 0x42, 0x50])
    let decoded = try #require(decodeAnimation(bytes))
    #expect(decoded.loops == 0)
    // The first two are the same picture, shown for twice as long.
    #expect(decoded.frames.map(\.milliseconds) == [80, 40, 40])
    #expect(decoded.frames.map(\.pixels) == [frames[0], frames[2], frames[3]])
  }

  /// Reads an animation by libwebpmux, and lays its frames over each other as the format says.
  private func decodeAnimation(
    _ bytes: [UInt8]
  ) -> (loops: Int32, frames: [(milliseconds: Int32, pixels: [UInt8])])? {
    var data = WebPData()
    return bytes.withUnsafeBufferPointer { buffer in
      data.bytes = buffer.baseAddress
      data.size = buffer.count
      guard let mux = WebPMuxCreate(&data, 0) else { return nil }
      defer { WebPMuxDelete(mux) }
      var params = WebPMuxAnimParams()
      guard WebPMuxGetAnimationParams(mux, &params) == WEBP_MUX_OK else { return nil }
      var canvas = [UInt8](repeating: 0, count: size.width * size.height * 4)
      var frames: [(milliseconds: Int32, pixels: [UInt8])] = []
      var info = WebPMuxFrameInfo()
      while WebPMuxGetFrame(mux, UInt32(frames.count + 1), &info) == WEBP_MUX_OK {
        defer { WebPDataClear(&info.bitstream) }
        var width: Int32 = 0
        var height: Int32 = 0
        guard let part = WebPDecodeRGBA(info.bitstream.bytes, info.bitstream.size, &width, &height) else {
          return nil
        }
        defer { WebPFree(part) }
        for y in 0..<Int(height) {
          for x in 0..<Int(width) {
            let from = (y * Int(width) + x) * 4
            let to = ((y + Int(info.y_offset)) * size.width + x + Int(info.x_offset)) * 4
            if info.blend_method == WEBP_MUX_BLEND, part[from + 3] == 0 { continue }
            for c in 0..<4 { canvas[to + c] = part[from + c] }
          }
        }
        frames.append((info.duration, canvas))
      }
      return (params.loop_count, frames)
    }
  }

  @Test func anAnimationTooLargeForWebPSaysSo() throws {
    let folder = Folder()
    let sink = try AnimationSink(path: folder.file("a.webp"), rate: FrameRate(30))
    let wide = Size(width: 16384, height: 1)
    let pixels = [UInt8](repeating: 0, count: wide.width * 4)
    let error = thrown(FileError.self) { try sink.add(pixels, size: wide, index: 0) }
    #expect(error?.reason == "WebP holds at most 16383 pixels a side")
    sink.abandon()
    #expect(folder.names == [])
  }
}
