/// A decoded picture: red, green, blue, alpha, 8 bits each, sRGB; rows from the top.
struct Raster {
  var width: Int
  var height: Int
  var pixels: [UInt8]
  /// Whether alpha is multiplied in, in the encoding, not in light.
  var isPremultiplied = false

  /// One row as light with alpha multiplied in.
  func decode(row: Int, into line: inout [SIMD4<Float>]) {
    let table = LinearLight.decoded
    var at = row * width * 4
    for x in 0..<width {
      let alpha = Int(pixels[at + 3])
      if alpha == 0 {
        line[x] = .zero
      } else {
        var r = Int(pixels[at])
        var g = Int(pixels[at + 1])
        var b = Int(pixels[at + 2])
        if isPremultiplied, alpha < 255 {
          r = min(255, (r * 255 + alpha / 2) / alpha)
          g = min(255, (g * 255 + alpha / 2) / alpha)
          b = min(255, (b * 255 + alpha / 2) / alpha)
        }
        let share = Float(alpha) / 255
        line[x] = SIMD4(table[r] * share, table[g] * share, table[b] * share, share)
      }
      at += 4
    }
  }
}
