import FlipKMS

/// The right to use the display: taken away for another terminal or program, and given back.
extension Show {
  /// One of the virtual terminal's signals.
  func receive(signal: Int32) throws(Failure) {
    if let change = session.receive(signal: signal) { try follow(change) }
  }

  func sessionSpoke() throws(Failure) {
    let change = try asFailure { () throws(KMSError) in try session.dispatch() }
    if let change { try follow(change) }
  }

  private func follow(_ change: SessionChange) throws(Failure) {
    try perform(change == .paused ? tenure.paused() : tenure.resumed())
  }

  /// A commit was refused because the display is no longer ours.
  func forbidden() throws(Failure) { try perform(tenure.commitForbidden(at: SystemClock.monotonic)) }

  func perform(_ action: DisplayTenure.Action) throws(Failure) {
    switch action {
    case .nothing: break
    case .stopAndAcknowledge:
      for screen in screens { screen.pause() }
      session.acknowledgePause()
      service.say("another terminal has the display")
    case .acknowledge: session.acknowledgePause()
    case .stopAndSay:
      for screen in screens { screen.pause() }
      diagnostics.say(.warning, "another program took the display; asking for it back")
    case .ask:
      var next: DisplayTenure.Action
      do throws(KMSError) {
        try session.resume()
        next = tenure.regained()
      } catch {
        next = tenure.refused(at: SystemClock.monotonic)
      }
      try perform(next)
    case .restart:
      // Whoever was here may have left anything: all is read anew, every mode is set.
      for screen in screens { screen.pause() }
      isAnnounced = false
      try scan()
    case .giveUp: throw Failure(.held, "the display was taken by another program and not given back")
    }
  }
}
