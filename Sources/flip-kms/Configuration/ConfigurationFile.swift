import Glibc

/// Where the configuration is, and its bytes.
struct ConfigurationFile: Equatable, Sendable {
  var path: String
  var bytes: [UInt8]

  /// The largest file that is read: 1 MiB.
  static let largest = 1 << 20

  /// The file that `--config` names; else the user's; else the system's; nil where there is none of them.
  ///
  /// - Throws: exit code 66 where the named file is missing, 77 where a file that is there may not be
  ///   read, 78 where it is too large or no file.
  static func find(named: String?) throws(Failure) -> ConfigurationFile? {
    if let named {
      guard let file = try read(named) else {
        throw Failure(.missing, "no configuration \(named.quoted)")
      }
      return file
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
  static func read(_ path: String) throws(Failure) -> ConfigurationFile? {
    // A FIFO must not hold the program up before it is known to be one.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT, ENOTDIR: return nil
      case EACCES, EPERM: throw Failure(.permission, "no permission to read \(path.quoted)")
      case let code: throw Failure(.configuration, "cannot read \(path.quoted): \(describe(code))")
      }
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw Failure(.configuration, "cannot read \(path.quoted): \(describe(errno))")
    }
    guard status.st_mode & S_IFMT == S_IFREG || isEmptyDevice(status) else {
      throw Failure(.configuration, "\(path.quoted) is no file")
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        throw Failure(.configuration, "cannot read \(path.quoted): \(describe(errno))")
      }
      bytes += buffer[..<count]
      guard bytes.count <= largest else {
        throw Failure(.configuration, "\(path.quoted) is larger than \(largest) bytes")
      }
    }
    return ConfigurationFile(path: path, bytes: bytes)
  }

  /// `/dev/null`, which scripts name where they want no configuration.
  private static func isEmptyDevice(_ status: stat) -> Bool {
    status.st_mode & S_IFMT == S_IFCHR && status.st_rdev == 0x103
  }
}

/// The C library's words for an errno. There is one thread, so strerror's buffer is ours.
func describe(_ code: Int32) -> String { String(cString: strerror(code)) }
