import CText

/// How the faces of one card size are set: one font size for them all, so that digits line up.
struct TypeSize {
  /// 1/64 pixel to the em.
  var em: Int
  /// Height of a capital in 1/64 pixel, as drawn (hinted).
  var cap: Int
  var hinted: Bool

  /// The baseline, in pixels below the top, that centres a capital on a card this high.
  func baseline(height: Int) -> Double {
    let exact = (Double(height) + Double(cap) / 64) / 2
    return hinted ? exact.rounded() : exact
  }
}

extension Typeface {
  /// Above this height of capitals, in pixels, the hinter aligns no heights any more (where a font's
  /// round letters overshoot by more than 3/4 pixel), and is not asked.
  static let hintingLimit = 80

  /// A capital's height in parts of the em.
  var capRatio: Double {
    let upem = Double(face.pointee.units_per_EM)
    guard hasOutlines, upem > 0 else { return 0.7 }
    for letter in ["H", "0"] as [Unicode.Scalar] where has(letter) {
      let glyph = FT_Get_Char_Index(face, FT_ULong(letter.value))
      guard FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_NO_SCALE)) == 0 else { continue }
      var box = FT_BBox()
      guard FT_Outline_Get_BBox(&face.pointee.glyph.pointee.outline, &box) == 0, box.yMax > 0 else {
        continue
      }
      return Double(box.yMax) / upem
    }
    return 0.7
  }

  /// The font size nearest to `em` (1/64 pixel), or with `atMost` nearest below it, whose capitals are an
  /// even number of pixels high, so that they stand on whole pixels and centred on the hinge.
  func evenSize(near em: Double, atMost: Bool) -> TypeSize {
    let ratio = capRatio
    let pairs = em / 64 * ratio / 2
    let cap = Int(pairs.rounded(atMost ? .down : .toNearestOrAwayFromZero)) * 2
    // Below this nothing can be read, whatever it stands on.
    guard cap >= 4 else {
      return TypeSize(em: max(1, Int(em)), cap: Int(em * ratio), hinted: false)
    }
    let exact = Int((Double(cap) * 64 / ratio).rounded())
    if cap <= Self.hintingLimit, hasOutlines, has("H") {
      // The hinter moves heights by up to a pixel: take the nearest size at which it gives the height.
      for step in 0..<24 {
        let candidate = exact + (step.isMultiple(of: 2) ? step / 2 : -(step + 1) / 2) * 8
        if hintedCap(em: candidate) == cap * 64 {
          return TypeSize(em: candidate, cap: cap * 64, hinted: true)
        }
      }
    }
    return TypeSize(em: exact, cap: cap * 64, hinted: false)
  }

  private func hintedCap(em: Int) -> Int {
    setSize(em)
    guard FT_Load_Char(face, FT_ULong(UInt8(ascii: "H")), flip_load_hinted) == 0 else { return 0 }
    var box = FT_BBox()
    FT_Outline_Get_BBox(&face.pointee.glyph.pointee.outline, &box)
    return box.yMax
  }
}
