/// A pixel format as the kernel and GBM name it: four ASCII characters, the first in the lowest byte
/// (drm_fourcc.h). `C8` and its like are padded with blanks.
public struct FourCC: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A format from its characters; nil where there are none, more than four, or one that does not print.
  public init?(_ name: String) {
    let bytes = Array(name.utf8)
    guard (1...4).contains(bytes.count), bytes.allSatisfy({ (0x20...0x7e).contains($0) }) else { return nil }
    var value: UInt32 = 0
    for place in 0..<4 {
      value |= UInt32(place < bytes.count ? bytes[place] : 0x20) << (8 * UInt32(place))
    }
    rawValue = value
  }

  private init(_ a: Character, _ b: Character, _ c: Character, _ d: Character) {
    var value: UInt32 = 0
    for (place, letter) in [a, b, c, d].enumerated() {
      value |= UInt32(letter.asciiValue ?? 0x20) << (8 * UInt32(place))
    }
    rawValue = value
  }

  /// 32 bits a pixel, no alpha: what nearly every primary plane takes.
  public static let xrgb8888 = FourCC("X", "R", "2", "4")
  public static let xbgr8888 = FourCC("X", "B", "2", "4")
  public static let argb8888 = FourCC("A", "R", "2", "4")
  public static let abgr8888 = FourCC("A", "B", "2", "4")
  /// 16 bits a pixel: the only true format of many SPI panels.
  public static let rgb565 = FourCC("R", "G", "1", "6")

  /// The formats that we draw, best first. Those with alpha come after those without: an opaque picture
  /// looks the same in both, but a plane may have other things to blend it with.
  public static let drawable: [FourCC] = [.xrgb8888, .xbgr8888, .argb8888, .abgr8888, .rgb565]
}

extension FourCC: CustomStringConvertible {
  /// The characters, without padding; what does not print shows as `?`.
  public var description: String {
    var text = ""
    for place in 0..<4 {
      let byte = UInt8(truncatingIfNeeded: rawValue >> (8 * UInt32(place)))
      text.append((0x20...0x7e).contains(byte) ? Character(Unicode.Scalar(byte)) : "?")
    }
    while text.count > 1, text.last == " " { text.removeLast() }
    return text
  }
}
