import FlipBoard

/// A named set of the look keys. A key that is given itself wins over its theme.
enum Theme: String, CaseIterable, Sendable {
  case dark
  case light
  case solari
  case twemco
  case eInk = "e-ink"
  case highContrast = "high-contrast"

  /// What one sentence of help says of it.
  var meaning: String {
    switch self {
    case .dark: "pale digits on charcoal cards, black around"
    case .light: "dark digits on white cards, pale grey around"
    case .solari: "the station's board: warm white on black, square cards close together"
    case .twemco: "the desk clock: white on black cards in an orange case"
    case .eInk: "black on white without any shading"
    case .highContrast: "yellow on black without any shading"
    }
  }

  /// The theme's value of every look key but the font.
  var keys: Keys {
    switch self {
    case .dark:
      Keys(card: Look.dark.card, ink: Look.dark.ink, background: Look.dark.background)
    case .light:
      Keys(card: .rgb(0xFA_FA_F7), ink: .rgb(0x1E_1E_20), background: .rgb(0xC9_CB_CE))
    case .solari:
      Keys(
        card: .rgb(0x17_17_17), ink: .rgb(0xFF_F4_D6), background: .rgb(0x05_05_05), gap: 4, radius: 2)
    case .twemco:
      Keys(
        card: .rgb(0x12_12_12), ink: .rgb(0xFF_FF_FF), background: .rgb(0xD8_5A_1A), gap: 8, radius: 4)
    case .eInk:
      Keys(
        card: .rgb(0xFF_FF_FF), ink: .rgb(0x00_00_00), background: .rgb(0xE0_E0_E0), shading: false)
    case .highContrast:
      Keys(
        card: .rgb(0x00_00_00), ink: .rgb(0xFF_E6_00), background: .rgb(0x30_30_30), shading: false)
    }
  }

  struct Keys: Hashable, Sendable {
    var card: Color
    var ink: Color
    var background: Color
    var shading = true
    var perspective = 3.0
    var vanishingPoint = Look.VanishingPoint.module
    var margin = 4.0
    var gap = 6.0
    var radius = 6.0
  }
}

extension Color {
  /// `0xRRGGBB`.
  static func rgb(_ number: UInt32) -> Color {
    Color(
      red: UInt8(number >> 16 & 0xFF), green: UInt8(number >> 8 & 0xFF), blue: UInt8(number & 0xFF))
  }
}
