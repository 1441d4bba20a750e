import FlipBoard

extension SetText {
  /// Rasterises into a bitmap of exactly `size` pixels: coverage where all is ink; where a glyph has
  /// colours of its own, those, and `ink` for the rest.
  func bitmap(size: Size, baseline: Double, ink: Color, library: FontLibrary) -> Bitmap {
    let coverage = coverage(size: size, baseline: baseline, library: library)
    guard !pictures.isEmpty else { return coverage }
    var whole = coverage.colored(ink)
    for picture in pictures where !picture.box.isEmpty {
      let raster = Raster(
        width: picture.width, height: picture.height, pixels: picture.pixels, isPremultiplied: true)
      whole.lay(
        raster.scaled(
          to: size, x: Double(picture.box.left) / 64, y: baseline - Double(picture.box.top) / 64,
          width: Double(picture.box.width) / 64, height: Double(picture.box.height) / 64))
    }
    return whole
  }

  private func coverage(size: Size, baseline: Double, library: FontLibrary) -> Bitmap {
    let count = size.width * size.height
    var ink = [UInt8](repeating: 0, count: count)
    for (i, layer) in layers.enumerated() {
      if i == 0 {
        layer.fill(&ink, size: size, baseline: baseline, library: library)
      } else {
        var other = [UInt8](repeating: 0, count: count)
        layer.fill(&other, size: size, baseline: baseline, library: library)
        // By pointers, so that the compiler takes many pixels at once.
        ink.withUnsafeMutableBufferPointer { ink in
          other.withUnsafeBufferPointer { other in
            for p in 0..<count { ink[p] = max(ink[p], other[p]) }
          }
        }
      }
    }
    return Bitmap(size: size, format: .coverage, pixels: ink)
  }
}

extension Bitmap {
  /// Coverage as a picture in one colour.
  fileprivate func colored(_ color: Color) -> Bitmap {
    var result = Bitmap(
      size: size, format: .rgba, pixels: [UInt8](repeating: 0, count: size.width * size.height * 4))
    for (i, coverage) in pixels.enumerated() where coverage > 0 {
      let alpha = (Int(coverage) * Int(color.alpha) + 127) / 255
      result.pixels[i * 4] = UInt8((Int(color.red) * alpha + 127) / 255)
      result.pixels[i * 4 + 1] = UInt8((Int(color.green) * alpha + 127) / 255)
      result.pixels[i * 4 + 2] = UInt8((Int(color.blue) * alpha + 127) / 255)
      result.pixels[i * 4 + 3] = UInt8(alpha)
    }
    return result
  }

  /// Lays another picture of the same size over this one.
  fileprivate mutating func lay(_ upper: Bitmap) {
    for i in stride(from: 0, to: pixels.count, by: 4) where upper.pixels[i + 3] > 0 {
      let clear = 255 - Int(upper.pixels[i + 3])
      for c in i..<i + 4 {
        pixels[c] = UInt8(min(255, Int(upper.pixels[c]) + (Int(pixels[c]) * clear + 127) / 255))
      }
    }
  }
}
