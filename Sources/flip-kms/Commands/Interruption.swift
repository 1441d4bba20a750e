import Glibc

/// Holds back the signals that end a program while a file is being written, so that the work can be
/// taken away before the program goes.
///
/// Standard output has nothing to take away, and there the signals come through as they are.
struct Interruption {
  private let held: Bool

  init(leaving name: String) {
    held = name != "-"
    if held { Interruption.mask(SIG_BLOCK) }
  }

  /// Whether one of them has come.
  var isPending: Bool {
    guard held else { return false }
    var pending = sigset_t()
    sigpending(&pending)
    return Interruption.signals.contains { sigismember(&pending, $0) == 1 }
  }

  /// Lets the signal through: the program ends by it, as whoever sent it expects.
  func follow() { Interruption.mask(SIG_UNBLOCK) }

  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  private static func mask(_ how: Int32) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    sigprocmask(how, &set, nil)
  }
}
