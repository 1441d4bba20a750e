import FlipBoard

/// What a plot is made of, in pixels from the top left, later ones over earlier ones.
enum PlotShape: Equatable, Sendable {
  case rect(x: Double, y: Double, width: Double, height: Double, Color)
  /// One line of text; `y` is its baseline, `size` the font's in pixels.
  case text(String, x: Double, y: Double, size: Double, Anchor, Color)

  /// Which end of a text is at its place.
  enum Anchor: String, Equatable, Sendable {
    case start
    case middle
    case end
  }
}

/// A picture of shapes, and the file it goes to.
struct Plot: Equatable, Sendable {
  var size: Size
  var shapes: [PlotShape] = []

  /// The plot as SVG 1.1.
  var svg: String {
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(size.width)" height="\(size.height)" \
      viewBox="0 0 \(size.width) \(size.height)" font-family="Roboto Condensed, Roboto, sans-serif">

      """
    for shape in shapes {
      switch shape {
      case .rect(let x, let y, let width, let height, let color):
        text +=
          "<rect x=\"\(decimals(x, 2))\" y=\"\(decimals(y, 2))\" width=\"\(decimals(width, 2))\" "
          + "height=\"\(decimals(height, 2))\" \(Plot.fill(color))/>\n"
      case .text(let words, let x, let y, let size, let anchor, let color):
        text +=
          "<text x=\"\(decimals(x, 2))\" y=\"\(decimals(y, 2))\" font-size=\"\(decimals(size, 0))\" "
          + "text-anchor=\"\(anchor.rawValue)\" \(Plot.fill(color))>\(Plot.escaped(words))</text>\n"
      }
    }
    return text + "</svg>\n"
  }

  private static func fill(_ color: Color) -> String {
    let channels = "\(color.red),\(color.green),\(color.blue)"
    let opacity = color.alpha == 255 ? "" : " fill-opacity=\"\(decimals(Double(color.alpha) / 255, 3))\""
    return "fill=\"rgb(\(channels))\"\(opacity)"
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.printable {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
    return result
  }
}

/// Where a plot goes, by the name's ending.
struct PlotFile {
  private let file: OutputFile
  private let isPNG: Bool

  /// Opens it, so that a folder that cannot be written fails before anything is measured.
  ///
  /// - Throws: 64 for an ending that is neither, 74 where it cannot be written.
  init(name: String) throws(Failure) {
    isPNG = name.lowercased().hasSuffix(".png")
    guard isPNG || name.lowercased().hasSuffix(".svg") else {
      throw Failure(.usage, "-o: \(name.quoted) ends neither in .png nor in .svg")
    }
    file = try writing { () throws(FileError) in try OutputFile(path: name) }
  }

  /// - Throws: 74 where it cannot be written.
  func write(_ plot: Plot) throws(Failure) {
    var bytes = Array(plot.svg.utf8)
    if isPNG {
      let raster = PlotRaster(plot)
      bytes = try writing { () throws(FileError) in
        var encoder = PNGEncoder()
        var encoded: Result<[UInt8], FileError> = .success([])
        raster.pixels.withUnsafeBytes { pixels in
          do throws(FileError) {
            encoded = .success(Array(try encoder.encode(pixels, size: plot.size, path: file.path)))
          } catch {
            encoded = .failure(error)
          }
        }
        switch encoded {
        case .success(let bytes): return bytes
        case .failure(let error): throw error
        }
      }
    }
    try writing { () throws(FileError) in
      try file.write(bytes)
      try file.commit()
    }
  }
}
