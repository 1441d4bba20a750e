import CLinux
import Glibc

/// One place where the program waits: for files that have something to say, each with what to do then.
///
/// One thread. What is done never waits by itself. Counts its wakeups, the measure of idleness.
final class EventLoop {
  private let poll: Int32
  private var handlers: [Int32: () throws(Failure) -> Void] = [:]
  private var ready = [Int32](repeating: -1, count: 16)
  private var isDone = false
  /// Called after each round, when all that woke us has been dealt with.
  var afterRound: (() throws(Failure) -> Void)?
  /// How often the wait ended.
  private(set) var wakeups = 0

  init() throws(Failure) {
    poll = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard poll >= 0 else { throw Failure(.software, "epoll_create1: \(describe(errno))") }
  }

  deinit { close(poll) }

  /// Calls `handler` whenever the file can be read. A file is watched once.
  func watch(_ fileDescriptor: Int32, _ handler: @escaping () throws(Failure) -> Void) throws(Failure) {
    let code = flip_poll_add(poll, fileDescriptor)
    // A plain file cannot be polled (EPERM): it is always ready, which is no event.
    guard code == 0 else { throw Failure(.software, "epoll_ctl: \(describe(code))") }
    handlers[fileDescriptor] = handler
  }

  /// Forgets a file; to be called before it is closed.
  func forget(_ fileDescriptor: Int32) {
    guard handlers.removeValue(forKey: fileDescriptor) != nil else { return }
    _ = flip_poll_remove(poll, fileDescriptor)
  }

  /// Ends `run` after this round.
  func stop() { isDone = true }

  func run() throws(Failure) {
    try afterRound?()
    while !isDone {
      let count = ready.withUnsafeMutableBufferPointer { flip_poll_wait(poll, -1, $0.baseAddress) }
      if count == -EINTR { continue }
      guard count >= 0 else { throw Failure(.software, "epoll_wait: \(describe(-count))") }
      wakeups += 1
      for place in 0..<Int(count) {
        // A handler before it may have let go of this one.
        try handlers[ready[place]]?()
      }
      try afterRound?()
    }
  }
}
