import Glibc

extension Look {
  /// The colour of a separator, which stands on the background without a card: the ink, or where the ink
  /// can hardly be told from the background, as black on black, whichever of ink and card stands out more.
  public var separator: Color {
    let (byInk, byCard) = (ink.contrast(to: background), card.contrast(to: background))
    return byInk >= 2 || byInk >= byCard ? ink : card
  }
}

extension Color {
  /// How far two colours stand apart, 1 to 21: the contrast ratio of WCAG 2, alpha left aside.
  func contrast(to other: Color) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// Relative luminance, 0 to 1, as WCAG 2 defines it for sRGB.
  private var luminance: Double {
    func linear(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
