import FlipBoard
import FlipKMS
import Glibc

/// `flip-kms run`: shows the board on a display until it is told to stop.
struct RunCommand {
  let invocation: Invocation
  let diagnostics: Diagnostics

  init(_ invocation: Invocation, _ diagnostics: Diagnostics) {
    self.invocation = invocation
    self.diagnostics = diagnostics
  }

  func run() throws(Failure) {
    let file = try ConfigurationFile.find(named: invocation["config"])
    let settings = try Resolution.resolve(file: file, options: invocation.settings).settings
    let loop = try EventLoop()
    let service = Service()
    let signals = RunSignals()
    let watcher = try Signals(RunSignals.all, on: loop) { number throws(Failure) in
      try signals.received?(number)
    }
    let session = RunSession.open(diagnostics)
    let show: Show
    do throws(Failure) {
      show = try Show(
        loop: loop, diagnostics: diagnostics, service: service, session: session,
        wish: try DisplayPreference(settings.display), keep: settings.display.exit == .keep, held: nil,
        isService: getenv("NOTIFY_SOCKET") != nil)
    } catch {
      session.end(keep: false)
      throw error
    }
    signals.received = { number throws(Failure) in
      switch number {
      case SIGTERM, SIGINT: loop.stop()
      default: try show.receive(signal: number)
      }
    }
    loop.afterRound = { () throws(Failure) in show.settle() }
    defer {
      service.stopping()
      show.end()
      withExtendedLifetime(watcher) {}
    }
    let end = try Alarm(.monotonic, on: loop) { _ throws(Failure) in loop.stop() }
    if let seconds = invocation["for"].flatMap(Double.init) {
      end.set(SystemClock.monotonic + Int64(seconds * 1e9))
    }
    try show.start()
    try loop.run()
    if invocation["stats"] != nil {
      try StandardOutput.write(show.statistics.json(wakeups: loop.wakeups).text + "\n")
    }
  }
}

/// The signals that `run` takes part in, and who gets them.
final class RunSignals {
  static let all = [
    SIGTERM, SIGINT, SIGHUP, VirtualTerminal.releaseSignal, VirtualTerminal.acquireSignal,
  ]
  var received: ((Int32) throws(Failure) -> Void)?
}

/// How `run` comes by the display.
enum RunSession {
  /// Through a seat daemon where one has a session for us, else directly.
  static func open(_ diagnostics: Diagnostics) -> any Session {
    for backend in SeatBackends.available() {
      do throws(KMSError) { return try SeatSession(backend: backend) } catch {
        diagnostics.say(.info, "no seat through \(backend): \(error)")
      }
    }
    return DirectSession(terminal: VirtualTerminal.find())
  }
}
