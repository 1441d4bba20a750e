import CText
import Glibc

/// The FreeType library, opened once for a store.
final class FontLibrary {
  let handle: FT_Library

  init() throws(FaceError) {
    var library: FT_Library?
    let code = FT_Init_FreeType(&library)
    guard code == 0, let library else {
      throw .badFont(path: "", reason: "FreeType does not start (FT_Init_FreeType, fault \(code))")
    }
    handle = library
  }

  deinit { FT_Done_FreeType(handle) }
}

/// One face of one font file, opened by FreeType and seen by HarfBuzz.
///
/// Sizes are in 1/64 pixel to the em, as FreeType counts them.
final class Typeface {
  /// The largest font file that is opened. The largest fonts in use, of all CJK in several weights,
  /// are some 30 MB.
  static let fileLimit = 64 << 20

  let face: FT_Face
  let shaper: OpaquePointer
  /// Whether glyphs are pictures with colours of their own.
  let hasColor: Bool
  let hasOutlines: Bool
  /// Whether strokes are drawn thicker than the font has them.
  let isThickened: Bool
  /// The size set last, in 1/64 pixel to the em.
  private(set) var em: Int = 0
  private let library: FontLibrary

  /// Opens a font.
  init(library: FontLibrary, _ place: FontConfiguration.Location) throws(FaceError) {
    let path = place.path
    try Self.checkFile(path)
    var face: FT_Face?
    let code = FT_New_Face(library.handle, path, FT_Long(place.index), &face)
    guard code == 0, let face else {
      throw .badFont(path: path, reason: Self.words(for: code))
    }
    if let variations = place.variations { Self.setVariations(variations, of: face, library: library) }
    let hasOutlines = flip_has_outlines(face) != 0
    let hasColor = flip_has_color(face) != 0
    guard hasOutlines || hasColor, let shaper = hb_ft_font_create_referenced(face) else {
      FT_Done_Face(face)
      throw .badFont(path: path, reason: "it has no outlines to scale")
    }
    self.library = library
    self.face = face
    self.shaper = shaper
    self.isThickened = place.isThickened
    self.hasColor = hasColor
    self.hasOutlines = hasOutlines
    hb_ft_font_set_load_flags(shaper, flip_load_unhinted)
  }

  deinit {
    hb_font_destroy(shaper)
    FT_Done_Face(face)
  }

  /// Whether the font maps this character to a glyph.
  func has(_ scalar: Unicode.Scalar) -> Bool { FT_Get_Char_Index(face, FT_ULong(scalar.value)) != 0 }

  /// Sets the size, in 1/64 pixel to the em. Of a font of fixed pictures takes the smallest that is
  /// large enough, else the largest.
  func setSize(_ em: Int) {
    guard em != self.em else { return }
    self.em = em
    if hasOutlines {
      FT_Set_Char_Size(face, 0, FT_F26Dot6(max(em, 64)), 72, 72)
    } else {
      FT_Select_Size(face, nearestStrike(to: em))
    }
    hb_ft_font_changed(shaper)
  }

  /// How many pixels on the card one pixel of the set size is: 1 for outlines.
  var strikeScale: Double {
    if hasOutlines { return 1 }
    let ppem = Int(face.pointee.size.pointee.metrics.y_ppem)
    return ppem > 0 ? Double(em) / 64 / Double(ppem) : 1
  }

  /// Thickens the outline in FreeType's slot, by 1/32 em, where the font stands for a bold it lacks.
  func thicken() {
    guard isThickened else { return }
    let strength = em / 32
    FT_Outline_Embolden(&face.pointee.glyph.pointee.outline, strength)
    // FreeType grows it to the right and up.
    FT_Outline_Translate(&face.pointee.glyph.pointee.outline, -strength / 2, -strength / 2)
  }

  private func nearestStrike(to em: Int) -> FT_Int {
    var best: FT_Int = 0
    for i in 0..<face.pointee.num_fixed_sizes {
      let size = Int(face.pointee.available_sizes[Int(i)].y_ppem)
      let chosen = Int(face.pointee.available_sizes[Int(best)].y_ppem)
      let better = chosen < em ? size > chosen : size >= em && size < chosen
      if better { best = i }
    }
    return best
  }

  /// What FT_New_Face says by a number (fterrdef.h).
  private static func words(for code: FT_Error) -> String {
    switch code {
    case 0x01: "it cannot be opened"
    case 0x02: "it is no font"
    case 0x40: "out of memory"
    default: "it is damaged, or no font (FT_New_Face, fault \(code))"
    }
  }

  /// A regular file of bounded size: a pipe would wait for ever, and a huge file fill the memory.
  private static func checkFile(_ path: String) throws(FaceError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { throw .missingFont(path) }
      if errno == EACCES { throw .forbiddenFont(path) }
      throw .badFont(path: path, reason: String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      throw .badFont(path: path, reason: isFolder ? "it is a folder" : "it is not a regular file")
    }
    // FreeType would not say why it cannot open the file.
    if access(path, R_OK) != 0, errno == EACCES { throw .forbiddenFont(path) }
    guard status.st_size <= fileLimit else {
      throw .badFont(path: path, reason: "it is larger than \(fileLimit >> 20) MiB")
    }
  }

  /// Sets the axes of a variable font from fontconfig's form, `wght=700,wdth=75`.
  private static func setVariations(_ text: String, of face: FT_Face, library: FontLibrary) {
    var description: UnsafeMutablePointer<FT_MM_Var>?
    guard FT_Get_MM_Var(face, &description) == 0, let description else { return }
    defer { FT_Done_MM_Var(library.handle, description) }
    let axes = UnsafeBufferPointer(start: description.pointee.axis, count: Int(description.pointee.num_axis))
    var coordinates = axes.map(\.def)
    for setting in text.split(separator: ",") {
      let parts = setting.split(separator: "=")
      guard parts.count == 2, let value = strtodExact(String(parts[1])) else { continue }
      let tag = parts[0].utf8.reduce(FT_ULong(0)) { $0 << 8 | FT_ULong($1) }
      for (i, axis) in axes.enumerated() where axis.tag == tag {
        coordinates[i] = min(max(FT_Fixed((value * 65536).rounded()), axis.minimum), axis.maximum)
      }
    }
    FT_Set_Var_Design_Coordinates(face, FT_UInt(coordinates.count), &coordinates)
  }

  private static func strtodExact(_ text: String) -> Double? {
    guard let value = Double(text), value.magnitude < 32768 else { return nil }
    return value
  }
}
