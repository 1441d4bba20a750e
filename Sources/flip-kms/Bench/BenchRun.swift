import CHeap
import FlipBoard
import FlipFaces
import FlipGL

/// One board to measure, and how.
struct BenchCase {
  var name: String
  var board: Board
  var start: Instant
  var messages: BenchMessages?
  /// Whether time goes on without a change: what a look at the clock costs.
  var isIdle = false
  /// Whether whole minutes are measured as well.
  var hasMinute = false
}

/// How much is measured.
struct BenchEffort: Equatable, Sendable {
  /// No more frames than this.
  var frames: Int
  /// No longer than this, in microseconds; nil as long as it takes.
  var time: Double?
  var floor = false
  var readback = false

  /// Frames that are drawn before any counts: buffers, faces and programs are made then, and a processor
  /// has reached its pace.
  static let warmUp = 40
  /// Frames of the program before the floor takes its turn: both get the same share of whatever else goes
  /// on on the machine.
  static let turn = 20
  /// A turn ends early where its vertices come to so many bytes.
  static let replayBytes = 8 << 20
}

/// Draws a board's frames offscreen, and measures them.
final class BenchRun {
  private let bench: BenchCase
  private let effort: BenchEffort
  private let faces: FaceStore
  private let context: Context
  private let target: OffscreenTarget
  private let renderer: Renderer
  private let timer: TimerQuery?
  private var floor: FlipGL.Floor?
  private var replay: Replay?
  private var timeline: BenchTimeline
  private var result: BenchResult
  private var pixels: [UInt8]
  private let size: Size

  /// - Throws: 69 where GL refuses.
  init(_ bench: BenchCase, _ effort: BenchEffort, _ context: Context, _ faces: FaceStore) throws(Failure) {
    self.bench = bench
    self.effort = effort
    self.faces = faces
    self.context = context
    size = bench.board.size
    timeline = BenchTimeline(bench)
    result = BenchResult(name: bench.name, size: size)
    result.hasReadback = effort.readback
    timer = TimerQuery(context)
    result.hasTimer = timer != nil
    pixels = effort.readback ? [UInt8](repeating: 0, count: size.width * size.height * 4) : []
    do throws(GLError) {
      target = try OffscreenTarget(context, size: size)
      context.finish()
      let start = BenchClock.wall
      renderer = try Renderer(context, look: bench.board.look, faces: faces)
      if let first = timeline.next() {
        timeline.playback.advance(to: first)
        try renderer.draw(timeline.playback.scene, on: target)
      }
      context.finish()
      result.firstFrame = BenchClock.wall - start
      if effort.floor, !bench.isIdle {
        floor = try FlipGL.Floor(context, like: renderer)
        replay = Replay(of: renderer)
      }
    } catch {
      throw Failure(error)
    }
    result.modules = timeline.playback.scene.modules.count
    result.samples.reserveCapacity(effort.frames)
    result.counts.reserveCapacity(effort.frames)
    if floor != nil {
      (result.floor, result.replay) = (BenchResult.Rung(), BenchResult.Rung())
      result.floor!.samples.reserveCapacity(effort.frames)
      result.replay!.samples.reserveCapacity(effort.frames)
    }
  }

  /// Measures until there are enough frames, or nothing moves any more.
  func run() throws(Failure) -> BenchResult {
    do throws(GLError) {
      _ = try turn(BenchEffort.warmUp, counts: false)
      let end = effort.time.map { BenchClock.wall + $0 }
      while result.samples.count < effort.frames, end.map({ BenchClock.wall < $0 }) ?? true {
        let count = min(BenchEffort.turn, effort.frames - result.samples.count)
        if try turn(count, counts: true) == 0 { break }
      }
    } catch {
      throw Failure(error)
    }
    if bench.hasMinute { result.minute = try BenchMinute(bench, context, faces) }
    let statistics = renderer.statistics
    (result.textureBytes, result.pages) = (statistics.textureBytes, statistics.pages)
    return result
  }

