import FlipBoard

/// Which source pixels a row or column of the target is made of.
///
/// Made smaller, each target pixel is the mean of the area that it covers. Made larger, it is read by a
/// smooth curve through the nearest four. At the picture's own edges a target pixel that it covers in
/// part gets that part.
struct ResamplingAxis {
  /// For each target pixel its first source pixel, and how much it takes of that and of the next ones.
  private(set) var first: [Int] = []
  private(set) var weights: [[Float]] = []

  /// The picture's `source` pixels stand from `start` on, `length` wide, on `target` pixels.
  init(source: Int, target: Int, start: Double, length: Double) {
    let step = Double(source) / length
    for pixel in 0..<target {
      let from = (Double(pixel) - start) * step
      let low = max(0, from)
      let high = min(Double(source), from + step)
      guard high > low else {
        first.append(0)
        weights.append([])
        continue
      }
      if step >= 1 {
        let index = Int(low)
        let last = min(source - 1, Int(high.rounded(.up)) - 1)
        first.append(index)
        weights.append(
          (index...max(index, last)).map {
            Float((min(high, Double($0 + 1)) - max(low, Double($0))) / step)
          })
      } else {
        let covered = (high - low) / step
        let centre = min(max((low + high) / 2 - 0.5, 0), Double(source - 1))
        let index = Int(centre)
        // What would lie beyond the edge is the edge.
        let start = min(max(index - 1, 0), max(0, source - 4))
        var taps = [Float](repeating: 0, count: min(4, source))
        for tap in index - 1...index + 2 {
          let weight = Self.mitchell(Double(tap) - centre) * covered
          taps[min(max(tap, 0), source - 1) - start] += Float(weight)
        }
        first.append(start)
        weights.append(taps)
      }
    }
  }

  /// Mitchell and Netravali's cubic with B = C = 1/3 (Reconstruction Filters in Computer Graphics, 1988):
  /// neither stairs nor rings.
  private static func mitchell(_ distance: Double) -> Double {
    let x = distance.magnitude
    if x < 1 { return (7 * x * x * x - 12 * x * x + 16.0 / 3) / 6 }
    if x < 2 { return (-7.0 / 3 * x * x * x + 12 * x * x - 20 * x + 32.0 / 3) / 6 }
    return 0
  }
}

extension Raster {
  /// The picture scaled into a rectangle (x, y from the top left, in pixels and parts of them) of a
  /// bitmap that is clear elsewhere. The means are of light, with alpha multiplied in.
  func scaled(
    to size: Size, x: Double = 0, y: Double = 0, width: Double? = nil, height: Double? = nil
  ) -> Bitmap {
    let across = ResamplingAxis(
      source: self.width, target: size.width, start: x, length: width ?? Double(size.width))
    let down = ResamplingAxis(
      source: self.height, target: size.height, start: y, length: height ?? Double(size.height))
    var output = [UInt8](repeating: 0, count: size.width * size.height * 4)
    var line = [SIMD4<Float>](repeating: .zero, count: self.width)
    // Neighbouring rows of the target share at most four rows of the source.
    var kept = [[SIMD4<Float>]](repeating: Array(repeating: .zero, count: size.width), count: 4)
    var keptRows = [-1, -1, -1, -1]
    var sums = [SIMD4<Float>](repeating: .zero, count: size.width)
    for row in 0..<size.height where !down.weights[row].isEmpty {
      for i in 0..<size.width { sums[i] = .zero }
      for (offset, weight) in down.weights[row].enumerated() {
        let source = down.first[row] + offset
        let slot = source & 3
        if keptRows[slot] != source {
          decode(row: source, into: &line)
          Self.narrow(line, by: across, into: &kept[slot])
          keptRows[slot] = source
        }
        for i in 0..<size.width { sums[i] += kept[slot][i] * weight }
      }
      Self.encode(sums, into: &output, at: row * size.width * 4)
    }
    return Bitmap(size: size, format: .rgba, pixels: output)
  }

  private static func narrow(
    _ line: [SIMD4<Float>], by axis: ResamplingAxis, into narrowed: inout [SIMD4<Float>]
  ) {
    for i in narrowed.indices {
      var sum = SIMD4<Float>.zero
      let first = axis.first[i]
      for (offset, weight) in axis.weights[i].enumerated() { sum += line[first + offset] * weight }
      narrowed[i] = sum
    }
  }

  private static func encode(_ sums: [SIMD4<Float>], into output: inout [UInt8], at start: Int) {
    var at = start
    for sum in sums {
      let alpha = Int((min(max(sum.w, 0), 1) * 255).rounded())
      if alpha > 0 {
        for channel in 0..<3 {
          output[at + channel] = UInt8(
            (Int(LinearLight.encoded(sum[channel] / sum.w)) * alpha + 127) / 255)
        }
        output[at + 3] = UInt8(alpha)
      }
      at += 4
    }
  }
}
