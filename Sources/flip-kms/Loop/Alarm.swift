import CLinux
import FlipBoard
import Glibc

/// Goes off once, at an instant of a clock. Setting it to where it stands already costs no system call.
final class Alarm {
  enum Clock { case wall, monotonic }

  private let file: Int32
  private let clock: Clock
  private var target: Int64 = 0
  private let loop: EventLoop

  /// - Parameters:
  ///   - clock: `wall` also goes off at once when somebody sets the system's clock.
  init(
    _ clock: Clock, on loop: EventLoop, action: @escaping () throws(Failure) -> Void
  ) throws(Failure) {
    let id = clock == .wall ? CLOCK_REALTIME : CLOCK_MONOTONIC
    let file = timerfd_create(id, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
    guard file >= 0 else { throw Failure(.software, "timerfd_create: \(describe(errno))") }
    self.file = file
    self.clock = clock
    self.loop = loop
    try loop.watch(file) { [weak self] () throws(Failure) in
      guard let self else { return }
      var count: UInt64 = 0
      let length = read(file, &count, 8)
      // ECANCELED is how the clock's being set is told (timerfd_create(2)).
      let wasSet = length < 0 && errno == ECANCELED
      guard length == 8 || wasSet else { return }
      self.target = 0
      try action()
    }
  }

  deinit {
    loop.forget(file)
    close(file)
  }

  /// Sets it, in nanoseconds of its clock; nil stops it. An instant that is past goes off at once.
  func set(_ instant: Int64?) {
    // Zero would stop it, and before 1970 there is no time to wait for.
    let wanted = instant.map { max(1, $0) } ?? 0
    guard wanted != target else { return }
    target = wanted
    _ = flip_timer_set(file, wanted, clock == .wall && wanted != 0 ? 1 : 0)
  }

  var isSet: Bool { target != 0 }
}

/// The system's clocks, in nanoseconds.
enum SystemClock {
  static var wall: Int64 { read(CLOCK_REALTIME) }
  static var monotonic: Int64 { read(CLOCK_MONOTONIC) }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// What to add to the monotonic clock to have the wall's, read so that both belong together.
  static var wallMinusMonotonic: Int64 {
    let before = monotonic
    let wall = wall
    let after = monotonic
    return wall - (before + (after - before) / 2)
  }
}
