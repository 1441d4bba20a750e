import FlipBoard
import FlipFaces
import FlipGL

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
  private var pixels: [UInt8]
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
    pixels = [UInt8](repeating: 0, count: loop.plan.size.width * loop.plan.size.height * 4)
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
      // A closure cannot throw an error of this type through the standard library's on Swift 6.0.
      var fault: GLError?
      pixels.withUnsafeMutableBytes { memory in
        do throws(GLError) { try target.readPixels(into: memory) } catch { fault = error }
      }
      if let fault { throw fault }
    } catch {
      throw Failure(error)
    }
    for warning in faces.warnings[warned...] { diagnostics.say(.warning, warning) }
    warned = faces.warnings.count
  }

  private func add(_ index: Int, to sink: any FrameSink) throws(Failure) {
    var fault: FileError?
    pixels.withUnsafeBytes { bytes in
      do throws(FileError) { try sink.add(bytes, size: loop.plan.size, index: index) } catch { fault = error }
    }
    if let fault { throw Failure(.writing, "\(fault)") }
  }
}
