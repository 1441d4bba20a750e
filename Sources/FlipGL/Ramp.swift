import FlipBoard
import Glibc

/// The colours from card to ink, as a texture of 256 × 4: what a texel of coverage looks like.
///
/// Row 0 is ink on a card, mixed in linear light (a power law of 2.2), since mixing in the framebuffer's
/// encoding makes light text on dark look thin. Row 1 is a separator: ink on nothing, mixed with what is
/// behind in the framebuffer's encoding. Row 2 is the card without a face. Row 3 is nothing.
enum Ramp {
  static let size = Size(width: 256, height: 4)

  static func pixels(_ look: Look) -> [UInt8] {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(size.area * 4)
    for coverage in 0..<256 { pixels += card(look, Double(coverage) / 255) }
    for coverage in 0..<256 {
      let alpha = Double(coverage) / 255 * Double(look.separator.alpha) / 255
      for channel in look.separator.channels { pixels.append(byte(channel * alpha)) }
      pixels.append(byte(alpha))
    }
    for _ in 0..<256 { pixels += card(look, 0) }
    pixels += [UInt8](repeating: 0, count: 1024)
    return pixels
  }

  private static func card(_ look: Look, _ coverage: Double) -> [UInt8] {
    let under = Double(look.card.alpha) / 255
    let over = coverage * Double(look.ink.alpha) / 255
    let alpha = under * (1 - over) + over
    var pixel: [UInt8] = []
    for (card, ink) in zip(look.card.channels, look.ink.channels) {
      let linear = pow(card, 2.2) * under * (1 - over) + pow(ink, 2.2) * over
      pixel.append(alpha > 0 ? byte(pow(linear / alpha, 1 / 2.2) * alpha) : 0)
    }
    return pixel + [byte(alpha)]
  }

  private static func byte(_ value: Double) -> UInt8 { UInt8(min(max(value, 0), 1) * 255 + 0.5) }
}

extension Color {
  /// Red, green and blue from 0 to 1, in the colour's own encoding.
  var channels: [Double] { [Double(red) / 255, Double(green) / 255, Double(blue) / 255] }

  /// Alpha multiplied in, from 0 to 1.
  func premultiplied(brightness: Double = 1) -> (Float, Float, Float, Float) {
    let a = Double(alpha) / 255
    let c = channels.map { Float($0 * a * brightness) }
    return (c[0], c[1], c[2], Float(a))
  }
}
