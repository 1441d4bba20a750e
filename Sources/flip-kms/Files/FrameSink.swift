import FlipBoard

/// Where rendered frames go.
protocol FrameSink: AnyObject {
  /// Adds a frame: rows from the top, four bytes a pixel (red, green, blue, and one that is not read).
  /// `index` counts from 0; all frames have one size.
  func add(_ rgba: UnsafeRawBufferPointer, size: Size, index: Int) throws(FileError)

  /// Puts the whole output under its name.
  func finish() throws(FileError)

  /// Gives up: nothing is left under the name, nor beside it. Files of a series that were whole stay.
  func abandon()
}

/// Frames a second as a fraction.
struct FrameRate: Hashable {
  var numerator: Int
  var denominator: Int

  /// The nearest fraction over 1, 1001 or 1000: 30, 29.97 (30000/1001), 12.5 (25/2).
  init(_ rate: Double) {
    let broadcast = (rate * 1.001).rounded()
    if rate == rate.rounded() {
      (numerator, denominator) = (Int(rate), 1)
    } else if (broadcast / 1.001 - rate).magnitude < 0.001 {
      (numerator, denominator) = (Int(broadcast) * 1000, 1001)
    } else {
      let thousandths = max(1, Int((rate * 1000).rounded()))
      let divisor = Self.greatestCommonDivisor(thousandths, 1000)
      (numerator, denominator) = (thousandths / divisor, 1000 / divisor)
    }
  }

  /// When a frame starts, in milliseconds from the first.
  func milliseconds(_ index: Int) -> Int { (index * denominator * 2000 + numerator) / (numerator * 2) }

  private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    b == 0 ? a : greatestCommonDivisor(b, a % b)
  }
}

extension OutputFormat {
  /// Opens what takes the frames; nil for `scene`, which has none.
  ///
  /// The files of a series are opened one by one as their frames come, every other output at once.
  func makeFrameSink(name: String, rate: FrameRate) throws(FileError) -> (any FrameSink)? {
    switch self {
    case .image(let path): try ImageSink(path: path)
    case .series(let series): SeriesSink(name: series)
    case .animation: try AnimationSink(path: name, rate: rate)
    case .video: try VideoSink(path: name, rate: rate)
    case .scene: nil
    }
  }
}
