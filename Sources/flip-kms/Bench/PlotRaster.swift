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
    // Capitals of this font are 0.711 em high; the typesetter makes them so much of a face's height, and
    // sets them in its middle.
    let capital = em * 0.711
    let height = Int((capital / 0.62).rounded())
    let box = Size(width: Int(em) * (words.count + 2), height: height)
    guard let bitmap = try? letters?.separator(Face(words), size: box), bitmap.format == .coverage else {
      return
    }
    func hasInk(_ column: Int) -> Bool {
      (0..<box.height).contains { bitmap.pixels[$0 * box.width + column] > 0 }
    }
    guard let first = (0..<box.width).first(where: hasInk), let last = (0..<box.width).last(where: hasInk)
    else { return }
    let width = last + 1 - first
    let left: Int
    switch anchor {
    case .start: left = Int(x.rounded())
    case .middle: left = Int((x - Double(width) / 2).rounded())
    case .end: left = Int(x.rounded()) - width
    }
    let top = Int((y - (Double(height) + capital) / 2).rounded())
    for row in 0..<box.height {
      for column in first...last {
        let ink = bitmap.pixels[row * box.width + column]
        if ink > 0 { blend(left + column - first, top + row, color, Double(ink) / 255) }
      }
    }
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
