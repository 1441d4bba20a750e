import FlipBoard

extension SetText {
  /// Rasterises into a bitmap of exactly `size` pixels: coverage where all is ink.
  func bitmap(size: Size, baseline: Double, library: FontLibrary) -> Bitmap? {
    let count = size.width * size.height
    var ink = [UInt8](repeating: 0, count: count)
    for (i, layer) in layers.enumerated() {
      if i == 0 {
        _ = layer.fill(&ink, width: size.width, height: size.height, baseline: baseline, library: library)
        continue
      }
      var other = [UInt8](repeating: 0, count: count)
      _ = layer.fill(&other, width: size.width, height: size.height, baseline: baseline, library: library)
      for p in 0..<count { ink[p] = max(ink[p], other[p]) }
    }
    return Bitmap(size: size, format: .coverage, pixels: ink)
  }
}
