import CText

/// A glyph where HarfBuzz put it: the pen's way in 1/64 pixel, y upward.
struct PlacedGlyph {
  var glyph: UInt32
  var x: Int
  var y: Int
  var advance: Int
}

extension Typeface {
  /// The glyphs of a text in this font at the size set, from left to right.
  ///
  /// `rightToLeft` nil lets the script decide.
  func shape(_ text: String, rightToLeft: Bool? = nil) -> [PlacedGlyph] {
    guard let buffer = hb_buffer_create() else { return [] }
    defer { hb_buffer_destroy(buffer) }
    var copy = text
    copy.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        hb_buffer_add_utf8(buffer, $0.baseAddress, Int32($0.count), 0, Int32($0.count))
      }
    }
    hb_buffer_guess_segment_properties(buffer)
    if let rightToLeft { hb_buffer_set_direction(buffer, rightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR) }
    hb_shape(shaper, buffer, nil, 0)
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, &count)
    else { return [] }
    var pen = 0
    var glyphs: [PlacedGlyph] = []
    glyphs.reserveCapacity(Int(count))
    for i in 0..<Int(count) {
      let position = positions[i]
      glyphs.append(
        PlacedGlyph(
          glyph: infos[i].codepoint, x: pen + Int(position.x_offset), y: Int(position.y_offset),
          advance: Int(position.x_advance)))
      pen += Int(position.x_advance)
    }
    return glyphs
  }
}
