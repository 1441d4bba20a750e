import FlipKMS
import Glibc

/// Sync files that go along with a frame, so that the display waits for the drawing and we don't.
enum Fence {
  /// The fence to hand along; where the display takes none, nil, and the kernel's implicit one does.
  static func sent(_ fence: Int32, with pipeline: Pipeline) -> Int32? {
    fence >= 0 && pipeline.takesFence ? fence : nil
  }

  /// The kernel keeps its own reference: ours goes after every commit, refused ones too.
  static func close(_ fence: Int32) {
    if fence >= 0 { Glibc.close(fence) }
  }
}