  /// Some frames of the program, then the same of the floor and of the replay, into the same target: what
  /// stands there is not looked at. Returns how many there were.
  private func turn(_ count: Int, counts: Bool) throws(GLError) -> Int {
    var rects: [[Rect]] = []
    rects.reserveCapacity(count)
    replay?.removeAll()
    while rects.count < count, replay?.byteCount ?? 0 < BenchEffort.replayBytes, let instant = timeline.next()
    {
      let (sample, cost) = try draw(instant)
      // Where nothing was drawn, these are the frame before's: at rest there is no floor.
      // A copy, so that the renderer's own storage stays its own.
      rects.append(renderer.drawnRects.map { $0 })
      replay?.record()
      if counts {
        result.samples.append(sample)
        result.counts.append(cost)
      }
    }
    guard let floor, let replay else { return rects.count }
    floor.load(rects, display: size)
    replay.load()
    context.finish()
    for index in rects.indices {
      let sample = try measure { () throws(GLError) in try floor.draw(index, on: target) }
      if counts { result.floor!.samples.append(sample) }
    }
    for index in rects.indices {
      let sample = try measure { () throws(GLError) in try replay.draw(index, on: target) }
      if counts { result.replay!.samples.append(sample) }
    }
    return rects.count
  }

  private func draw(_ instant: Instant) throws(GLError) -> (BenchResult.Sample, BenchResult.Count) {
    let playback = timeline.playback
    var sample = BenchResult.Sample()
    flip_heap_start()
    defer { flip_heap_stop() }
    let processor = BenchClock.processor
    let start = BenchClock.wall
    playback.advance(to: instant)
    let drawing = BenchClock.wall
    let isDrawn = !playback.damage.isEmpty
    if isDrawn {
      timer?.begin()
      try renderer.draw(
        playback.scene, on: target, changed: playback.changed,
        turning: playback.isTurning, damage: playback.damage)
      timer?.end()
    }
    let waiting = BenchClock.wall
    if isDrawn { context.finish() }
    let drawn = BenchClock.wall
    if effort.readback, isDrawn { try readBack() }
    let end = BenchClock.wall
    sample.cpu = BenchClock.processor - processor
    (sample.scene, sample.submit) = (drawing - start, waiting - drawing)
    (sample.gpu, sample.readback) = (drawn - waiting, end - drawn)
    if isDrawn { sample.timer = busy }
    let statistics = isDrawn ? renderer.statistics : Statistics()
    let cost = BenchResult.Count(
      draws: statistics.draws, bytesUploaded: statistics.bytesUploaded, texelBytes: statistics.texelBytes,
      pixelsTouched: statistics.pixelsTouched, modulesChanged: playback.changed.count,
      allocations: flip_heap_own(), driverAllocations: flip_heap_foreign())
    return (sample, cost)
  }

  private func measure(_ draw: () throws(GLError) -> Void) throws(GLError) -> BenchResult.Sample {
    var sample = BenchResult.Sample()
    let processor = BenchClock.processor
    let start = BenchClock.wall
    timer?.begin()
    try draw()
    timer?.end()
    let waiting = BenchClock.wall
    context.finish()
    let end = BenchClock.wall
    sample.cpu = BenchClock.processor - processor
    (sample.submit, sample.gpu, sample.timer) = (waiting - start, end - waiting, busy)
    return sample
  }

  /// Microseconds for which the GPU was, in what was drawn last.
  private var busy: Double { Double(timer?.nanoseconds() ?? 0) / 1000 }

  private func readBack() throws(GLError) {
    // A closure cannot throw an error of this type through the standard library's on Swift 6.0.
    var fault: GLError?
    pixels.withUnsafeMutableBytes { memory in
      do throws(GLError) { try target.readPixels(into: memory) } catch { fault = error }
    }
    if let fault { throw fault }
  }
}
