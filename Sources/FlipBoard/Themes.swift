extension Look {
  /// A named set of the look's keys.
  public struct Theme: Hashable, Sendable {
    /// As the setting `theme` spells it.
    public var name: String
    public var look: Look
  }

  /// The default theme: graphite cards in a dark room.
  public static let dark = Look(
    card: Color(0x26_2628), ink: Color(0xF2_F0EA), background: Color(0x0C_0C0D))

  /// All themes, the default first.
  public static let themes: [Theme] = [
    Theme(name: "dark", look: dark),
    Theme(
      name: "light",
      look: Look(card: Color(0xFB_FAF7), ink: Color(0x1D_1D1F), background: Color(0xD8_D7D3))),
    // A departure board: matt black leaves close together, warm white letters.
    Theme(
      name: "solari",
      look: Look(card: Color(0x17_181A), ink: Color(0xF6_F0DC), background: Color(0x04_0405), radius: 2.5)),
    // A desk clock of the seventies: black leaves in an orange shell.
    Theme(
      name: "twemco",
      look: Look(card: Color(0x1C_1B1A), ink: Color(0xF8_F4EA), background: Color(0xD5_521C), radius: 5)),
    // Paper and ink, flat: nothing that a panel of few greys would dither.
    Theme(
      name: "e-ink",
      look: Look(
        card: Color(0xFF_FFFF), ink: Color(0x11_1111), background: Color(0xCC_CCCC), shading: false,
        radius: 4)),
    // 21:1, for tired eyes and far walls.
    Theme(
      name: "high-contrast",
      look: Look(
        card: Color(0xFF_FFFF), ink: Color(0x00_0000), background: Color(0x00_0000), shading: false,
        radius: 4)),
    Theme(
      name: "amber",
      look: Look(card: Color(0x1F_1710), ink: Color(0xFF_B31A), background: Color(0x0A_0704))),
    Theme(
      name: "midnight",
      look: Look(card: Color(0x1B_2844), ink: Color(0xE4_ECFF), background: Color(0x0A_1020))),
    // The blue of railway stations.
    Theme(
      name: "railway",
      look: Look(card: Color(0x14_3A8C), ink: Color(0xFF_FFFF), background: Color(0x0A_1D49), radius: 3)),
    Theme(
      name: "rose",
      look: Look(card: Color(0xF6_DDD6), ink: Color(0x5A_2230), background: Color(0xC9_8F88), radius: 9)),
  ]

  /// The theme of that name.
  ///
  /// - Throws: `BoardError` for `theme`, with the names there are and the nearest one.
  public static func theme(named name: String) throws(BoardError) -> Look {
    if let theme = themes.first(where: { $0.name == name }) { return theme.look }
    let names = themes.map(\.name)
    throw BoardError(
      setting: "theme", value: name, expected: "one of " + names.joined(separator: ", "),
      nearest: nearestName(to: name, among: names))
  }
}

extension Color {
  /// Opaque, from 0xRRGGBB.
  fileprivate init(_ hex: UInt32) {
    self.init(
      red: UInt8(hex >> 16 & 0xFF), green: UInt8(hex >> 8 & 0xFF), blue: UInt8(hex & 0xFF))
  }
}
