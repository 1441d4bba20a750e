import Glibc

/// A bar on standard error for work that takes a while; on a terminal alone.
struct Progress {
  private let total: Int
  private let isTerminal: Bool
  private let start: Double
  private var last: Double
  private var isShown = false

  /// Seconds before the bar appears, and between its changes.
  private static let patience = 0.5
  private static let interval = 0.1

  init(total: Int) {
    self.total = total
    isTerminal = total > 1 && isatty(STDERR_FILENO) == 1
    start = isTerminal ? Progress.now() : 0
    last = start
  }

  /// So many of `total` are done.
  mutating func show(_ done: Int) {
    guard isTerminal else { return }
    let now = Progress.now()
    guard now - start >= Progress.patience, now - last >= Progress.interval else { return }
    last = now
    isShown = true
    Progress.write("\r" + Progress.bar(done, of: total, seconds: now - start))
  }

  /// Takes the bar away, before a message or at the end.
  mutating func clear() {
    guard isShown else { return }
    isShown = false
    Progress.write("\r\u{1B}[K")
  }

  /// `[####      ]  40% 120/300, 6 s left`
  static func bar(_ done: Int, of total: Int, seconds: Double) -> String {
    let width = 30
    let filled = done * width / total
    let percent = String(done * 100 / total)
    let left = Int((seconds / Double(max(1, done)) * Double(total - done)).rounded(.up))
    return "[" + String(repeating: "#", count: filled) + String(repeating: " ", count: width - filled) + "] "
      + String(repeating: " ", count: 3 - percent.count)
      + "\(percent)% \(done)/\(total), \(left) s left \u{1B}[K"
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func write(_ text: String) {
    var text = text
    text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
