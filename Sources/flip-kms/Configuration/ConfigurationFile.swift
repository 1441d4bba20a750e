import Glibc

/// Where the configuration is, and its bytes.
struct ConfigurationFile: Equatable, Sendable {
  var path: String
  var bytes: [UInt8]
  /// Whether it came through a pipe or a terminal, and so cannot be read a second time.
  var isStream = false

  /// The largest file that is read: 1 MiB.
  static let largest = 1 << 20

  /// The file that `--config` names, `-` for standard input; else the user's; else the system's; nil where
  /// there is none of them. The one that is named may be a pipe (`<(…)` of a shell) and is waited for.
  ///
  /// - Throws: exit code 66 where the named file is missing, 77 where a file that is there may not be
  ///   read, 78 where it is too large or no file.
  static func find(named: String?) throws(Failure) -> ConfigurationFile? {
    if let named {
      do throws(Failure) {
        if named == "-" { return try standardInput(named) }
        if let file = try read(named, streams: true) { return file }
        throw Failure(.missing, "no file \(named.quoted), expected a configuration")
      } catch {
        throw error.told(of: "--config")
      }
    }
    for path in standardPaths() {
      if let file = try read(path) { return file }
    }
    return nil
  }

  /// Where a configuration is looked for, by the XDG base directory specification, and for the system.
  static func standardPaths() -> [String] {
    var paths: [String] = []
    // A relative path in the variable is to be ignored, says the specification.
    if let variable = getenv("XDG_CONFIG_HOME"), variable.pointee == CChar(bitPattern: 0x2F) {
      paths.append(String(cString: variable) + "/flip-kms.conf")
    }
    return paths + ["/etc/flip-kms.conf"]
  }

  /// The file's bytes; nil where it is not there.
  ///
  /// - Parameter streams: whether it may be a pipe or a terminal; else one is refused without waiting.
  static func read(_ path: String, streams: Bool = false) throws(Failure) -> ConfigurationFile? {
    // A FIFO must not hold the program up before it is known to be one.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT, ENOTDIR: return nil
      case EACCES, EPERM: throw Failure(.permission, "no permission to read \(path.quoted)")
      // Sockets are not opened by their name; standard input may be one.
      case ENXIO where streams && path == "/dev/stdin": return try standardInput(path)
      case let code: throw Failure(.configuration, "cannot read \(path.quoted): \(describe(code))")
      }
    }
    defer { close(descriptor) }
    return try read(descriptor, path, streams: streams)
  }

  private static func standardInput(_ path: String) throws(Failure) -> ConfigurationFile {
    let flags = fcntl(STDIN_FILENO, F_GETFL)
    // Open for writing alone is the stand-in of one that is closed.
    guard flags >= 0, flags & O_ACCMODE != O_WRONLY else {
      throw Failure(.missing, "standard input is closed, expected a configuration")
    }
    var file = try read(STDIN_FILENO, path, streams: true)
    // Of a file, too: what was read of it is behind.
    file.isStream = true
    return file
  }

  private static func read(
    _ descriptor: Int32, _ path: String, streams: Bool
  ) throws(Failure) -> ConfigurationFile {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw Failure(.configuration, "cannot read \(path.quoted): \(describe(errno))")
    }
    let kind = status.st_mode & S_IFMT
    let isStream = [S_IFIFO, S_IFCHR, S_IFSOCK].contains(kind) && !isEmptyDevice(status)
    guard kind == S_IFREG || isEmptyDevice(status) || isStream && streams else {
      throw Failure(
        .configuration,
        "\(path.quoted) is \(kind == S_IFDIR ? "a folder" : "no file"), expected a configuration")
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      // A pipe that nobody writes to yet reads as if it were at its end.
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if isStream, poll(&waiting, 1, -1) < 0, errno == EINTR { continue }
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        throw Failure(.configuration, "cannot read \(path.quoted): \(describe(errno))")
      }
      bytes += buffer[..<count]
      guard bytes.count <= largest else {
        throw Failure(.configuration, "\(path.quoted) is larger than \(largest) bytes")
      }
    }
    return ConfigurationFile(path: path, bytes: bytes, isStream: isStream)
  }

  /// `/dev/null`, which scripts name where they want no configuration.
  private static func isEmptyDevice(_ status: stat) -> Bool {
    status.st_mode & S_IFMT == S_IFCHR && status.st_rdev == 0x103
  }
}

/// The C library's words for an errno. There is one thread, so strerror's buffer is ours.
func describe(_ code: Int32) -> String { String(cString: strerror(code)) }
