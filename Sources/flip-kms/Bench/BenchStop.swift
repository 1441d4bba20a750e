import Glibc

/// The first signal that is to end the program, put off until what was measured so far is told. The second one
/// ends it at once: a frame may be long, and a driver may hang.
enum BenchStop {
  /// What came; 0 before.
  fileprivate nonisolated(unsafe) static var signal: Int32 = 0

  /// Whether one has come.
  static var isWanted: Bool { signal != 0 }

  /// From now on they are put off.
  static func watch() {
    // Here first, and not in the handler: what makes it may be no more than a handler may do.
    signal = 0
    var set = sigset_t()
    sigemptyset(&set)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      sigaction(number, nil, &action)
      // One that is ignored, as under nohup(1), stays so.
      if unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        == unsafeBitCast(SIG_IGN, to: Int.self)
      {
        continue
      }
      action = sigaction()
      action.__sigaction_handler.sa_handler = { BenchStop.signal = $0 }
      action.sa_flags = Int32(truncatingIfNeeded: UInt(SA_RESETHAND)) | SA_RESTART
      sigaction(number, &action, nil)
      sigaddset(&set, number)
    }
    // Whoever started us may have held them back.
    sigprocmask(SIG_UNBLOCK, &set, nil)
  }

  /// Ends the program by the signal that came, as whoever sent it expects.
  static func follow() {
    guard isWanted else { return }
    Glibc.signal(signal, SIG_DFL)
    raise(signal)
  }
}
