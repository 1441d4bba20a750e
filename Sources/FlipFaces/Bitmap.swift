public import FlipBoard

/// Pixels of a face, rows from the top, without padding.
public struct Bitmap: Hashable, Sendable {
  public enum Format: Sendable {
    /// One byte a pixel: how much of it is ink, 0 to 255.
    case coverage
    /// Four bytes a pixel: red, green, blue, alpha; sRGB, alpha multiplied in.
    case rgba

    public var bytesPerPixel: Int { self == .coverage ? 1 : 4 }
  }

  public var size: Size
  public var format: Format
  public var pixels: [UInt8]

  public init(size: Size, format: Format, pixels: [UInt8]) {
    self.size = size
    self.format = format
    self.pixels = pixels
  }

  /// The two halves of a card, each of the full width and half the height; joined, upper above lower,
  /// they are the whole again, byte for byte.
  ///
  /// A card's height is even, so that its halves meet on a pixel row. Of an odd height (a separator
  /// has no halves, so this is no card) the upper half has the row less.
  public var halves: (upper: Bitmap, lower: Bitmap) {
    let top = size.height / 2
    let split = top * size.width * format.bytesPerPixel
    return (
      Bitmap(
        size: Size(width: size.width, height: top), format: format,
        pixels: Array(pixels[..<split])),
      Bitmap(
        size: Size(width: size.width, height: size.height - top), format: format,
        pixels: Array(pixels[split...]))
    )
  }
}
