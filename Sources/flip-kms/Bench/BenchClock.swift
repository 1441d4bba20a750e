import Glibc

/// The clocks of a benchmark, in microseconds.
enum BenchClock {
  /// Time that goes by.
  static var wall: Double { read(CLOCK_MONOTONIC) }

  /// Time that the process has kept processors busy, on all its threads, the driver's too.
  static var processor: Double { read(CLOCK_PROCESS_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }
}
