import Glibc
import Testing

@testable import flip_kms

/// A configuration that comes through a pipe, as scripts give one: `--config <(…)`, `--config -`.
@Suite struct ConfigurationStreamTests {
  private let text = "[content]\nrows = 7\n"

  private func rows(_ run: ProgramRun, _ name: String) -> Bool {
    run.code == 0 && run.output.contains("# \(name):2:\nrows = 7\n")
  }

  @Test func standardInput() throws {
    for name in ["-", "/dev/stdin"] {
      // A file, and a pipe.
      let file = try ProgramRun(["check", "--config", name], input: Array(text.utf8))
      #expect(rows(file, name))
      let pipe = try ProgramRun(
        ["check", "--config", name],
        shell:
          #"if [ -z "$PIPED" ]; then export PIPED=1; printf '[content]\nrows = 7\n' | exec "$0" "$@"; exit; fi"#
      )
      #expect(rows(pipe, name))
    }
    let closed = try ProgramRun(["check", "--config", "-"], shell: "exec <&-")
    #expect(closed.code == 66)
    #expect(closed.lines == ["flip-kms: --config: standard input is closed, expected a configuration"])
  }

  /// Opening its end waits for the program's; what is written comes only then, and in two pieces.
  @Test func aPipeThatIsWrittenToLater() throws {
    let folder = Folder()
    let path = folder.file("pipe")
    mkfifo(path, 0o600)
    let program = try RunningProgram(["check", "--config", path].map { Array($0.utf8) })
    let writer = open(path, O_WRONLY | O_CLOEXEC)
    for piece in ["[content]\nro", "ws = 7\n"] {
      _ = Array(piece.utf8).withUnsafeBytes { write(writer, $0.baseAddress, $0.count) }
    }
    close(writer)
    #expect(rows(program.wait(), path))
  }

  @Test func whatNeverEndsIsRefused() throws {
    let run = try ProgramRun(["check", "--config", "/dev/zero"])
    #expect(run.code == 78)
    #expect(run.lines == ["flip-kms: --config: '/dev/zero' is larger than 1048576 bytes"])
  }

  /// What is looked for, and not named, must never wait: a boot would.
  @Test func aPipeThatNobodyNamedIsNoConfiguration() throws {
    let folder = Folder()
    mkfifo(folder.file("flip-kms.conf"), 0o600)
    let run = try ProgramRun(["check"], environment: ["XDG_CONFIG_HOME": folder.path])
    #expect(run.code == 78)
    #expect(run.lines == ["flip-kms: '\(folder.file("flip-kms.conf"))' is no file, expected a configuration"])
  }

  /// There is no second reading of a pipe: on SIGHUP the settings are what they were, a file's are new.
  @Test func aReloadKeepsWhatCameThroughAPipe() throws {
    var pipes: [Int32] = [-1, -1]
    try #require(pipe(&pipes) == 0)
    defer { close(pipes[0]) }
    _ = Array(text.utf8).withUnsafeBytes { write(pipes[1], $0.baseAddress, $0.count) }
    close(pipes[1])
    let programme = try Programme(
      try Invocation(["--config", "/dev/fd/\(pipes[0])"]), isService: false)
    #expect(programme.settings.content.rows == 7)
    #expect(programme.keepsConfiguration)
    try programme.reload { _ throws(Failure) in }
    #expect(programme.settings.content.rows == 7)

    let folder = Folder()
    let path = folder.file("c")
    func leave(rows: Int) {
      let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
      _ = Array("[content]\nrows = \(rows)\n".utf8).withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      close(file)
    }
    leave(rows: 7)
    let ofFile = try Programme(try Invocation(["--config", path]), isService: false)
    #expect(ofFile.settings.content.rows == 7 && !ofFile.keepsConfiguration)
    leave(rows: 8)
    try ofFile.reload { _ throws(Failure) in }
    #expect(ofFile.settings.content.rows == 8)
  }
}
