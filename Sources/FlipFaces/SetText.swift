import CText

/// A text with its glyphs in place, x from the left of its first advance, y up from the baseline.
struct SetText {
  /// Ink, a layer for each font, so that fonts whose contours run the other way round don't cancel.
  var layers: [Outline] = []
  var pictures: [GlyphPicture] = []
  /// The pen's way along the whole text, in 1/64 pixel.
  var advance = 0

  /// What is seen, in 1/64 pixel.
  var box: Box {
    var box = Box.empty
    for layer in layers { box.form(union: layer.box) }
    for picture in pictures { box.form(union: picture.box) }
    return box
  }

  /// Scales about the start of the baseline, then moves along it.
  mutating func transform(scaleX: Double, scaleY: Double, x: Int) {
    for i in layers.indices { layers[i].transform(scaleX: scaleX, scaleY: scaleY, x: x, y: 0) }
    for i in pictures.indices { pictures[i].box.transform(scaleX: scaleX, scaleY: scaleY, x: x) }
  }

  mutating func append(_ other: SetText, x: Int) {
    var moved = other
    moved.transform(scaleX: 1, scaleY: 1, x: x)
    layers += moved.layers
    pictures += moved.pictures
  }
}

/// A glyph that is a picture with colours of its own, as the font has it.
struct GlyphPicture {
  /// Red, green, blue, alpha; sRGB, alpha multiplied in.
  var pixels: [UInt8]
  var width: Int
  var height: Int
  /// Where it stands, in 1/64 pixel.
  var box: Box
}

extension Box {
  mutating func transform(scaleX: Double, scaleY: Double, x: Int) {
    left = Int((Double(left) * scaleX).rounded()) + x
    right = Int((Double(right) * scaleX).rounded()) + x
    bottom = Int((Double(bottom) * scaleY).rounded())
    top = Int((Double(top) * scaleY).rounded())
  }
}

extension Typeface {
  /// Sets a run of text in this font at a size.
  func set(_ text: String, em: Int, hinted: Bool) -> SetText {
    setSize(em)
    var result = SetText()
    var outline = Outline()
    let scale = strikeScale
    for glyph in shape(text) {
      let x = Int((Double(glyph.x) * scale).rounded())
      let y = Int((Double(glyph.y) * scale).rounded())
      result.advance += Int((Double(glyph.advance) * scale).rounded())
      // Glyph 0 is the box that stands for what the font lacks: it is never shown.
      guard glyph.glyph != 0 else { continue }
      if hasColor, let picture = picture(glyph.glyph, x: x, y: y, scale: scale) {
        result.pictures.append(picture)
        continue
      }
      guard hasOutlines else { continue }
      let flags = hinted ? flip_load_hinted : flip_load_unhinted
      guard FT_Load_Glyph(face, glyph.glyph, flags) == 0 else { continue }
      thicken()
      if !outline.append(face.pointee.glyph.pointee.outline, x: x, y: y) { break }
    }
    if !outline.isEmpty { result.layers.append(outline) }
    return result
  }

  /// The glyph as a picture in colour, where the font has it as one.
  private func picture(_ glyph: UInt32, x: Int, y: Int, scale: Double) -> GlyphPicture? {
    guard FT_Load_Glyph(face, glyph, flip_load_color) == 0 else { return nil }
    let slot = face.pointee.glyph!
    if slot.pointee.format != FT_GLYPH_FORMAT_BITMAP {
      guard FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) == 0 else { return nil }
    }
    let bitmap = slot.pointee.bitmap
    guard bitmap.pixel_mode == UInt8(FT_PIXEL_MODE_BGRA.rawValue), bitmap.width > 0, bitmap.rows > 0,
      let buffer = bitmap.buffer
    else { return nil }
    let width = Int(bitmap.width)
    let height = Int(bitmap.rows)
    var pixels = [UInt8](repeating: 0, count: width * height * 4)
    for row in 0..<height {
      // A negative pitch says that the rows go up.
      let start = bitmap.pitch >= 0 ? row * Int(bitmap.pitch) : (height - 1 - row) * -Int(bitmap.pitch)
      for column in 0..<width {
        let from = buffer + start + column * 4
        let to = (row * width + column) * 4
        pixels[to] = from[2]
        pixels[to + 1] = from[1]
        pixels[to + 2] = from[0]
        pixels[to + 3] = from[3]
      }
    }
    let left = x + Int((Double(slot.pointee.bitmap_left) * 64 * scale).rounded())
    let top = y + Int((Double(slot.pointee.bitmap_top) * 64 * scale).rounded())
    let box = Box(
      left: left, bottom: top - Int((Double(height) * 64 * scale).rounded()),
      right: left + Int((Double(width) * 64 * scale).rounded()), top: top)
    return GlyphPicture(pixels: pixels, width: width, height: height, box: box)
  }
}
