public import FlipBoard

/// Where the renderer gets the pictures of faces from.
public protocol FaceSource: AnyObject {
  /// The bitmap of a face for a card of exactly `size` pixels. The blank face gives nil.
  func card(_ face: Face, size: Size) throws(FaceError) -> Bitmap?

  /// The bitmap of a separator, of exactly `size` pixels.
  func separator(_ face: Face, size: Size) throws(FaceError) -> Bitmap?
}
