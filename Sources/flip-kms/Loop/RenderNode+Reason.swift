import FlipKMS

extension RenderNode {
  /// Why the processor draws and not a GPU, where that is for want of permission; nil where it isn't.
  ///
  /// - Parameter renderer: GL_RENDERER, the driver's own name of itself.
  static func reason(drawingWith renderer: String) -> String? {
    guard ["llvmpipe", "softpipe", "swrast"].contains(where: { renderer.hasPrefix($0) }) else { return nil }
    return forbidden().map { "drawing without a GPU: \($0)" }
  }
}
