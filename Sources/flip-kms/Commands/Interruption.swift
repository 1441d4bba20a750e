import Glibc

/// Holds back the signals that end a program while a file is being written, so that the work can be
/// taken away before the program goes.
///
/// Standard output has nothing to take away, and there the signals come through as they are.
struct Interruption {
  private let held: [Int32]

  init(leaving name: String) {
    // One that is ignored, as under nohup(1), stays so: held back it would count as pending.
    held = name == "-" ? [] : [SIGINT, SIGTERM, SIGHUP].filter { !Interruption.isIgnored($0) }
    mask(SIG_BLOCK)
  }

  /// Whether one of them has come.
  var isPending: Bool {
    guard !held.isEmpty else { return false }
    var pending = sigset_t()
    sigpending(&pending)
    return held.contains { sigismember(&pending, $0) == 1 }
  }

  /// Lets the signal through: the program ends by it, as whoever sent it expects.
  func follow() { mask(SIG_UNBLOCK) }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    sigaction(signal, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private func mask(_ how: Int32) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in held { sigaddset(&set, signal) }
    sigprocmask(how, &set, nil)
  }
}
