import FlipBoard
import Glibc

extension BenchPlot {
  /// A bar for each board: the median, faintly on to 99 of a hundred, and a mark at the floor. Times run
  /// in powers of ten, since the boards lie far apart.
  mutating func table() {
    let results = report.results
    let box = (x: 420.0, y: 190.0, width: 960.0, height: 612.0)
    rect(box.x, box.y, box.width, box.height, Palette.panel)
    let frames = results.map { $0.distribution(.frame) }
    let least = frames.map(\.median).min() ?? 1
    let first = Int(log10(min(max(least, 0.1), 1)).rounded(.down))
    let last = max(first + 1, Int(log10(max(frames.map(\.p99).max() ?? 1, 1)).rounded(.up)))
    func x(_ value: Double) -> Double {
      let power = log10(max(value, 1e-9)) - Double(first)
      return box.x + max(0, power) / Double(last - first) * box.width
    }
    for power in first...last {
      let line = box.x + Double(power - first) / Double(last - first) * box.width
      rect(min(line.rounded(), box.x + box.width - 1), box.y, 1, box.height, Palette.line)
      text(BenchPlot.decade(power), line, box.y + box.height + 30, 17, .middle, Palette.faint)
    }
    text("median", box.x + box.width + 14, box.y - 12, 17, .start, Palette.faint)
    if results.contains(where: { $0.floor != nil }) {
      text("/ floor", 1536, box.y - 12, 17, .end, Palette.faint)
    }
    rows(frames, top: box.y, height: box.height, left: box.x, right: box.x + box.width, x)
    legend(left: box.x)
  }

  /// The bars, those of one size close together.
  private mutating func rows(
    _ frames: [Distribution], top: Double, height: Double, left: Double, right: Double,
    _ x: (Double) -> Double
  ) {
    let results = report.results
    let breaks = zip(results, results.dropFirst()).count { $0.size != $1.size }
    let tall = height / (Double(results.count) + Double(breaks) * 0.5)
    let bar = min(tall * 0.62, 36)
    var middle = top + tall / 2
    for (index, result) in results.enumerated() {
      if index > 0 { middle += result.size == results[index - 1].size ? tall : tall * 1.5 }
      let frame = frames[index]
      let name = "\(result.name), \(result.size.width)×\(result.size.height)"
      text(name, left - 16, middle + 6, 19, .end, Palette.text)
      var faint = Palette.gpu
      faint.alpha = 90
      rect(left, middle - bar / 2, x(frame.p99) - left, bar, faint)
      rect(left, middle - bar / 2, x(frame.median) - left, bar, Palette.gpu)
      if let floor = result.floor?.distribution(.frame) {
        rect(max(left, x(floor.median) - 1.5), middle - bar * 0.66, 3, bar * 1.32, Palette.floor)
      }
      text(BenchPlot.time(frame.median), right + 14, middle + 6, 19, .start, Palette.text)
      if let ratio = result.ratio(.frame, over: \.floor) {
        text(decimals(ratio.value, 2) + "×", 1536, middle + 6, 19, .end, Palette.faint)
      }
    }
  }

  private mutating func legend(left: Double) {
    rect(left, 864, 18, 14, Palette.gpu)
    text("median frame, faintly on to 99 %", left + 28, 878, 20, .start, Palette.text)
    rect(left + 330, 862, 3, 18, Palette.floor)
    text("floor: the same pixels, drawn as cheaply as can be", left + 344, 878, 20, .start, Palette.text)
  }
}
