import CLinux
import Glibc

/// Text from a Unix socket: every client that connects may send lines, and the last line of any wins.
final class SocketFeed: FeedSource {
  /// How many may be connected at once; one more is sent away.
  static let mostClients = 32

  var descriptor: Int32 { members.descriptor }
  let path: String
  private let members: DescriptorSet
  private let listener: Int32
  /// What the socket's file is, to take away no other's at the end.
  private let identity: (device: dev_t, inode: ino_t)
  private var clients: [Int32: LineSplitter] = [:]
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  /// Listens at `path`, for the program's user and group.
  ///
  /// A socket that nobody listens at any more is replaced.
  /// - Throws: exit code 78 where the path cannot be one of a socket's or something else is there, 75
  ///   where another program listens there, 66 where its folder is missing, 77 without permission.
  init(path: String) throws(Failure) {
    self.path = path
    members = try DescriptorSet()
    let address = try SocketAddress(path)
    try SocketFeed.clear(path, address)
    let listener = socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard listener >= 0 else { throw Failure(.software, "feed: no socket can be made: \(describe(errno))") }
    // The socket's own mode bounds that of its file, so that nobody else can connect before chmod, which
    // gives back what the umask took.
    fchmod(listener, 0o660)
    var status = stat()
    guard address.withPointer({ bind(listener, $0, $1) }) == 0, chmod(path, 0o660) == 0,
      lstat(path, &status) == 0, listen(listener, 16) == 0
    else {
      let code = errno
      close(listener)
      throw SocketFeed.failure(path, code)
    }
    self.listener = listener
    identity = (status.st_dev, status.st_ino)
    members.watch(listener)
  }

  deinit {
    for client in clients.keys { close(client) }
    close(listener)
    var status = stat()
    if lstat(path, &status) == 0, status.st_dev == identity.device, status.st_ino == identity.inode {
      unlink(path)
    }
  }

  /// How many are connected.
  var clientCount: Int { clients.count }

  func readable() -> FeedNews {
    var news = FeedNews()
    for member in members.ready() {
      if member == listener { accept(&news) } else { read(member, &news) }
    }
    return news
  }

  private func accept(_ news: inout FeedNews) {
    let client = Glibc.accept(listener, nil, nil)
    guard client >= 0 else { return }
    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
    _ = fcntl(client, F_SETFL, O_NONBLOCK)
    if clients.count < SocketFeed.mostClients, members.watch(client) {
      clients[client] = LineSplitter()
    } else {
      close(client)
      news.warnings.append("feed: more than \(SocketFeed.mostClients) programs connected, sent one away")
    }
  }

  /// One read a turn, so that no client keeps the others waiting.
  private func read(_ client: Int32, _ news: inout FeedNews) {
    let count = Glibc.read(client, &buffer, buffer.count)
    if count > 0 {
      buffer.withUnsafeBytes { bytes in
        clients[client]?.take(UnsafeRawBufferPointer(rebasing: bytes[..<count])) {
          news.take($0, from: "feed")
        }
      }
    } else if count == 0 || errno != EAGAIN && errno != EINTR {
      clients[client]?.end { news.take($0, from: "feed") }
      clients[client] = nil
      members.forget(client)
      close(client)
    }
  }

  /// What is expected in place of a path at which no socket can be, whoever asks; nil where one may be.
  static func expected(of path: String) -> String? {
    guard SocketAddress.lengths.contains(path.utf8.count) else {
      return
        "a path of at most \(SocketAddress.lengths.upperBound) bytes, as the kernel has no longer ones for sockets"
    }
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFSOCK else { return nil }
    let kind =
      switch status.st_mode & S_IFMT {
      case S_IFDIR: "a folder"
      case S_IFIFO: "a pipe"
      case S_IFLNK: "a link"
      case S_IFREG: "a file"
      default: "something else"
      }
    let isReadable = [S_IFREG, S_IFIFO].contains(status.st_mode & S_IFMT)
    return "a path where a socket can be made, and there is \(kind)"
      + (isReadable ? "; run reads it by --feed - < FILE" : "")
  }

  /// Takes away a socket that a program left behind.
  private static func clear(_ path: String, _ address: SocketAddress) throws(Failure) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw Failure(.configuration, "feed: \(path.quoted) is there and is no socket")
    }
    let probe = socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    defer { close(probe) }
    let result = address.withPointer { connect(probe, $0, $1) }
    guard result != 0, errno == ECONNREFUSED else {
      let code = errno
      if result != 0, code == EACCES { throw failure(path, code) }
      throw held(path, by: result == 0 ? listener(behind: probe) : nil)
    }
    guard unlink(path) == 0 || errno == ENOENT else { throw failure(path, errno) }
  }

  /// The program that listens where a socket is connected to, as `socat (process 123)`; nil where the kernel
  /// does not say.
  private static func listener(behind connection: Int32) -> String? {
    // struct ucred: process, user and group (unix(7)).
    var credentials: [pid_t] = [0, 0, 0]
    var size = socklen_t(MemoryLayout<pid_t>.size * credentials.count)
    guard getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0, credentials[0] > 0
    else { return nil }
    // Longer than any name: the kernel keeps 15 bytes (proc(5)).
    var name = [UInt8](repeating: 0, count: 64)
    let file = open("/proc/\(credentials[0])/comm", O_RDONLY | O_CLOEXEC)
    let count = file < 0 ? 0 : Glibc.read(file, &name, name.count)
    if file >= 0 { close(file) }
    let word = String(decoding: name[..<max(0, count)].prefix { $0 != 0x0A }, as: UTF8.self)
    return "\(word.isEmpty ? "another program" : word) (process \(credentials[0]))"
  }

  private static func held(_ path: String, by program: String?) -> Failure {
    Failure(
      .held,
      "feed: \(program ?? "another program") listens at \(path.quoted) already; end it, or name another path")
  }

  private static func failure(_ path: String, _ code: Int32) -> Failure {
    switch code {
    case EACCES, EPERM, EROFS: Failure(.permission, "feed: no permission to listen at \(path.quoted)")
    case ENOENT, ENOTDIR: Failure(.missing, "feed: no folder for the socket \(path.quoted)")
    case EADDRINUSE: held(path, by: nil)
    default: Failure(.writing, "feed: cannot listen at \(path.quoted): \(describe(code))")
    }
  }
}

/// A path as the kernel wants a Unix socket's.
struct SocketAddress {
  /// Bytes that a path may have: those of sockaddr_un's less the zero behind it (unix(7)).
  static let lengths = 1...107
  private var address = sockaddr_un()

  /// - Throws: exit code 78 where the path is longer than the kernel takes.
  init(_ path: String) throws(Failure) {
    let bytes = Array(path.utf8)
    guard SocketAddress.lengths.contains(bytes.count) else {
      throw Failure(.configuration, "feed: \(path.quoted) is longer than a socket's path can be, 107 bytes")
    }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
  }

  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
