import CPicture
import FlipBoard

/// A WebP animation without loss that repeats for ever. Frames that show the same become one.
final class AnimationSink: FrameSink {
  /// WebP's own limit on width and height.
  static let sizeLimit = 16383

  private let file: OutputFile
  private let rate: FrameRate
  private var encoder: OpaquePointer?
  private var config = WebPConfig()
  private var picture = WebPPicture()
  private var frames = 0

  init(path: String, rate: FrameRate) throws(FileError) {
    file = try OutputFile(path: path)
    self.rate = rate
    guard WebPConfigInit(&config) != 0, WebPPictureInit(&picture) != 0 else {
      throw FileError(path: path, call: "WebPConfigInit", code: 0, reason: "another version of libwebp")
    }
    // Without loss at little effort: what is flat packs well anyhow.
    WebPConfigLosslessPreset(&config, 1)
    picture.use_argb = 1
  }

  deinit { release() }

  func add(_ rgba: UnsafeRawBufferPointer, size: Size, index: Int) throws(FileError) {
    if encoder == nil { try start(size) }
    picture.width = Int32(size.width)
    picture.height = Int32(size.height)
    let pixels = rgba.bindMemory(to: UInt8.self).baseAddress
    guard WebPPictureImportRGBX(&picture, pixels, Int32(size.width * 4)) != 0 else {
      throw failure("WebPPictureImportRGBX", "out of memory")
    }
    defer { WebPPictureFree(&picture) }
    guard WebPAnimEncoderAdd(encoder, &picture, Int32(clamping: rate.milliseconds(frames)), &config) != 0
    else {
      throw failure("WebPAnimEncoderAdd", AnimationSink.words(for: picture.error_code))
    }
    frames += 1
  }

  func finish() throws(FileError) {
    defer { release() }
    // The last frame lasts as long as the others.
    guard WebPAnimEncoderAdd(encoder, nil, Int32(clamping: rate.milliseconds(frames)), nil) != 0 else {
      throw failure("WebPAnimEncoderAdd", "no frame to write")
    }
    var data = WebPData()
    WebPDataInit(&data)
    defer { WebPDataClear(&data) }
    guard WebPAnimEncoderAssemble(encoder, &data) != 0 else {
      throw failure("WebPAnimEncoderAssemble", "the animation cannot be put together")
    }
    try file.write(UnsafeRawBufferPointer(start: data.bytes, count: data.size))
    try file.commit()
  }

  func abandon() {
    release()
    file.abandon()
  }

  private func start(_ size: Size) throws(FileError) {
    guard max(size.width, size.height) <= Self.sizeLimit else {
      throw failure("WebPAnimEncoderNew", "WebP holds at most \(Self.sizeLimit) pixels a side")
    }
    var options = WebPAnimEncoderOptions()
    WebPAnimEncoderOptionsInit(&options)
    options.anim_params.loop_count = 0
    // Nobody seeks in a loop: without whole frames between, each frame is packed once, not twice.
    options.kmax = 0
    options.anim_params.bgcolor = 0xFF00_0000
    encoder = WebPAnimEncoderNew(Int32(size.width), Int32(size.height), &options)
    guard encoder != nil else { throw failure("WebPAnimEncoderNew", "out of memory") }
  }

  private func release() {
    if let encoder { WebPAnimEncoderDelete(encoder) }
    encoder = nil
  }

  /// What libwebp says by a number, of a frame that it could not take.
  private static func words(for code: WebPEncodingError) -> String {
    switch code {
    case VP8_ENC_ERROR_OUT_OF_MEMORY, VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY: "out of memory"
    case VP8_ENC_ERROR_FILE_TOO_BIG: "a WebP holds at most 4 GiB"
    default: "a frame could not be packed, fault \(code.rawValue) of libwebp"
    }
  }

  private func failure(_ call: String, _ reason: String) -> FileError {
    FileError(path: file.path, call: call, code: 0, reason: reason)
  }
}
