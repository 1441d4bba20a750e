import FlipBoard
import FlipFaces
import FlipGL
import Glibc

/// What a start costs, from exec to the end of the first frame: of this program with its board, and of one
/// that makes a context of GL and draws a triangle. Both run often, in turns, each time as a new process.
struct BenchStart: Sendable {
  /// What a process draws once before it ends.
  enum Subject: String, CaseIterable, Sendable {
    case empty
    case board
  }

  /// Of one process.
  struct Sample: Sendable {
    /// From before its exec to its end, in microseconds.
    var wall: Double
    /// Processors' time, in microseconds.
    var cpu: Double
    /// The most memory that was resident at once, in bytes.
    var memory: Double
  }

  private(set) var samples: [Subject: [Sample]] = [:]

  /// How often each starts. One more of each comes before: files are read then, and drivers keep programs.
  static let rounds = 15
  /// About how many seconds all of them take.
  static let seconds = 4.0

  /// Starts processes.
  ///
  /// They come before this process grows: one that is started begins with the peak of whoever started it.
  ///
  /// nil where somebody ends it before all have run.
  ///
  /// - Parameter arguments: the command line's, which the board is made from.
  /// - Throws: what a process ended with, if not with 0.
  init?(arguments: [String], _ progress: BenchProgress) throws(Failure) {
    progress.begin("starts of the program", seconds: BenchStart.seconds)
    for round in 0...BenchStart.rounds {
      progress.show(Double(round) / Double(BenchStart.rounds + 1))
      for subject in Subject.allCases {
        guard let sample = try BenchStart.start(subject, arguments) else { return nil }
        if round > 0 { samples[subject, default: []].append(sample) }
      }
    }
  }

  init(samples: [Subject: [Sample]]) { self.samples = samples }

  /// What is told of it, by its names in JSON.
  static var parts: [(name: String, part: KeyPath<Sample, Double>)] {
    [("wall", \.wall), ("cpu", \.cpu), ("memory", \.memory)]
  }

  func distribution(_ subject: Subject, _ part: KeyPath<Sample, Double>) -> Distribution {
    Distribution((samples[subject] ?? []).map { $0[keyPath: part] })
  }

  /// The board's in parts of the empty program's.
  func ratio(_ part: KeyPath<Sample, Double>) -> Ratio? {
    Ratio(distribution(.board, part), over: distribution(.empty, part))
  }

  /// Of one process; nil where somebody ends it all, who may have ended that process too.
  private static func start(_ subject: Subject, _ arguments: [String]) throws(Failure) -> Sample? {
    let words = ["flip-kms", "--first-frame", subject.rawValue] + arguments
    var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    let began = BenchClock.wall
    var child: pid_t = 0
    let code = posix_spawn(&child, "/proc/self/exe", nil, nil, &pointers, environ)
    if code != 0 { throw Failure(.software, "posix_spawn of this program failed: \(describe(code))") }
    var usage = rusage()
    var status: Int32 = 0
    while wait4(child, &status, 0, &usage) == -1 && errno == EINTR {}
    let wall = BenchClock.wall - began
    if BenchStop.isWanted { return nil }
    if status != 0 {
      // It has said why.
      let code = status & 0x7f == 0 ? ExitCode(rawValue: status >> 8 & 0xff) : nil
      throw Failure(code ?? .software, "a start of this program failed, so there is nothing to measure")
    }
    func microseconds(_ time: timeval) -> Double { Double(time.tv_sec) * 1e6 + Double(time.tv_usec) }
    return Sample(
      wall: wall, cpu: microseconds(usage.ru_utime) + microseconds(usage.ru_stime),
      memory: Double(usage.ru_maxrss) * 1024)
  }
}

extension BenchStart.Subject {
  /// Draws once, and ends the process as soon as that is done.
  ///
  /// - Throws: as `BenchCommand.run` does.
  func draw(_ bench: BenchCase, _ resolution: Resolution) throws(Failure) -> Never {
    let faces = self == .board ? try resolution.faces() : nil
    let scene = faces.map { _ in bench.board.scene(at: bench.start) }
    if let scene { faces?.makeAhead(scene) }
    do throws(GLError) {
      let context = try Context.offscreen()
      let target = try OffscreenTarget(context, size: bench.board.size)
      if let faces, let scene {
        let renderer = try Renderer(context, look: bench.board.look, faces: faces)
        try renderer.draw(scene, on: target)
        context.finish()
      } else {
        try EmptyProgram.draw(context, on: target)
        context.finish()
      }
    } catch {
      throw Failure(error)
    }
    _exit(ExitCode.done.rawValue)
  }
}
