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
  /// What was said of the first lines that were refused, and of how many more there are.
  private(set) var warnings: [String] = []
  /// How many refused lines are told one by one.
  static let mostWarnings = 20
  /// The most of a feed that is read, in bytes: 64 MiB. What flows without an end is no script.
  static let largest = 64 << 20

  static let none = FeedScript()

  /// Reads a file, or standard input where it is `-`. A message without a time comes with the one before
  /// it, the first one at the start.
  ///
  /// Of what cannot be seen nothing is kept, so that a feed that floods costs no memory: of messages that
  /// come in one instant the last one, and none after `end`.
  ///
  /// A line that is no message, or comes before the one above it, is refused with a warning, and the board
  /// stays as it was.
  ///
  /// - Parameters:
  ///   - end: how long after the start the last picture is.
  ///   - placed: puts to what is wrong with the file as a whole who named it.
  /// - Throws: exit code 66 where there is no such file, 77 where it may not be read, 65 where it is too large, or
  ///   has lines and none is a message.
  init(path: String, end: Length, placed: (Failure) -> Failure = { $0 }) throws(Failure) {
    let name = path == "-" ? "standard input" : path
    var reader = Reader(name: name, end: end)
    do throws(Failure) { try FeedScript.read(path, name, &reader) } catch { throw placed(error) }
    if let first = reader.faults.first, !reader.hasMessages { throw Failure(.data, first) }
    entries = reader.entries
    warnings = reader.faults
    let untold = reader.refused - reader.faults.count
    if untold > 0 { warnings.append("\(name): \(untold) more lines refused") }
  }

  private static func read(_ path: String, _ name: String, _ reader: inout Reader) throws(Failure) {
    let file = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      switch errno {
      case ENOENT, ENOTDIR:
        throw Failure(.missing, "no file \(path.quoted), expected lines of a feed")
      case EACCES, EPERM: throw Failure(.permission, "no permission to read \(path.quoted)")
      case let code: throw Failure(.data, "cannot read \(path.quoted): \(describe(code))")
      }
    }
    defer { if path != "-" { close(file) } }
    let tooLarge = Failure(.data, "\(name.quoted) is larger than \(largest) bytes")
    // Before millions of lines are read that come to nothing.
    var status = stat()
    if fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size - max(0, lseek(file, 0, SEEK_CUR)) > largest
    {
      throw tooLarge
    }
    var splitter = LineSplitter()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var total = 0
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw Failure(.data, "cannot read \(name.quoted): \(describe(errno))")
      }
      if count == 0 { break }
      total += count
      guard total <= largest else { throw tooLarge }
      buffer.withUnsafeBytes { bytes in
        splitter.take(UnsafeRawBufferPointer(rebasing: bytes[..<count])) { reader.take($0) }
      }
    }
    splitter.end { reader.take($0) }
  }

  private init() {}

  /// Makes entries of lines.
  private struct Reader {
    let name: String
    let end: Length
    var entries: [Entry] = []
    var hasMessages = false
    var refused = 0
    var faults: [String] = []
    private var line = 0
    /// When the message before came.
    private var time = Length.zero

    init(name: String, end: Length) {
      self.name = name
      self.end = end
    }

    mutating func take(_ piece: LineSplitter.Piece) {
      line += 1
      let message: FeedMessage
      do throws(FeedLineFault) {
        guard case .line(let bytes) = piece else { throw .tooLong }
        message = try FeedMessage(line: bytes)
      } catch {
        return refuse(error.text)
      }
      let after = message.at.map { Length(seconds: $0) } ?? time
      guard after >= time else { return refuse("expected \"at\" not to be before that of the line above") }
      time = after
      hasMessages = true
      guard after <= end else { return }
      if entries.last?.after == after { entries.removeLast() }
      entries.append(Entry(after: after, rows: message.rows))
    }

    private mutating func refuse(_ reason: String) {
      refused += 1
      if refused <= FeedScript.mostWarnings { faults.append("\(name):\(line): \(reason)") }
    }
  }
}
