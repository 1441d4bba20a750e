/// What a frame cost, counted on our side.
public struct Statistics: Hashable, Sendable {
  /// glDraw* calls.
  public var draws = 0
  /// glClear calls.
  public var clears = 0
  /// Bytes of vertices and indices handed to GL.
  public var bytesUploaded = 0
  /// Bytes of texels handed to GL.
  public var texelBytes = 0
  /// Pixels of the target that the frame may have written: the area of its damage.
  public var pixelsTouched = 0
  /// Pages of the atlas.
  public var pages = 0
  /// Bytes of all the renderer's textures.
  public var textureBytes = 0

  /// Nothing.
  public init() {}
}
