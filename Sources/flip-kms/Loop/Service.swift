import CService
import Glibc

/// What a service manager is told (sd_notify(3)): that we are up, what we are doing, that we are alive.
/// Without one all of it does nothing.
final class Service {
  /// Nanoseconds between two signs of life, half of what the unit allows; nil where none is asked for.
  let pingPeriod: Int64?
  private var isReady = false
  private var status = ""
  private var isDoubtful = false
  private var lastPing: Int64 = 0

  /// Whether a service manager started us, and no person. `INVOCATION_ID` would not tell: the shells of
  /// consoles inherit their getty's.
  static var isOurs: Bool {
    getenv("NOTIFY_SOCKET") != nil
      || getenv("SYSTEMD_EXEC_PID").map { String(cString: $0) } == String(getpid())
  }

  init() {
    var period: UInt64 = 0
    pingPeriod = sd_watchdog_enabled(0, &period) > 0 ? Int64(period) * 1000 / 2 : nil
  }

  /// Says what we are doing, in a sentence; and the first time, that we are up.
  func say(_ status: String) {
    guard status != self.status || !isReady else { return }
    self.status = status
    isDoubtful = SystemClock.wall < programDate
    sd_notify(0, isReady ? "STATUS=\(words)" : "READY=1\nSTATUS=\(words)")
    isReady = true
  }

  /// Somebody may have set the system's clock: what was said of it may no longer be so.
  func lookAtClock() {
    guard isReady, isDoubtful != (SystemClock.wall < programDate) else { return }
    isDoubtful.toggle()
    sd_notify(0, "STATUS=\(words)")
  }

  /// A machine without a clock chip, and not yet on the network, is behind: the time is shown all the same.
  private var words: String {
    isDoubtful ? status + "; the system's clock is not set, it is before this program was made" : status
  }

  func reloading() {
    // RELOADING wants the instant with it, so that the manager can tell two of them apart.
    sd_notify(0, "RELOADING=1\nMONOTONIC_USEC=\(SystemClock.monotonic / 1000)")
  }

  func reloaded() { sd_notify(0, "READY=1\nSTATUS=\(words)") }

  func stopping() { sd_notify(0, "STOPPING=1") }

  /// Gives a sign of life before work that may take long: the first frame, whose shaders are compiled.
  func pingBeforeWork() {
    guard pingPeriod != nil else { return }
    sd_notify(0, "WATCHDOG=1")
    lastPing = SystemClock.monotonic
  }

  /// Gives a sign of life where half of the period is over, so that it rides on wakeups that come anyway.
  ///
  /// - Returns: when the next is due, on the monotonic clock.
  func ping(now: Int64) -> Int64? {
    guard let pingPeriod else { return nil }
    if lastPing == 0 || now - lastPing >= pingPeriod / 2 {
      sd_notify(0, "WATCHDOG=1")
      lastPing = now
    }
    return lastPing + pingPeriod
  }
}
