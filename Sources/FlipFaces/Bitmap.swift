public import FlipBoard

/// Pixels of a face, rows from the top, without padding.
public struct Bitmap: Hashable, Sendable {
  public enum Format: Sendable {
    /// One byte a pixel: how much of it is ink, 0 to 255.
    case coverage
    /// Four bytes a pixel: red, green, blue, alpha; sRGB, alpha multiplied in.
    case rgba
  }

  public var size: Size
  public var format: Format
  public var pixels: [UInt8]

  public init(size: Size, format: Format, pixels: [UInt8]) {
    self.size = size
    self.format = format
    self.pixels = pixels
  }
}

/// Where the renderer gets the pictures of faces from.
public protocol FaceSource: AnyObject {
  /// The bitmap of a face for a card of exactly `size` pixels. The blank face gives nil.
  func card(_ face: Face, size: Size) throws(FaceError) -> Bitmap?

  /// The bitmap of a separator, of exactly `size` pixels.
  func separator(_ face: Face, size: Size) throws(FaceError) -> Bitmap?
}

/// Why a face could not be made.
public enum FaceError: Error, Hashable, Sendable {
  /// No font of that name or file is there.
  case missingFont(String)
  /// A file is there, but is no font that can be read.
  case badFont(path: String, reason: String)
  /// The folder of pictures, or a picture in it, is not there.
  case missingPicture(String)
  /// A picture that cannot be read as one.
  case badPicture(path: String, reason: String)
}
