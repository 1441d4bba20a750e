import FlipKMS

/// The right to use the display: taken away for another terminal or program, and given back.
extension Show {
  /// Follows what the session has told, at the end of each round: whatever was done in it.
  func followSession() throws(Failure) {
    while let change = session.nextChange() {
      try perform(change == .paused ? tenure.paused() : tenure.resumed())
    }
  }

  /// A commit was refused because the display is no longer ours.
  func forbidden() throws(Failure) { try perform(tenure.commitForbidden(at: SystemClock.monotonic)) }

  func perform(_ action: DisplayTenure.Action) throws(Failure) {
    switch action {
    case .nothing: break
    case .stopAndAcknowledge:
      for screen in screens { screen.standBack() }
      session.acknowledgePause()
      service.say("another terminal has the display")
    case .acknowledge: session.acknowledgePause()
    case .stopAndSay:
      for screen in screens { screen.standBack() }
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
