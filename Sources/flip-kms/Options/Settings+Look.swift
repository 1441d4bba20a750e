import FlipBoard
import FlipFaces

extension Setting {
  /// The section `look`.
  static let look: [Setting] = [
    Setting(
      .look, "theme", at: \.look.theme, as: .theme, fallback: "dark",
      "a named set of the keys of this section"),
    Setting(
      .look, "font", at: \.look.font,
      as: .filled("FONT", "a font's family or file", completion: .file),
      else: { _ in Settings.standardFont }, fallback: Settings.standardFont,
      "a family as fontconfig spells it, or a file"),
    Setting(
      .look, "card", at: \.look.card, as: .color, else: { $0.look.themed.card }, fallback: "by theme",
      "colour of the cards"),
    Setting(
      .look, "ink", at: \.look.ink, as: .color, else: { $0.look.themed.ink }, fallback: "by theme",
      "colour of what is printed on them"),
    Setting(
      .look, "background", at: \.look.background, as: .color, else: { $0.look.themed.background },
      fallback: "by theme", "colour behind the cards"),
    Setting(
      .look, "shading", at: \.look.shading, as: .onOff, else: { $0.look.themed.shading },
      fallback: "on", "light by angle, the flap's shadow, the hinge's line"),
    Setting(
      .look, "perspective", at: \.look.perspective, as: .perspective,
      else: { $0.look.themed.perspective }, fallback: "3",
      "the viewer's distance in module heights; 0 switches perspective off"),
    Setting(
      .look, "vanishing-point", at: \.look.vanishingPoint, as: .word,
      else: { $0.look.themed.vanishingPoint }, fallback: "module",
      "each module its own, or one for the whole display"),
    Setting(
      .look, "margin", at: \.look.margin, as: .number("PERCENT", 0...45),
      else: { _ in BoardConfiguration().margin }, fallback: "by theme",
      "left free around the board, of the display's shorter side"),
    Setting(
      .look, "gap", at: \.look.gap, as: .number("PERCENT", 0...100), else: { _ in BoardConfiguration().gap },
      fallback: plain(BoardConfiguration().gap), "between modules, of a module's width"),
    Setting(
      .look, "radius", at: \.look.radius, as: .number("PERCENT", 0...50),
      else: { $0.look.themed.radius }, fallback: "by theme",
      "of a card's corners, of the module's width; of several the narrowest's"),
    Setting(
      .look, "arrange", at: \.look.arrange, as: .word, fallback: "auto",
      "fields beside or below each other; auto stacks them on a portrait display"),
  ]
}

extension Settings {
  /// The family that the package depends on.
  static let standardFont = FaceStore.defaultFont
}

extension Settings.LookKeys {
  /// What the theme says of the keys that are not given.
  var themed: Look { Look.themes.first { $0.name == theme }?.look ?? .dark }
}

extension ValueForm where Value == String {
  /// The name of one of the looks' sets.
  static let theme: ValueForm = {
    let names = Look.themes.map(\.name)
    return ValueForm(
      placeholder: "THEME", expected: alternatives(names), choices: names,
      read: { names.contains($0) ? $0 : nil }, write: { $0 })
  }()
}

extension ValueForm where Value == Double {
  /// A distance that a flap can turn at without reaching the viewer, who must be over half a height off.
  static let perspective = ValueForm(
    placeholder: "HEIGHTS", expected: "0, or a number from 1 to 100",
    read: { text in fraction(text).flatMap { $0 == 0 || (1...100).contains($0) ? $0 : nil } },
    write: { plain($0) })
}
