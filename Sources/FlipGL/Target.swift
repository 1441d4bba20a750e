public import FlipBoard

/// What a renderer draws to.
public protocol Target: AnyObject {
  /// In pixels of the target, before any rotation.
  var size: Size { get }
  /// Whether the first row in memory is GL's lowest (y upward) row. It is for a framebuffer object that
  /// is read back, it isn't for a window surface.
  var firstRowIsLowest: Bool { get }
  /// Makes the context draw to it.
  func bind() throws(GLError)
}
