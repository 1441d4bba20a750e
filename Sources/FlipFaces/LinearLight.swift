import Glibc

/// sRGB's encoding of light, IEC 61966-2-1, as tables.
enum LinearLight {
  /// Light, 0 to 1, for each encoded value.
  static let decoded: [Float] = (0...255).map { value in
    let encoded = Double(value) / 255
    return Float(encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4))
  }

  /// So fine that where the curve is steepest (12.92 near black) a step is a fifth of an encoded
  /// value: what is decoded and encoded again is the same.
  private static let steps = 16384

  private static let encodedTable: [UInt8] = (0...steps).map { step in
    let light = Double(step) / Double(steps)
    let encoded = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    return UInt8((encoded * 255).rounded())
  }

  /// The encoded value of light, 0 to 1; what lies outside is clipped.
  static func encoded(_ light: Float) -> UInt8 {
    encodedTable[Int((min(max(light, 0), 1) * Float(steps)).rounded())]
  }
}
