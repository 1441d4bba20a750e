import CText

/// Fontconfig's view of the machine: which file a family's name stands for, and which font has a
/// character that the first font lacks.
///
/// Reading the configuration and the caches of all fonts is the dearest part of the way to a first
/// face, so it happens once, and not at all for a font named by its file until a fallback is needed.
final class FontConfiguration {
  /// Where a font is, as FreeType opens it.
  struct Location: Hashable {
    var path: String
    var index: Int
    /// Axes of a variable font, `wght=700`.
    var variations: String?
    /// Bold was asked for and this font has none: fontconfig says to thicken it.
    var isThickened = false
  }

  /// Names that fontconfig defines to stand for whatever font is preferred.
  private static let generic: Set<String> = [
    "sans", "sansserif", "serif", "mono", "monospace", "cursive", "fantasy", "math", "emoji", "systemui",
  ]

  private let configuration: OpaquePointer?

  init() { configuration = FcInitLoadConfigAndFonts() }

  deinit {
    if let configuration { FcConfigDestroy(configuration) }
  }

  /// The font that a name in fontconfig's pattern syntax means: `Inter:bold`,
  /// `Roboto Condensed:style=Bold`, `monospace`. Several families, split by commas, are tried in order.
  ///
  /// Fontconfig itself always answers, with another font where it lacks the one asked for. Such an
  /// answer is no font here: nil.
  func find(_ name: String) -> Location? {
    guard configuration != nil, let pattern = FcNameParse(name) else { return nil }
    defer { FcPatternDestroy(pattern) }
    // A generic name is taken for what fontconfig makes of it; so is a pattern without a family that
    // asks by other properties, such as `:lang=ja`.
    let families = strings(of: FC_FAMILY, in: pattern)
    if families.isEmpty {
      guard name.contains(":") else { return nil }
      return match(pattern).flatMap { location(of: $0, destroying: true) }
    }
    for family in families {
      guard let single = FcPatternDuplicate(pattern) else { return nil }
      defer { FcPatternDestroy(single) }
      FcPatternDel(single, FC_FAMILY)
      FcPatternAddString(single, FC_FAMILY, family)
      guard let found = match(single) else { continue }
      let isMeant =
        Self.generic.contains(folded(family))
        || strings(of: FC_FAMILY, in: found).contains { folded($0) == folded(family) }
      let hasStyle = strings(of: FC_STYLE, in: pattern).allSatisfy { style in
        strings(of: FC_STYLE, in: found).contains { folded($0) == folded(style) }
      }
      let isScalable = isScalable(found)
      let place = location(of: found, destroying: true)
      if isMeant, hasStyle, isScalable, let place { return place }
    }
    return nil
  }

  /// Fonts that have all these characters, best first, at most `limit`; those nearest to `name`'s
  /// family, weight and slant come first, for emoji the fonts with colours.
  func fallbacks(for scalars: [Unicode.Scalar], near name: String?, emoji: Bool, limit: Int = 4) -> [Location]
  {
    guard configuration != nil else { return [] }
    guard let pattern = (name.flatMap { FcNameParse($0) } ?? FcPatternCreate()) else { return [] }
    defer { FcPatternDestroy(pattern) }
    guard let characters = FcCharSetCreate() else { return [] }
    defer { FcCharSetDestroy(characters) }
    for scalar in scalars { FcCharSetAddChar(characters, scalar.value) }
    // A style is a name that only its own family knows; weight and slant carry over.
    FcPatternDel(pattern, FC_STYLE)
    FcPatternDel(pattern, FC_CHARSET)
    FcPatternAddCharSet(pattern, FC_CHARSET, characters)
    if emoji {
      FcPatternDel(pattern, FC_FAMILY)
      FcPatternAddString(pattern, FC_FAMILY, "emoji")
      FcPatternAddBool(pattern, FC_COLOR, 1)
    }
    FcConfigSubstitute(configuration, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
    var result = FcResultNoMatch
    guard let sorted = FcFontSort(configuration, pattern, 0, nil, &result) else { return [] }
    defer { FcFontSetDestroy(sorted) }
    var places: [Location] = []
    for i in 0..<Int(sorted.pointee.nfont) where places.count < limit {
      guard let font = sorted.pointee.fonts[i], isScalable(font), covers(font, characters) else { continue }
      guard let prepared = FcFontRenderPrepare(configuration, pattern, font) else { continue }
      if let place = location(of: prepared, destroying: true) { places.append(place) }
    }
    return places
  }

  private func match(_ pattern: OpaquePointer) -> OpaquePointer? {
    FcConfigSubstitute(configuration, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
    var result = FcResultNoMatch
    return FcFontMatch(configuration, pattern, &result)
  }

  private func location(of font: OpaquePointer, destroying: Bool) -> Location? {
    defer { if destroying { FcPatternDestroy(font) } }
    guard let path = strings(of: FC_FILE, in: font).first else { return nil }
    var index: Int32 = 0
    var thickened: FcBool = 0
    FcPatternGetInteger(font, FC_INDEX, 0, &index)
    FcPatternGetBool(font, FC_EMBOLDEN, 0, &thickened)
    return Location(
      path: path, index: Int(index), variations: strings(of: FC_FONT_VARIATIONS, in: font).first,
      isThickened: thickened != 0)
  }

  /// Whether it can be drawn at any size: by its outlines, or by pictures in colour, which are scaled.
  private func isScalable(_ font: OpaquePointer) -> Bool {
    var value: FcBool = 0
    if FcPatternGetBool(font, FC_SCALABLE, 0, &value) == FcResultMatch, value != 0 { return true }
    return FcPatternGetBool(font, FC_COLOR, 0, &value) == FcResultMatch && value != 0
  }

  private func covers(_ font: OpaquePointer, _ characters: OpaquePointer) -> Bool {
    var set: OpaquePointer?
    guard FcPatternGetCharSet(font, FC_CHARSET, 0, &set) == FcResultMatch, let set else { return false }
    return FcCharSetIsSubset(characters, set) != 0
  }

  private func strings(of object: String, in pattern: OpaquePointer) -> [String] {
    var all: [String] = []
    var text: UnsafeMutablePointer<FcChar8>?
    while FcPatternGetString(pattern, object, Int32(all.count), &text) == FcResultMatch, let found = text {
      all.append(String(cString: found))
    }
    return all
  }

  /// Fontconfig compares families without regard to case and blanks; a hyphen is how CSS writes some.
  private func folded(_ name: String) -> String { name.lowercased().filter { $0 != " " && $0 != "-" } }
}
