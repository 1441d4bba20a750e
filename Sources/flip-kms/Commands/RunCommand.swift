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

  /// How long `--for` may be: a year.
  static let lengths = 0.001...31_536_000.0

  /// - Throws: 64 and 78 for what is asked wrongly, 69 without a display or GL, 75 where another program has
  ///   it, 77 without permission.
  func run() throws(Failure) {
    let length = try invocation.value(of: "for", as: .number("SECONDS", RunCommand.lengths))
    let programme = try Programme(invocation, isService: Service.isOurs)
    for note in programme.resolution.notes { diagnostics.say(.warning, note) }
    let loop = try EventLoop()
    let service = Service()
    let show = Show(
      loop: loop, diagnostics: diagnostics, service: service,
      session: RunSession.open(diagnostics), program: programme)
    defer {
      service.stopping()
      show.end()
    }
    let feeds = Feeds(on: loop, diagnostics: diagnostics) { message throws(Failure) in
      programme.post(message)
      try show.boardsChanged()
    }
    try feeds.follow(programme.settings.feedNames)
    let switches = [VirtualTerminal.releaseSignal, VirtualTerminal.acquireSignal]
    let signals = try Signals([SIGTERM, SIGINT, SIGHUP] + switches, kernels: switches, on: loop) {
      number throws(Failure) in
      switch number {
      case SIGTERM, SIGINT: loop.stop()
      case SIGHUP: try reload(programme, show, feeds, service)
      default: show.session.receive(signal: number)
      }
    }
    let zone = ZoneWatch(on: loop) { () throws(Failure) in
      guard programme.followsZone else { return }
      programme.forgetBoards()
      try show.zoneChanged()
    }
    let end = try Alarm(.monotonic, on: loop) { () throws(Failure) in loop.stop() }
    if let length { end.set(SystemClock.monotonic + Int64(length * 1e9)) }
    loop.afterRound = { () throws(Failure) in try show.settle() }
    try withExtendedLifetime((signals, feeds, zone, end)) { () throws(Failure) in
      try show.start()
      try loop.run()
    }
    if invocation["stats"] != nil {
      show.figures.wakeups = loop.wakeups
      try StandardOutput.write(show.figures.json.text + "\n")
    }
  }

  /// Reads the configuration again; a faulty one changes nothing, and says so.
  private func reload(
    _ programme: Programme, _ show: Show, _ feeds: Feeds, _ service: Service
  ) throws(Failure) {
    service.reloading()
    do throws(Failure) {
      try programme.reload { settings throws(Failure) in
        try show.agree(to: programme.wish)
        try feeds.follow(settings.feedNames)
      }
      diagnostics.say(
        .notice,
        programme.keepsConfiguration
          ? "the configuration came through a pipe and stays as it was; fonts and pictures were read again"
          : "the configuration was read again")
      for note in programme.resolution.notes { diagnostics.say(.warning, note) }
    } catch {
      for line in error.lines { diagnostics.say(.error, line) }
      diagnostics.say(.error, "the configuration was not taken over; the settings stay as they were")
      return service.reloaded()
    }
    try show.settingsChanged()
    service.reloaded()
  }
}

/// How `run` comes by the display.
enum RunSession {
  /// Through a seat daemon where one has a session for us, else directly.
  static func open(_ diagnostics: Diagnostics) -> any Session {
    let keys = Service.isOurs ? nil : ConsoleKeys.find()
    for backend in SeatBackends.available() {
      do throws(KMSError) { return try SeatSession(backend: backend, keys: keys) } catch {
        diagnostics.say(.info, "no seat through \(backend): \(error)")
      }
    }
    return DirectSession(terminal: VirtualTerminal.find(keys: keys))
  }
}
