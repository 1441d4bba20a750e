import FlipBoard

/// How a texel's coverage becomes a colour: in linear light, of which the framebuffer's encoding is the square
/// root, it is `under + coverage · rise`, alpha multiplied in.
struct Paint {
  typealias Vector = (Float, Float, Float, Float)

  private var under: Vector
  private var rise: Vector
  /// The card below a picture, encoded.
  private var card: Vector
  /// A flap's outline where there is no light, encoded.
  private var rim: Vector

  /// Ink on a card.
  static func card(_ look: Look) -> Paint {
    let (card, ink) = (look.card.linear, look.ink.linear)
    let shown = ink.3
    return Paint(
      under: card,
      rise: (
        ink.0 - card.0 * shown, ink.1 - card.1 * shown, ink.2 - card.2 * shown, ink.3 - card.3 * shown
      ), card: look.card.premultiplied(), rim: look.rim.premultiplied())
  }

  /// A separator: ink on nothing.
  static func separator(_ look: Look) -> Paint {
    Paint(under: (0, 0, 0, 0), rise: look.separator.linear, card: (0, 0, 0, 0), rim: (0, 0, 0, 0))
  }

  /// For paint.frag.
  var defines: [String] {
    func vector(_ v: Vector) -> String { "vec4(\(v.0), \(v.1), \(v.2), \(v.3))" }
    return ["UNDER \(vector(under))", "RISE \(vector(rise))", "CARD \(vector(card))", "RIM \(vector(rim))"]
      + (under.3 == 1 ? ["OPAQUE"] : [])
  }
}

extension Look {
  /// Whether nothing shows through a card.
  var isOpaque: Bool { card.alpha == 255 }
}

extension Color {
  /// Red, green and blue from 0 to 1, in the colour's own encoding.
  private var channels: [Double] { [Double(red) / 255, Double(green) / 255, Double(blue) / 255] }

  /// Alpha multiplied in, from 0 to 1.
  func premultiplied(brightness: Double = 1) -> Paint.Vector {
    let a = Double(alpha) / 255
    let c = channels.map { Float($0 * a * brightness) }
    return (c[0], c[1], c[2], Float(a))
  }

  /// In linear light, alpha multiplied in.
  fileprivate var linear: Paint.Vector {
    let a = Double(alpha) / 255
    let c = channels.map { Float($0 * $0 * a) }
    return (c[0], c[1], c[2], Float(a))
  }
}
