import FlipBoard

/// The plot of a benchmark: each frame's time over the run, and beside it how the times spread. Of several
/// boards, a bar for each.
struct BenchPlot {
  static let size = Size(width: 1600, height: 900)

  enum Palette {
    static let background = Color(red: 0x12, green: 0x15, blue: 0x1A)
    static let panel = Color(red: 0x1A, green: 0x1E, blue: 0x25)
    static let line = Color(red: 0xFF, green: 0xFF, blue: 0xFF, alpha: 22)
    static let text = Color(red: 0xF2, green: 0xF0, blue: 0xEA)
    static let faint = Color(red: 0x93, green: 0x9B, blue: 0xA8)
    static let scene = Color(red: 0xE8, green: 0x6A, blue: 0x5C)
    static let submit = Color(red: 0xF2, green: 0xB1, blue: 0x4A)
    static let gpu = Color(red: 0x3F, green: 0xA7, blue: 0xA0)
    static let readback = Color(red: 0x8A, green: 0x7C, blue: 0xD8)
    static let floor = Color(red: 0xF2, green: 0xF0, blue: 0xEA, alpha: 190)
  }

  private(set) var plot = Plot(size: BenchPlot.size)
  let report: BenchReport

  init(_ report: BenchReport) {
    self.report = report
    rect(0, 0, 1600, 900, Palette.background)
    text("flip-kms bench", 64, 80, 40, .start, Palette.text)
    // Beside them stand the figures of one board, up to four.
    let room = report.results.count > 1 ? 147 : report.results[0].floor == nil ? 105 : 74
    for (words, y) in [(report.driver.renderer, 118.0), (report.driver.version, 146)] {
      text(words.count > room ? words.prefix(room - 1) + "…" : words, 64, y, 20, .start, Palette.faint)
    }
    if report.results.count == 1 { one(report.results[0]) } else { table() }
  }

  mutating func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: Color) {
    plot.shapes.append(.rect(x: x, y: y, width: width, height: height, color))
  }

  mutating func text(
    _ words: String, _ x: Double, _ y: Double, _ size: Double, _ anchor: PlotShape.Anchor, _ color: Color
  ) {
    plot.shapes.append(.text(words, x: x, y: y, size: size, anchor, color))
  }

  /// A large number and what it is, at the top right.
  mutating func figure(_ number: String, _ meaning: String, right: Double) {
    text(number, right, 92, 44, .end, Palette.text)
    text(meaning, right, 122, 20, .end, Palette.faint)
  }

  static func color(_ stage: BenchResult.Stage) -> Color {
    switch stage {
    case .scene: Palette.scene
    case .submit: Palette.submit
    case .readback: Palette.readback
    default: Palette.gpu
    }
  }

  /// Steps of 1, 2 or 5 times a power of ten, at most so many to the top.
  static func step(to top: Double, atMost count: Int) -> Double {
    var step = 1e-3
    while true {
      for factor in [1.0, 2, 5] where top / (step * factor) <= Double(count) { return step * factor }
      step *= 10
      if step > 1e12 { return step }
    }
  }

  /// Microseconds, in milliseconds where that reads better.
  static func time(_ value: Double, step: Double) -> String {
    if step >= 1000 { return decimals(value / 1000, 0) + " ms" }
    if step >= 100 { return decimals(value / 1000, 1) + " ms" }
    return decimals(value, step < 1 ? 1 : 0) + " µs"
  }

  /// A power of ten of microseconds, in the unit that makes it shortest.
  static func decade(_ power: Int) -> String {
    func tens(_ count: Int) -> String { "1" + String(repeating: "0", count: count) }
    return power < 0
      ? decimals(1 / (Double(tens(-power)) ?? 1), -power) + " µs"
      : power < 3 ? tens(power) + " µs" : power < 6 ? tens(power - 3) + " ms" : tens(power - 6) + " s"
  }

  /// A time for itself, with three digits that matter.
  static func time(_ value: Double) -> String {
    if value >= 1000 { return decimals(value / 1000, value >= 100_000 ? 0 : value >= 10_000 ? 1 : 2) + " ms" }
    return decimals(value, value >= 100 ? 0 : 1) + " µs"
  }
}
