import FlipBoard
import Glibc

extension BenchPlot {
  /// A bar for each board: the median, faintly on to 99 of a hundred, and a mark at the floor. Times run
  /// from 1 µs in powers of ten, since the boards lie far apart.
  mutating func table() {
    let results = report.results
    let box = (x: 420.0, y: 190.0, width: 1010.0, height: 612.0)
    rect(box.x, box.y, box.width, box.height, Palette.panel)
    let slowest = results.map { $0.distribution(.frame).p99 }.max() ?? 1
    let decades = max(1, log10(max(slowest, 10)).rounded(.up))
    func x(_ value: Double) -> Double { box.x + max(0, log10(max(value, 1))) / decades * box.width }
    for decade in 0...Int(decades) {
      let value = pow(10, Double(decade))
      rect(x(value).rounded(), box.y, 1, box.height, Palette.line)
      text(BenchPlot.time(value, step: value), x(value), box.y + box.height + 30, 18, .middle, Palette.faint)
    }
    let tall = box.height / Double(results.count)
    for (index, result) in results.enumerated() {
      let frame = result.distribution(.frame)
      let top = box.y + Double(index) * tall
      let name = "\(result.name), \(result.size.width)×\(result.size.height)"
      text(name, box.x - 16, top + tall / 2 + 6, 19, .end, Palette.text)
      var faint = Palette.gpu
      faint.alpha = 90
      rect(box.x, top + tall * 0.2, x(frame.p99) - box.x, tall * 0.6, faint)
      rect(box.x, top + tall * 0.2, x(frame.median) - box.x, tall * 0.6, Palette.gpu)
      if let floor = result.floor?.distribution(.frame) {
        rect(x(floor.median) - 1.5, top + tall * 0.1, 3, tall * 0.8, Palette.floor)
      }
      text(BenchPlot.time(frame.median), box.x + box.width + 14, top + tall / 2 + 6, 19, .start, Palette.text)
    }
    rect(box.x, 864, 18, 14, Palette.gpu)
    text("median frame, faintly on to 99 %", box.x + 28, 878, 20, .start, Palette.text)
    rect(box.x + 330, 862, 3, 18, Palette.floor)
    text("floor: the same pixels, drawn as cheaply as can be", box.x + 344, 878, 20, .start, Palette.text)
  }
}
