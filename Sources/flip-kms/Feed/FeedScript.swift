import FlipBoard
import Glibc

/// A feed in a file, for `render`: messages with the seconds at which they come.
struct FeedScript: Equatable, Sendable {
  struct Entry: Equatable, Sendable {
    /// After `--at`.
    var after: Length
    var rows: [String]
  }

  /// In the order of their times.
  private(set) var entries: [Entry] = []

  static let none = FeedScript()

  /// Reads a file, or standard input where it is `-`. A message without a time comes with the one before
  /// it, the first one at the start.
  ///
  /// Of what cannot be seen nothing is kept, so that a feed that floods costs no memory: of messages that
  /// come in one instant the last one, and none after `end`.
  ///
  /// - Throws: exit code 66 where there is no such file, 77 where it may not be read, 65 with the line
  ///   that is no message or comes before the one above it.
  /// - Parameter end: how long after the start the last picture is.
  init(path: String, end: Length) throws(Failure) {
    let name = path == "-" ? "standard input" : path
    let file = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      switch errno {
      case ENOENT, ENOTDIR: throw Failure(.missing, "feed: no file \(path.quoted)")
      case EACCES, EPERM: throw Failure(.permission, "feed: no permission to read \(path.quoted)")
      case let code: throw Failure(.data, "feed: cannot read \(path.quoted): \(describe(code))")
      }
    }
    defer { if path != "-" { close(file) } }
    var splitter = LineSplitter()
    var reader = Reader(name: name, end: end)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw Failure(.data, "feed: cannot read \(name.quoted): \(describe(errno))")
      }
      if count == 0 { break }
      buffer.withUnsafeBytes { bytes in
        splitter.take(UnsafeRawBufferPointer(rebasing: bytes[..<count])) { reader.take($0) }
      }
      if let failure = reader.failure { throw failure }
    }
    splitter.end { reader.take($0) }
    if let failure = reader.failure { throw failure }
    entries = reader.entries
  }

  private init() {}

  /// Makes entries of lines, up to the first that is none.
  private struct Reader {
    let name: String
    let end: Length
    var entries: [Entry] = []
    var failure: Failure?
    private var line = 0
    /// When the message before came.
    private var time = Length.zero

    init(name: String, end: Length) {
      self.name = name
      self.end = end
    }

    mutating func take(_ piece: LineSplitter.Piece) {
      line += 1
      guard failure == nil else { return }
      let message: FeedMessage
      do throws(FeedLineFault) {
        guard case .line(let bytes) = piece else { throw .tooLong }
        message = try FeedMessage(line: bytes)
      } catch {
        failure = Failure(.data, "\(name):\(line): \(error.text)")
        return
      }
      let after = message.at.map { Length(seconds: $0) } ?? time
      guard after >= time else {
        failure = Failure(.data, "\(name):\(line): expected \"at\" not to be before that of the line above")
        return
      }
      time = after
      guard after <= end else { return }
      if entries.last?.after == after { entries.removeLast() }
      entries.append(Entry(after: after, rows: message.rows))
    }
  }
}
