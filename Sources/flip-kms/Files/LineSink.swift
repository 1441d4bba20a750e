/// Lines of text to a file, gathered into large writes.
final class LineSink {
  private static let chunk = 64 << 10

  private let file: OutputFile
  private var buffer: [UInt8] = []

  init(path: String) throws(FileError) {
    file = try OutputFile(path: path)
    buffer.reserveCapacity(Self.chunk + 4096)
  }

  /// Adds a line; its end is added.
  func add(_ line: String) throws(FileError) {
    buffer.append(contentsOf: line.utf8)
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= Self.chunk { try flush() }
  }

  /// Puts the whole file under its name.
  func finish() throws(FileError) {
    try flush()
    try file.commit()
  }

  /// Gives up: nothing is left.
  func abandon() { file.abandon() }

  private func flush() throws(FileError) {
    try file.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}
