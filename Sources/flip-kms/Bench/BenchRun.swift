import CHeap
import FlipBoard
import FlipFaces
import FlipGL
import Glibc

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
  private let pixels: BenchPixels
  private let size: Size
  /// Whether nothing will move any more.
  private var hasEnded = false
  private let progress: BenchProgress

  /// - Throws: 69 where GL refuses, or a picture has no room in memory.
  init(
    _ bench: BenchCase, _ effort: BenchEffort, _ context: Context, _ faces: FaceStore,
    _ progress: BenchProgress
  ) throws(Failure) {
    self.bench = bench
    self.effort = effort
    self.faces = faces
    self.context = context
    self.progress = progress
    size = bench.board.size
    timeline = BenchTimeline(bench)
    result = BenchResult(name: bench.name, size: size)
    result.hasReadback = effort.readback
    timer = TimerQuery(context)
    result.hasTimer = timer != nil
    pixels = try BenchPixels(effort.readback ? size : Size(width: 0, height: 0))
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
    // Beyond that they grow between two frames.
    let room = min(effort.frames, 10_000)
    result.samples.reserveCapacity(room)
    result.counts.reserveCapacity(room)
    if floor != nil {
      (result.floor, result.replay) = (BenchResult.Rung(), BenchResult.Rung())
      result.floor!.samples.reserveCapacity(room)
      result.replay!.samples.reserveCapacity(room)
    }
  }

  /// Measures until there are enough frames, nothing moves any more, or somebody ends it.
  func run() throws(Failure) -> BenchResult {
    do throws(GLError) {
      try warmUp()
      let start = BenchClock.wall
      while result.samples.count < effort.frames, !hasEnded, !BenchStop.isWanted {
        let passed = BenchClock.wall - start
        if let time = effort.time, passed >= time { break }
        progress.show(
          max(Double(result.samples.count) / Double(effort.frames), effort.time.map { passed / $0 } ?? 0))
        let count = min(BenchEffort.turn, effort.frames - result.samples.count)
        _ = try turn(count, counts: true)
      }
    } catch {
      throw Failure(error)
    }
    if bench.hasMinute, !BenchStop.isWanted {
      progress.begin("a minute of \(bench.title)", seconds: BenchMinute.seconds)
      result.minute = try BenchMinute(bench, context, faces, progress)
    }
    let statistics = renderer.statistics
    (result.textureBytes, result.pages) = (statistics.textureBytes, statistics.pages)
    return result
  }

  private func warmUp() throws(GLError) {
    let end = BenchClock.wall + BenchEffort.warmUpTime
    var drawn = 0
    while drawn < BenchEffort.warmUp, BenchClock.wall < end, !hasEnded, !BenchStop.isWanted {
      drawn += try turn(min(BenchEffort.turn, BenchEffort.warmUp - drawn), counts: false)
      progress.show(0)
    }
  }

  /// Some frames of the program in which something moves, then the same of the floor and of the replay, into the same target: what
  /// stands there is not looked at. Returns how many there were.
  private func turn(_ count: Int, counts: Bool) throws(GLError) -> Int {
    var rects: [[Rect]] = []
    rects.reserveCapacity(count)
    replay?.removeAll()
    let end = BenchClock.wall + BenchEffort.turnTime
    while rects.count < count, replay?.byteCount ?? 0 < BenchEffort.replayBytes, !BenchStop.isWanted,
      BenchClock.wall < end
    {
      guard let instant = timeline.next() else {
        hasEnded = true
        break
      }
      let (sample, cost) = try draw(instant)
      // A board may say that it could change, and then not do so; so are flaps that wait for their turn.
      if timeline.playback.damage.isEmpty, !bench.isIdle { continue }
      // Of a clock at rest these are the frame before's: it has no floor.
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
    (sample.gpu, sample.readback) = (drawn - waiting, effort.readback ? end - drawn : 0)
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

  private func readBack() throws(GLError) { try target.readPixels(into: pixels.memory) }
}

/// Room for a picture, which may be more than there is memory for.
final class BenchPixels {
  let memory: UnsafeMutableRawBufferPointer

  /// - Throws: 69 where there isn't so much.
  init(_ size: Size) throws(Failure) {
    let count = size.width * size.height * 4
    guard let start = calloc(max(count, 1), 1) else {
      throw Failure(
        .unavailable, "--readback: no memory for a picture of \(size.width)x\(size.height) pixels")
    }
    memory = UnsafeMutableRawBufferPointer(start: start, count: count)
  }

  deinit { free(memory.baseAddress) }
}
