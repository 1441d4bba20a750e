import Glibc
import Testing

@testable import flip_kms

/// The broker `mosquitto` on this machine's loopback, for one test.
final class Broker {
  let port: Int
  private let folder = Folder()
  private var process: pid_t = 0
  private let settings: [String]

  /// - Parameters:
  ///   - settings: lines of its configuration besides the listener.
  ///   - host: the address that its certificate is for.
  init(
    _ settings: [String] = ["allow_anonymous true"], encrypted: Bool = false, host: String = "127.0.0.1"
  ) throws {
    port = Broker.freePort()
    self.settings =
      settings
      + (encrypted ? ["certfile \(folder.file("cert.pem"))", "keyfile \(folder.file("key.pem"))"] : [])
    if encrypted { try makeCertificate(host) }
    try start()
  }

  /// The certificate that an encrypted broker shows, which is its own authority.
  var certificate: String { folder.file("cert.pem") }

  private func makeCertificate(_ host: String) throws {
    let arguments =
      "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=\(host) "
      + "-addext subjectAltName=IP:\(host) -keyout \(folder.file("key.pem")) -out \(certificate)"
    var words = arguments.split(separator: " ").map { strdup(String($0)) } + [nil]
    defer { for word in words { free(word) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var child = pid_t()
    let code = posix_spawnp(&child, "openssl", &actions, nil, &words, environ)
    try #require(code == 0, "cannot start openssl: \(String(cString: strerror(code)))")
    var status: Int32 = 0
    waitpid(child, &status, 0)
    #expect(status == 0)
  }

  deinit { stop() }

  /// Starts it, and waits until it can be connected to.
  func start() throws {
    let lines = ["listener \(port) 127.0.0.1", "persistence false", "log_dest none", "user root"] + settings
    let path = folder.file("broker.conf")
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    _ = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
    close(file)
    var words: [UnsafeMutablePointer<CChar>?] = [strdup("mosquitto"), strdup("-c"), strdup(path), nil]
    defer { for word in words { free(word) } }
    let code = posix_spawn(&process, "/usr/sbin/mosquitto", nil, nil, &words, environ)
    try #require(code == 0, "cannot start mosquitto: \(String(cString: strerror(code)))")
    for _ in 0..<1000 {
      if connects() { return }
      poll(nil, 0, 10)
    }
    Issue.record("mosquitto does not listen")
  }

  func stop() {
    guard process > 0 else { return }
    kill(process, SIGKILL)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    process = 0
  }

  /// Publishes a retained message and waits until the broker has it; a client of MQTT 3.1.1 written out.
  func publish(_ topic: String, _ payload: [UInt8]) throws {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(file) }
    try #require(Broker.withAddress(port) { connect(file, $0, $1) } == 0)
    func exchange(_ kind: UInt8, _ body: [UInt8], answer: [UInt8]) {
      // The length in sevens of bits, the least first (section 2.2.3).
      var length: [UInt8] = []
      var rest = body.count
      repeat {
        length.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
        rest >>= 7
      } while rest > 0
      let packet = [kind] + length + body
      var sent = 0
      while sent < packet.count {
        let count = packet[sent...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
        guard count > 0 else { break }
        sent += count
      }
      var got = [UInt8](repeating: 0, count: answer.count)
      var count = 0
      while count < got.count {
        let more = got.withUnsafeMutableBytes { read(file, $0.baseAddress! + count, $0.count - count) }
        guard more > 0 else { break }
        count += more
      }
      #expect(got == answer)
    }
    // CONNECT: the protocol's name and level, a clean session, 60 s, a client without a name.
    exchange(0x10, [0, 4, 0x4D, 0x51, 0x54, 0x54, 4, 2, 0, 60, 0, 0], answer: [0x20, 2, 0, 0])
    // PUBLISH, to be acknowledged and retained, as packet 1.
    let name = Array(topic.utf8)
    exchange(0x33, [0, UInt8(name.count)] + name + [0, 1] + payload, answer: [0x40, 2, 0, 1])
  }

  private func connects() -> Bool {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(file) }
    return Broker.withAddress(port) { connect(file, $0, $1) } == 0
  }

  private static func freePort() -> Int {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(file) }
    _ = withAddress(0) { bind(file, $0, $1) }
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(file, $0, &size) }
    }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  private static func withAddress<Result>(
    _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
