import CLinux
import Glibc

/// Text from standard input: a pipe, a terminal, or a file.
final class StandardInputFeed: FeedSource {
  let descriptor: Int32
  private let input: Int32
  private var splitter = LineSplitter()
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  /// A descriptor that is always readable stands in for a file, which epoll refuses.
  private let standIn: Int32

  /// - Parameter input: where to read; it stays open at the end.
  /// - Throws: exit code 66 where there is no standard input.
  init(input: Int32 = STDIN_FILENO) throws(Failure) {
    var status = stat()
    guard fstat(input, &status) == 0 else { throw Failure(.missing, "feed: standard input is closed") }
    self.input = input
    standIn = status.st_mode & S_IFMT == S_IFREG ? eventfd(1, Int32(EFD_CLOEXEC)) : -1
    descriptor = standIn >= 0 ? standIn : input
  }

  deinit {
    if standIn >= 0 { close(standIn) }
  }

  /// Reads once, so that it never blocks where the descriptor is readable.
  func readable() -> FeedNews {
    var news = FeedNews()
    let count = read(input, &buffer, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return news }
    if count > 0 {
      buffer.withUnsafeBytes { bytes in
        splitter.take(UnsafeRawBufferPointer(rebasing: bytes[..<count])) { news.take($0, from: "feed") }
      }
    } else {
      splitter.end { news.take($0, from: "feed") }
      news.hasEnded = true
      if count < 0 { news.warnings.append("feed: cannot read standard input: \(describe(errno))") }
    }
    return news
  }
}
