import CLinux
import Glibc

/// A bar on standard error for work that takes a while; on a terminal alone.
struct Progress {
  private let isTerminal: Bool
  private let start: Double
  private var last: Double
  private var isShown = false

  private let interval: Double

  /// Seconds before the bar appears.
  private static let patience = 0.5

  /// - Parameters:
  ///   - isLong: whether there is enough to do that a bar is worth it.
  ///   - interval: seconds between its changes.
  init(isLong: Bool = true, interval: Double = 0.1) {
    self.interval = interval
    isTerminal = isLong && isatty(STDERR_FILENO) == 1
    start = isTerminal ? Progress.now() : 0
    last = start
  }

  /// So many of `total` are done.
  mutating func show(_ done: Int, of total: Int) {
    show { Progress.bar(done, of: total, seconds: $0) }
  }

  /// Such a share of the work is done, and this is being done.
  mutating func show(_ share: Double, doing what: String) {
    show { Progress.bar(share, doing: what, seconds: $0) }
  }

  private mutating func show(_ bar: (Double) -> String) {
    guard isTerminal else { return }
    let now = Progress.now()
    guard now - start >= Progress.patience, now - last >= interval else { return }
    last = now
    isShown = true
    let columns = Int(flip_terminal_columns(STDERR_FILENO))
    // A bar that went on into the next line would stay there.
    let line = bar(now - start).prefix(columns > 0 ? columns - 1 : 79)
    Progress.write("\r\(line)\u{1B}[K")
  }

  /// Takes the bar away, before a message or at the end.
  mutating func clear() {
    guard isShown else { return }
    isShown = false
    Progress.write("\r\u{1B}[K")
  }

  /// `[####      ]  40% 120/300, 6 s left`
  static func bar(_ done: Int, of total: Int, seconds: Double) -> String {
    let left = Int((seconds / Double(max(1, done)) * Double(total - done)).rounded(.up))
    return bar(done * 30 / total, of: 30, percent: done * 100 / total) + " \(done)/\(total), \(left) s left"
  }

  /// `[####      ]  40% 6x22 rolling, 1920x1080, 6 s left`
  static func bar(_ share: Double, doing what: String, seconds: Double) -> String {
    let share = min(max(share, 0), 1)
    let head = bar(Int(share * 16), of: 16, percent: Int(share * 100)) + " " + what
    // From next to nothing, nothing follows.
    guard share >= 0.01 else { return head }
    return head + ", \(Int((seconds / share * (1 - share)).rounded(.up))) s left"
  }

  private static func bar(_ filled: Int, of width: Int, percent: Int) -> String {
    let percent = String(percent)
    return "[" + String(repeating: "#", count: filled) + String(repeating: " ", count: width - filled) + "] "
      + String(repeating: " ", count: 3 - percent.count) + percent + "%"
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
