import FlipBoard
import FlipFaces
import FlipGL
import Glibc

/// Draws a series offscreen and hands its frames to a file.
///
/// The target keeps its picture from frame to frame, so that only what changed is drawn; the renderer
/// promises the same pixels either way.
final class PictureWriter {
  private let loop: RenderLoop
  private let diagnostics: Diagnostics
  private let faces: FaceStore
  private let target: OffscreenTarget
  private let renderer: Renderer
  private let pixels: UnsafeMutableRawBufferPointer
  private var warned = 0

  /// - Throws: 66 and 65 for fonts and pictures, 69 without GL or beyond what the driver can draw.
  init(_ loop: RenderLoop, _ resolution: Resolution, _ diagnostics: Diagnostics) throws(Failure) {
    self.loop = loop
    self.diagnostics = diagnostics
    let look = loop.board.look
    // Fonts first: a name that is wrong is told even where there is no GL.
    faces = try resolution.checkedFaces()
    faces.makeAhead(loop.board.scene(at: loop.plan.start))
    do throws(GLError) {
      let context = try Context.offscreen()
      target = try OffscreenTarget(context, size: loop.plan.size)
      renderer = try Renderer(context, look: look, faces: faces)
    } catch {
      throw Failure(error)
    }
    pixels = try PictureWriter.memory(for: loop.plan.size)
  }

  deinit { free(pixels.baseAddress) }

  /// Room for the pixels of a picture. The standard library's own would end the program where there is none.
  ///
  /// - Throws: exit code 69, as where the GPU's memory does not suffice.
  static func memory(for size: Size) throws(Failure) -> UnsafeMutableRawBufferPointer {
    let count = size.width * size.height * 4
    guard let start = calloc(count, 1) else {
      throw Failure(
        .unavailable,
        "the memory does not suffice for the \(count) bytes of a picture; a smaller one needs less (calloc)")
    }
    return UnsafeMutableRawBufferPointer(start: start, count: count)
  }

  /// - Throws: 74 where the output cannot be written, 65 for a picture that cannot be read.
  func run(_ format: OutputFormat) throws(Failure) {
    let opened = try writing { () throws(FileError) in
      try format.makeFrameSink(name: loop.name, rate: loop.plan.rate)
    }
    guard let sink = opened else { throw Failure(.software, "\(loop.name.quoted) takes no pictures") }
    try loop.run(
      draw: { playback, index throws(Failure) in
        try draw(playback, isFirst: index == 0)
        try add(index, to: sink)
      },
      finish: { () throws(Failure) in try writing { () throws(FileError) in try sink.finish() } },
      abandon: { sink.abandon() })
  }

  private func draw(_ playback: FlipBoard.Playback, isFirst: Bool) throws(Failure) {
    if !isFirst, playback.damage.isEmpty { return }
    do throws(GLError) {
      try renderer.draw(
        playback.scene, on: target, changed: isFirst ? nil : playback.changed, turning: playback.isTurning,
        damage: isFirst ? nil : playback.damage)
      try target.readPixels(into: pixels)
    } catch {
      throw Failure(error)
    }
    for warning in faces.warnings[warned...] { diagnostics.say(.warning, warning) }
    warned = faces.warnings.count
  }

  private func add(_ index: Int, to sink: any FrameSink) throws(Failure) {
    try writing { () throws(FileError) in
      try sink.add(UnsafeRawBufferPointer(pixels), size: loop.plan.size, index: index)
    }
  }
}
