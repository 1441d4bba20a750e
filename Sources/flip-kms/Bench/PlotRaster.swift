import FlipBoard
import FlipFaces

/// A plot as pixels: red, green, blue, alpha. Rectangles are smooth at fractions of a pixel; text comes from
/// the font that faces come from, and lacks where that is not installed.
struct PlotRaster {
  private(set) var pixels: [UInt8]
  private let size: Size
  private let letters: FaceStore?

  init(_ plot: Plot) {
    size = plot.size
    pixels = [UInt8](repeating: 255, count: size.width * size.height * 4)
    letters = (try? FaceStore(font: "Roboto Condensed")) ?? (try? FaceStore())
    for shape in plot.shapes {
      switch shape {
      case .rect(let x, let y, let width, let height, let color):
        fill(x, y, x + width, y + height, color)
      case .text(let words, let x, let y, let size, let anchor, let color):
        write(words, x, y, size, anchor, color)
      }
    }
  }

  private mutating func fill(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double, _ color: Color)
  {
    let (x0, x1) = (max(0, Int(left.rounded(.down))), min(size.width, Int(right.rounded(.up))))
    let (y0, y1) = (max(0, Int(top.rounded(.down))), min(size.height, Int(bottom.rounded(.up))))
    guard x0 < x1, y0 < y1 else { return }
    for y in y0..<y1 {
      let tall = min(bottom, Double(y + 1)) - max(top, Double(y))
      for x in x0..<x1 {
        let wide = min(right, Double(x + 1)) - max(left, Double(x))
        blend(x, y, color, wide * tall)
      }
    }
  }

  private mutating func write(
    _ words: String, _ x: Double, _ y: Double, _ em: Double, _ anchor: PlotShape.Anchor, _ color: Color
  ) {
    guard let text = ink(words, em), let letter = ink("H", em) else { return }
    let width = text.columns.count
    let left: Int
    switch anchor {
    case .start: left = Int(x.rounded())
    case .middle: left = Int((x - Double(width) / 2).rounded())
    case .end: left = Int(x.rounded()) - width
    }
    let top = Int(y.rounded()) - letter.bottom
    let bitmap = text.bitmap
    for row in 0..<bitmap.size.height {
      for column in text.columns {
        let ink = bitmap.pixels[row * bitmap.size.width + column]
        if ink > 0 { blend(left + column - text.columns.lowerBound, top + row, color, Double(ink) / 255) }
      }
    }
  }

  /// Words as coverage, the columns in which they have ink, and the row below the last one with ink.
  ///
  /// The typesetter moves a text whose letters go deep, so all are set with such a letter behind them: they
  /// stand on the same row.
  private func ink(_ words: String, _ em: Double) -> (bitmap: Bitmap, columns: Range<Int>, bottom: Int)? {
    // Capitals of this font are 0.711 em high; the typesetter makes them so much of a face's height.
    let box = Size(width: Int(em) * (words.count + 4), height: Int((em * 0.711 / 0.62).rounded()))
    guard let bitmap = try? letters?.separator(Face(words + " g"), size: box), bitmap.format == .coverage
    else { return nil }
    func hasInk(_ column: Int) -> Bool {
      (0..<box.height).contains { bitmap.pixels[$0 * box.width + column] > 0 }
    }
    let inked = (0..<box.width).map(hasInk)
    guard let behind = inked.lastIndex(of: true), let gap = inked[..<behind].lastIndex(of: false),
      let last = inked[..<gap].lastIndex(of: true), let first = inked.firstIndex(of: true)
    else { return nil }
    let lowest = (0..<box.height).last { row in
      (first...last).contains { bitmap.pixels[row * box.width + $0] > 127 }
    }
    return (bitmap, first..<last + 1, (lowest ?? box.height - 1) + 1)
  }

  private mutating func blend(_ x: Int, _ y: Int, _ color: Color, _ coverage: Double) {
    guard x >= 0, y >= 0, x < size.width, y < size.height else { return }
    let share = coverage * Double(color.alpha) / 255
    let place = (y * size.width + x) * 4
    func mix(_ under: UInt8, _ over: UInt8) -> UInt8 {
      UInt8((Double(under) * (1 - share) + Double(over) * share).rounded())
    }
    pixels[place] = mix(pixels[place], color.red)
    pixels[place + 1] = mix(pixels[place + 1], color.green)
    pixels[place + 2] = mix(pixels[place + 2], color.blue)
  }
}
