import FlipBoard
import FlipFaces
import FlipGL

/// What whole minutes of a board cost the process: the frames of its flips at their pace, 60 to a second, and
/// waking to look at what rests, as often as the package's unit wants a sign of life. Rest itself is cut short,
/// as what sleeps costs nothing. Beside it the same frames' floor and replay, at the same pace, by their drawing
/// alone.
struct BenchMinute: Sendable {
  /// One minute, in microseconds of processors' time.
  struct Sample: Sendable {
    var frames: Int
    var wakeups: Int
    var program: Double
    var floor: Double
    var replay: Double
  }

  private(set) var samples: [Sample]

  init(samples: [Sample]) { self.samples = samples }

  /// Minutes follow each other on the board's own clock, so each makes the faces that it shows first.
  ///
  /// nil where somebody ends it before there is one.
  ///
  /// - Throws: 69 where GL refuses.
  init?(
    _ bench: BenchCase, _ context: Context, _ faces: FaceStore, _ progress: BenchProgress
  ) throws(Failure) {
    samples = []
    let minute: BenchMinuteRun
    do throws(GLError) { minute = try BenchMinuteRun(bench, context, faces) } catch { throw Failure(error) }
    let end = BenchClock.wall + BenchMinute.longest
    repeat {
      progress.show(Double(samples.count) / Double(BenchMinute.rounds + 1))
      let sample = try minute.next()
      // A minute that was cut short is none.
      if BenchStop.isWanted { break }
      samples.append(sample)
    } while samples.count <= BenchMinute.rounds && BenchClock.wall < end
    // Programs are made in the first.
    if samples.count > 1 { samples.removeFirst() }
    if samples.isEmpty { return nil }
  }

  static let rounds = 7
  /// No further minute begins after this long, in microseconds: clocks of seconds move all the time.
  static let longest = 20e6
  /// About how many seconds all of them take.
  static let seconds = 12.0

  func distribution(_ part: KeyPath<Sample, Double>) -> Distribution {
    Distribution(samples.map { $0[keyPath: part] })
  }

  /// The program's minute in parts of the drawing's.
  func ratio(over part: KeyPath<Sample, Double>) -> Ratio? {
    Ratio(samples.map(\.program), over: samples.map { $0[keyPath: part] })
  }

  /// The medians of counts.
  var frames: Int { Int(Distribution(samples.map { Double($0.frames) }).median) }
  var wakeups: Int { Int(Distribution(samples.map { Double($0.wakeups) }).median) }
}

/// Lives through minutes.
private final class BenchMinuteRun {
  private let context: Context
  private let target: OffscreenTarget
  private let renderer: Renderer
  private let floor: FlipGL.Floor
  private let replay: Replay
  private let playback: FlipBoard.Playback
  private var instant: Instant
  private var rects: [[Rect]] = []
  /// Processors' time that went into taking down what floor and replay draw.
  private var aside = 0.0

  private static let length = Length(nanoseconds: 60_000_000_000)
  /// Half of the unit's WatchdogSec.
  private static let rest = Length(nanoseconds: 15_000_000_000)
  /// What each rest is cut to: long enough for all to fall asleep, in nanoseconds.
  private static let sleep: Int64 = 2_000_000

  init(_ bench: BenchCase, _ context: Context, _ faces: FaceStore) throws(GLError) {
    self.context = context
    playback = FlipBoard.Playback(bench.board)
    // No flip is cut in two.
    instant = bench.start + Length(nanoseconds: 30_000_000_000)
    target = try OffscreenTarget(context, size: bench.board.size)
    renderer = try Renderer(context, look: bench.board.look, faces: faces)
    playback.advance(to: instant)
    try renderer.draw(playback.scene, on: target)
    floor = try FlipGL.Floor(context, like: renderer)
    replay = Replay(of: renderer)
  }

  func next() throws(Failure) -> BenchMinute.Sample {
    rects.removeAll(keepingCapacity: true)
    replay.removeAll()
    let end = instant + BenchMinuteRun.length
    context.finish()
    aside = 0
    let began = BenchClock.processor
    let wakeups = try Pace.run { () throws(Failure) in try self.look(until: end) }
    let program = BenchClock.processor - began - aside
    floor.load(rects, display: target.size)
    replay.load()
    context.finish()
    return BenchMinute.Sample(
      frames: rects.count, wakeups: wakeups, program: program,
      floor: try drawing { frame throws(GLError) in try self.floor.draw(frame, on: self.target) },
      replay: try drawing { frame throws(GLError) in try self.replay.draw(frame, on: self.target) })
  }

  /// One wakeup: draws what changed. Returns nanoseconds to the next; nil at the end.
  private func look(until end: Instant) throws(Failure) -> Int64? {
    playback.advance(to: instant)
    if !playback.damage.isEmpty {
      do throws(GLError) {
        try renderer.draw(
          playback.scene, on: target, changed: playback.changed, turning: playback.isTurning,
          damage: playback.damage)
      } catch { throw Failure(error) }
      context.finish()
      let drawn = BenchClock.processor
      rects.append(renderer.drawnRects.map { $0 })
      replay.record()
      aside += BenchClock.processor - drawn
    }
    if instant >= end || BenchStop.isWanted { return nil }
    if playback.isMoving {
      instant = instant + BenchTimeline.step
      return BenchTimeline.step.nanoseconds
    }
    instant = min(playback.nextChange ?? end, min(instant + BenchMinuteRun.rest, end))
    return BenchMinuteRun.sleep
  }

  /// Processors' time of drawing all frames at their pace.
  private func drawing(_ draw: @escaping (Int) throws(GLError) -> Void) throws(Failure) -> Double {
    var (frame, total) = (0, 0.0)
    _ = try Pace.run { () throws(Failure) in
      if frame == self.rects.count || BenchStop.isWanted { return nil }
      let began = BenchClock.processor
      do throws(GLError) { try draw(frame) } catch { throw Failure(error) }
      self.context.finish()
      total += BenchClock.processor - began
      frame += 1
      return BenchTimeline.step.nanoseconds
    }
    return total
  }
}

/// Wakes in the program's own loop, by a timer as it has it on a display.
private final class Pace {
  private let loop: EventLoop
  private var alarm: Alarm?
  private var due = SystemClock.monotonic
  private let step: () throws(Failure) -> Int64?

  private init(_ step: @escaping () throws(Failure) -> Int64?) throws(Failure) {
    loop = try EventLoop()
    self.step = step
    alarm = try Alarm(.monotonic, on: loop) { [unowned self] () throws(Failure) in
      guard let pause = try self.step() else { return self.loop.stop() }
      self.due = max(self.due + pause, SystemClock.monotonic)
      self.alarm?.set(self.due)
    }
  }

  /// Calls again and again what tells when it is to be called next, in nanoseconds from when it was due, until
  /// it tells nil. Returns how often that woke.
  static func run(_ step: @escaping () throws(Failure) -> Int64?) throws(Failure) -> Int {
    let pace = try Pace(step)
    pace.alarm?.set(pace.due)
    try pace.loop.run()
    return pace.loop.wakeups
  }
}
