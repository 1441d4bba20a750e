import CText

extension Unicode.Scalar {
  /// The one character that Unicode has for this and a mark on it.
  func composed(with mark: Unicode.Scalar) -> Unicode.Scalar? {
    var code: hb_codepoint_t = 0
    let functions = hb_unicode_funcs_get_default()
    return hb_unicode_compose(functions, value, mark.value, &code) != 0 ? Unicode.Scalar(code) : nil
  }

  var script: hb_script_t { hb_unicode_script(hb_unicode_funcs_get_default(), value) }
}

extension Character {
  /// Whether it is shown as a picture in colour where a font has one: emoji by default, or by the
  /// variation selector.
  var wantsColor: Bool {
    let scalars = unicodeScalars
    if scalars.contains("\u{FE0E}") { return false }
    if scalars.contains("\u{FE0F}") { return true }
    return scalars.first?.properties.isEmojiPresentation ?? false
  }

  /// Whether nothing of it is to be seen.
  var isBlank: Bool {
    unicodeScalars.allSatisfy {
      $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint
        || $0.properties.generalCategory == .control
    }
  }

  /// The zero of the script's digits, where this is one of them.
  var digitZero: Unicode.Scalar? {
    guard unicodeScalars.count == 1, let scalar = unicodeScalars.first,
      scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue
    else { return nil }
    return Unicode.Scalar(scalar.value - UInt32(value))
  }

  /// Whether it is written in a square of its own: Han, Kana, Hangul and their punctuation.
  var isIdeographic: Bool {
    guard let scalar = unicodeScalars.first else { return false }
    switch scalar.script {
    case HB_SCRIPT_HAN, HB_SCRIPT_HIRAGANA, HB_SCRIPT_KATAKANA, HB_SCRIPT_HANGUL, HB_SCRIPT_BOPOMOFO,
      HB_SCRIPT_YI:
      return true
    default:
      return (0x3000...0x303F).contains(scalar.value) || (0xFF01...0xFF60).contains(scalar.value)
    }
  }

  /// Whether it may be drawn narrower than it was designed before it is drawn smaller: capitals of
  /// these scripts share a height, which should not jump from card to card.
  var mayNarrow: Bool {
    guard let script = unicodeScalars.first?.script else { return false }
    return script == HB_SCRIPT_LATIN || script == HB_SCRIPT_GREEK || script == HB_SCRIPT_CYRILLIC
      || script == HB_SCRIPT_COMMON || script == HB_SCRIPT_ARMENIAN
  }

  var isRightToLeft: Bool {
    unicodeScalars.contains { hb_script_get_horizontal_direction($0.script) == HB_DIRECTION_RTL }
  }
}
