import Glibc

/// Cuts a stream of bytes into lines, and holds no more of it than one line of bounded length.
struct LineSplitter {
  /// The longest line in bytes, without its end.
  static let longestLine = 65_536

  /// What came out of the stream.
  enum Piece: Equatable {
    /// A line without its end, `\n` or `\r\n`.
    case line([UInt8])
    /// A line that was longer than may be; the rest of it is passed over.
    case tooLong
  }

  private var line: [UInt8] = []
  /// Whether a line that was too long is still going on.
  private var isSkipping = false

  /// How many bytes wait for the end of their line.
  var waiting: Int { line.count }

  /// Takes the next bytes and hands out each line that ends in them.
  mutating func take(_ bytes: UnsafeRawBufferPointer, _ body: (Piece) -> Void) {
    var rest = bytes[...]
    while let end = lineEnd(in: rest).map({ rest.startIndex + $0 }) {
      if isSkipping {
        isSkipping = false
      } else {
        line.append(contentsOf: rest[rest.startIndex..<end])
        finish(body)
      }
      rest = rest[(end + 1)...]
    }
    guard !isSkipping, !rest.isEmpty else { return }
    // One byte over, as a line end of two bytes may still follow.
    if line.count + rest.count > LineSplitter.longestLine + 1 {
      isSkipping = true
      line = []
      body(.tooLong)
    } else {
      line.append(contentsOf: rest)
    }
  }

  private func lineEnd(in bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes)
    guard let start = bytes.baseAddress, let end = memchr(start, 0x0A, bytes.count) else { return nil }
    return UnsafeRawPointer(end) - start
  }

  /// The stream has ended: what waits is a line too.
  mutating func end(_ body: (Piece) -> Void) {
    if !line.isEmpty { finish(body) }
    isSkipping = false
  }

  private mutating func finish(_ body: (Piece) -> Void) {
    if line.last == 0x0D { line.removeLast() }
    let whole = line
    line = []
    body(whole.count > LineSplitter.longestLine ? .tooLong : .line(whole))
  }
}
