import CText

/// The fonts of a store: the one that was asked for, and behind it whatever else has a character that
/// it lacks, found when first needed and kept.
final class FontStack {
  let library: FontLibrary
  let main: Typeface
  private let name: String?
  private var configuration: FontConfiguration?
  private var opened: [FontConfiguration.Location: Typeface] = [:]
  private var chosen: [Character: Typeface?] = [:]
  /// The file of the default font, of Debian's package fonts-roboto-unhinted.
  static let packaged = "/usr/share/fonts/truetype/roboto/unhinted/RobotoCondensed-Bold.ttf"
  /// How many choices are kept: more than a board has faces, and a bound on what a feed can fill.
  private static let keptChoices = 4096

  /// `name` is a family in fontconfig's pattern syntax, or the path of a font's file: a name that has
  /// a slash or ends as font files do.
  init(_ name: String) throws(FaceError) {
    library = try FontLibrary()
    if Self.isFile(name) {
      main = try Typeface(library: library, .init(path: name, index: 0))
      self.name = nil
      return
    }
    // Where its package puts it: to ask fontconfig takes a tenth of a start.
    if name == FaceStore.defaultFont,
      let face = try? Typeface(library: library, .init(path: Self.packaged, index: 0))
    {
      main = face
      self.name = name
      return
    }
    let configuration = FontConfiguration()
    guard let place = configuration.find(name) else { throw .missingFont(name) }
    self.configuration = configuration
    self.name = name
    main = try Typeface(library: library, place)
    opened[place] = main
  }

  /// The font to draw a grapheme with; nil where no font at all has it.
  func typeface(for grapheme: Character) -> Typeface? {
    if let known = chosen[grapheme] { return known }
    let needed = scalarsNeeded(for: grapheme)
    let emoji = grapheme.wantsColor
    var found: Typeface?
    if needed.allSatisfy(main.has), !emoji || main.hasColor {
      found = main
    } else {
      found = fallback(for: needed, emoji: emoji)
      if found == nil, needed.allSatisfy(main.has) { found = main }
    }
    if chosen.count >= Self.keptChoices { chosen.removeAll(keepingCapacity: true) }
    chosen[grapheme] = .some(found)
    return found
  }

  /// The characters that a font must have: a letter and its accent may be one or two.
  private func scalarsNeeded(for grapheme: Character) -> [Unicode.Scalar] {
    var scalars = Array(grapheme.unicodeScalars).filter { !$0.properties.isDefaultIgnorableCodePoint }
    // A skin's tone changes the sign before it, and needs no glyph but where it stands alone.
    if scalars.count > 1 { scalars.removeAll { $0.properties.isEmojiModifier } }
    guard scalars.count == 2, !main.has(scalars[1]), let composed = scalars[0].composed(with: scalars[1])
    else { return scalars }
    return [composed]
  }

  private func fallback(for scalars: [Unicode.Scalar], emoji: Bool) -> Typeface? {
    // A font that was already opened for a neighbour keeps a word in one hand.
    for face in opened.values where face !== main && face.hasColor == emoji && scalars.allSatisfy(face.has) {
      return face
    }
    if configuration == nil { configuration = FontConfiguration() }
    let places = configuration?.fallbacks(for: scalars, near: name, emoji: emoji) ?? []
    for place in places {
      if let face = opened[place] { return face }
      guard
        let face = try? Typeface(library: library, place),
        scalars.allSatisfy(face.has)
      else { continue }
      opened[place] = face
      return face
    }
    return nil
  }

  /// Whether a name means a file, and no family.
  static func isFile(_ name: String) -> Bool {
    if name.contains("/") { return true }
    let lower = name.lowercased()
    return [".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2", ".pfb"].contains { lower.hasSuffix($0) }
  }
}
