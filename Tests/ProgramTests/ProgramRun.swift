import Glibc
import Testing

/// What the built program did when it was started as a process.
struct ProgramRun {
  /// The exit code, or minus the signal that ended it.
  var code: Int32
  var output: String
  /// Standard error, in lines.
  var lines: [String]

  /// Starts the program with these arguments and waits for its end.
  ///
  /// The environment is the test's own choice alone: UTC, the C locale, no configuration of a user. A
  /// JOURNAL_STREAM of `stderr` becomes what the journal would have it name.
  /// - Parameters:
  ///   - input: what comes on standard input.
  ///   - device: what standard output is, instead of a file that is read afterwards.
  ///   - shell: what a shell does before it becomes the program.
  init(
    _ arguments: [String], environment: [String: String] = [:], input: [UInt8] = [], device: String? = nil,
    shell: String? = nil
  ) throws {
    let process = try RunningProgram(
      arguments.map { Array($0.utf8) }, environment: environment, input: input, device: device, shell: shell)
    self = process.wait()
  }

  init(code: Int32, output: String, lines: [String]) {
    self.code = code
    self.output = output
    self.lines = lines
  }
}

/// The program while it runs.
final class RunningProgram {
  let id: pid_t
  private let output: Int32
  private let errors: Int32
  /// Its other end is open in the program alone: the end of file here is the program's end.
  private let life: Int32

  init(
    _ arguments: [[UInt8]], environment: [String: String] = [:], input: [UInt8] = [], device: String? = nil,
    shell: String? = nil
  ) throws {
    let given = RunningProgram.anonymousFile()
    defer { close(given) }
    _ = input.withUnsafeBytes { write(given, $0.baseAddress, $0.count) }
    lseek(given, 0, SEEK_SET)
    output = device.map { open($0, O_WRONLY | O_CLOEXEC) } ?? RunningProgram.anonymousFile()
    errors = RunningProgram.anonymousFile()
    var pipes: [Int32] = [-1, -1]
    try #require(pipe(&pipes) == 0)
    for end in pipes { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(pipes[1]) }
    life = pipes[0]

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, given, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    posix_spawn_file_actions_adddup2(&actions, pipes[1], 9)

    var variables = [
      "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "TZ": "UTC", "LC_ALL": "C.UTF-8",
      "XDG_CONFIG_HOME": "/no/such/folder",
    ]
    // What the driver of GL, the fonts and the tools around need of the surroundings.
    for name in [
      "HOME", "LD_LIBRARY_PATH", "GALLIUM_DRIVER", "LIBGL_ALWAYS_SOFTWARE", "LP_NUM_THREADS", "TMPDIR",
    ] {
      if let value = getenv(name) { variables[name] = String(cString: value) }
    }
    variables.merge(environment) { $1 }
    if variables["JOURNAL_STREAM"] == "stderr" {
      var status = stat()
      fstat(errors, &status)
      variables["JOURNAL_STREAM"] = "\(status.st_dev):\(status.st_ino)"
    }
    let before = shell.map { ["sh", "-c", "\($0); exec \"$0\" \"$@\""] } ?? []
    var words =
      (before.map { Array($0.utf8) } + [Array(RunningProgram.path.utf8)] + arguments).map { word in
        strdup(word.map(CChar.init(bitPattern:)) + [0])
      } + [nil]
    var pairs = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for word in words + pairs { free(word) } }
    var child = pid_t()
    let code = posix_spawn(
      &child, shell == nil ? RunningProgram.path : "/bin/sh", &actions, nil, &words, &pairs)
    try #require(code == 0, "cannot start \(RunningProgram.path): \(String(cString: strerror(code)))")
    id = child
  }

  deinit {
    for file in [output, errors, life] { close(file) }
  }

  /// Waits for the end, a minute at most; then it is killed, and the code tells.
  func wait() -> ProgramRun {
    var poll = pollfd(fd: life, events: Int16(POLLIN), revents: 0)
    if Glibc.poll(&poll, 1, 60_000) == 0 { kill(id, SIGKILL) }
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    let code = status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
    let lines = RunningProgram.text(errors).split(separator: "\n").map(String.init)
    return ProgramRun(code: code, output: RunningProgram.text(output), lines: lines)
  }

  /// The program lies beside the bundle of tests.
  static let path: String = {
    var buffer = [CChar](repeating: 0, count: 4097)
    let count = readlink("/proc/self/exe", &buffer, 4096)
    let bundle = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return bundle.prefix(upTo: bundle.lastIndex(of: "/") ?? bundle.startIndex) + "/flip-kms"
  }()

  private static func anonymousFile() -> Int32 {
    var name = Array("/tmp/flip-kms-test-XXXXXX".utf8CString)
    let file = mkstemp(&name)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    unlink(name)
    return file
  }

  private static func text(_ file: Int32) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    lseek(file, 0, SEEK_SET)
    while case let count = read(file, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
