import Glibc
import Testing

@testable import flip_kms

/// What was measured is never lost, and nothing is measured for nothing.
@Suite(.serialized) struct BenchOutputTests {
  private let bench = ["bench", "--size", "64x48", "--frames", "2", "--config", "/dev/null"]
  private let folder = Folder()

  @Test func numbersOutliveAPlotThatCannotBeWritten() throws {
    // Opened it can be; there is no room in it.
    let plot = folder.file("full.svg")
    #expect(symlink("/dev/full", plot) == 0)
    let run = try ProgramRun(bench + ["-o", plot])
    #expect(run.code == 74)
    #expect(run.output.contains("clock, 64x48, 2 modules, 2 frames in which something moves"))
    #expect(run.lines == ["flip-kms: cannot write '\(plot)': No space left on device (write)"])
  }

  @Test func aPlotOutlivesNumbersThatCannotBeWritten() throws {
    let run = try ProgramRun(bench + ["-o", folder.file("plot.svg")], device: "/dev/full")
    #expect(run.code == 74)
    #expect(run.lines == ["flip-kms: cannot write to standard output: No space left on device"])
    #expect(folder.names == ["plot.svg"])
  }

  /// The processes of `--start` would find it empty, and measure another board.
  @Test func aConfigurationThatIsReadOnceIsNoneForOtherProcesses() throws {
    let options = ["bench", "--size", "64x48", "--frames", "2", "--start", "--config", "-"]
    let run = try ProgramRun(options, input: Array("[content]\nformat = %H\n".utf8))
    #expect(run.code == 64)
    #expect(
      run.lines == [
        "flip-kms: --config '-': expected a file, as --start has other processes read it again, and a pipe is "
          + "read once"
      ])
    #expect(run.output == "")
  }

  @Test func whatNobodyCanHaveIsNotMeasured() throws {
    let closed = try ProgramRun(bench + ["-o", folder.file("plot.svg")], shell: "exec >&-")
    #expect(closed.code == 74)
    #expect(closed.lines == ["flip-kms: cannot write to standard output: Bad file descriptor"])
    // A pipe whose reader has gone.
    mkfifo(folder.file("pipe"), 0o600)
    let left = "exec 8<>\(folder.file("pipe")) >\(folder.file("pipe")) 8<&-"
    let broken = try ProgramRun(bench + ["-o", folder.file("plot.svg")], shell: left)
    #expect(broken.code == 74)
    #expect(broken.lines == ["flip-kms: cannot write to standard output: Broken pipe"])
    #expect(folder.names == ["pipe"])
    for name in ["a.gif", "-", ""] {
      let run = try ProgramRun(bench + ["-o", name])
      #expect(run.code == 64)
      #expect(run.lines == ["flip-kms: -o: '\(name)' ends neither in .png nor in .svg"])
    }
    #expect(try ProgramRun(bench + ["-o", folder.file("none/plot.png")]).code == 74)
  }

  /// There is no machine with so much memory.
  @Test func aPictureThatHasNoRoomInMemory() {
    #expect(
      throws: Failure(.unavailable, "--readback: no memory for a picture of 1073741824x1048576 pixels")
    ) { _ = try BenchPixels(.init(width: 1 << 30, height: 1 << 20)) }
  }

  /// On a terminal it is seen what is measured, and for how long yet; who then ends it has what there is.
  @Test func whoEndsItHasTheNumbersSoFar() throws {
    var (terminal, side): (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 256)
    try #require(openpty(&terminal, &side, &name, nil, nil) == 0)
    defer { close(terminal) }
    let plot = folder.file("plot.svg")
    let program = try RunningProgram(
      ["bench", "--size", "64x48", "--frames", "200000", "--config", "/dev/null", "-o", plot].map {
        Array($0.utf8)
      },
      shell: "exec 2>\(String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))"
    )
    // With the program's end the terminal ends too.
    close(side)
    var seen = ""
    func read(until words: String?) {
      var bytes = [UInt8](repeating: 0, count: 4096)
      while words.map({ !seen.contains($0) }) ?? true,
        case let count = Glibc.read(terminal, &bytes, bytes.count), count > 0
      {
        seen += String(decoding: bytes[..<count], as: UTF8.self)
      }
    }
    // It foretells the end once there is a hundredth of the frames.
    read(until: " s left")
    #expect(seen.contains("% clock, 64x48, "))
    kill(program.id, SIGTERM)
    let run = program.wait()
    read(until: nil)
    #expect(run.code == -SIGTERM)
    // The bar is gone before anything is said.
    #expect(seen.contains("\r\u{1B}[Kflip-kms: ended early; what is told is of "))
    #expect(run.output.contains("clock, 64x48, 2 modules, "))
    #expect(run.output.contains("frames a second"))
    #expect(folder.names == [])
  }
}
