/// How far a benchmark is, for who looks at a terminal: which board is measured, and how long it still takes.
///
/// It is asked between turns alone, as a terminal that draws takes part of what is measured.
final class BenchProgress {
  private var bar = Progress(interval: 0.5)
  /// Seconds that all of it may take, by guess: only their shares count.
  private let total: Double
  private var done = 0.0
  private var part = (name: "", seconds: 0.0)

  init(seconds: Double) { total = seconds }

  /// The next part begins.
  func begin(_ name: String, seconds: Double) {
    done += part.seconds
    part = (name, seconds)
    show(0)
  }

  /// Such a share of the part is done.
  func show(_ share: Double) {
    bar.show((done + part.seconds * min(share, 1)) / max(total, 1e-3), doing: part.name)
  }

  func clear() { bar.clear() }
}
