import Glibc

/// Asks for the addresses of a host without holding the program up: the C library's own lookup may wait
/// half a minute for a name server that is away, so it is `getent ahosts` (getent(1)) that waits.
final class NameLookup {
  /// Readable when there is news; its end of a pipe.
  let descriptor: Int32
  private let child: pid_t
  private var output: [UInt8] = []

  /// Starts the lookup; nil where no process can be started.
  init?(host: String) {
    var pipes: [Int32] = [-1, -1]
    guard pipe(&pipes) == 0 else { return nil }
    for end in pipes { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, pipes[1], STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    // The program blocks the signals that it reads from a descriptor, and ignores two more; a child of its
    // must not.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var ignored = sigset_t()
    sigemptyset(&none)
    sigemptyset(&ignored)
    sigaddset(&ignored, SIGPIPE)
    sigaddset(&ignored, SIGXFSZ)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &ignored)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    let words: [UnsafeMutablePointer<CChar>?] = [strdup("getent"), strdup("ahosts"), strdup(host), nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    let code = posix_spawnp(&process, "getent", &actions, &attributes, words, environ)
    close(pipes[1])
    guard code == 0 else {
      close(pipes[0])
      return nil
    }
    _ = fcntl(pipes[0], F_SETFL, O_NONBLOCK)
    descriptor = pipes[0]
    child = process
  }

  deinit {
    close(descriptor)
    kill(child, SIGKILL)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
  }

  /// The addresses, in the order in which they should be tried; empty where the name has none; nil while
  /// the answer is not complete.
  func addresses() -> [String]? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return nil }
      guard count > 0, output.count < 65_536 else { break }
      output += buffer[..<count]
    }
    return NameLookup.addresses(in: String(decoding: output, as: UTF8.self))
  }

  /// `ADDRESS STREAM NAME`, a line for each kind of socket.
  static func addresses(in output: String) -> [String] {
    var addresses: [String] = []
    for line in output.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count >= 2, words[1] == "STREAM" else { continue }
      let address = String(words[0])
      if !addresses.contains(address) { addresses.append(address) }
    }
    return addresses
  }
}
