import CLinux
import Glibc

/// Text from standard input: a pipe, a terminal, a file, or /dev/null, which a service has.
final class StandardInputFeed: FeedSource {
  let descriptor: Int32
  private let input: Int32
  private var splitter = LineSplitter()
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  /// A descriptor that is always readable stands in for what epoll refuses: files and some devices.
  private let standIn: Int32

  /// - Parameter input: where to read; it stays open at the end.
  /// - Throws: exit code 66 where there is no standard input.
  init(input: Int32 = STDIN_FILENO) throws(Failure) {
    let flags = fcntl(input, F_GETFL)
    // Open for writing alone is the stand-in of one that is closed.
    guard flags >= 0, flags & O_ACCMODE != O_WRONLY else {
      throw Failure(.missing, "feed: standard input is closed")
    }
    self.input = input
    standIn = try DescriptorSet().watch(input) ? -1 : eventfd(1, Int32(EFD_CLOEXEC))
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
