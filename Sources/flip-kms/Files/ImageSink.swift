import FlipBoard

/// One frame as PNG.
final class ImageSink: FrameSink {
  private let file: OutputFile
  private var encoder = PNGEncoder()

  init(path: String) throws(FileError) { file = try OutputFile(path: path) }

  func add(_ rgba: UnsafeRawBufferPointer, size: Size, index: Int) throws(FileError) {
    try file.write(Array(encoder.encode(rgba, size: size, path: file.path)))
  }

  func finish() throws(FileError) { try file.commit() }

  func abandon() { file.abandon() }
}

/// A PNG file for each frame.
final class SeriesSink: FrameSink {
  private let name: PictureName
  private var encoder = PNGEncoder()

  init(name: PictureName) { self.name = name }

  func add(_ rgba: UnsafeRawBufferPointer, size: Size, index: Int) throws(FileError) {
    let file = try OutputFile(path: name.file(index))
    try file.write(Array(encoder.encode(rgba, size: size, path: file.path)))
    try file.commit()
  }

  func finish() throws(FileError) {}

  func abandon() {}
}
