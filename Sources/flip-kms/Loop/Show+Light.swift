import FlipKMS

/// Whether the displays are lit, and who is told.
extension Show {
  /// Brings the displays to what the windows of the settings say for this moment.
  func followLighting() throws(Failure) {
    guard held == nil, try program.update(&lighting) else { return }
    isAnnounced = false
    for screen in screens {
      // While another terminal has the display nothing is touched; on return all is set anew.
      guard tenure.isActive else { break }
      if lighting.isOff {
        screen.blank()
      } else if screen.isLit {
        try screen.dim()
      } else {
        try relight(screen)
      }
    }
    if lighting.isOff { sayOff() }
  }

  private func sayOff() {
    guard !isAnnounced else { return }
    isAnnounced = true
    hasShown = true
    diagnostics.say(.info, "the display is off by its schedule")
    service.say("off by its schedule")
  }

  /// Sets a screen's mode, the first time or again; in hours that are to be dark, none.
  func relight(_ screen: Screen) throws(Failure) {
    guard !lighting.isOff else {
      screen.blank()
      return sayOff()
    }
    do throws(Failure) { try screen.light() } catch {
      guard !screen.card.device.isGone else { return cardIsGone(screen.card) }
      // It may have been taken from us in the middle of it: then its turn comes again.
      guard tenure.isActive, !screen.card.device.isMaster else { throw error }
      try forbidden()
    }
  }

  /// Says with what is drawn, and why that is the processor, where it is for want of permission.
  func tell(renderer: String) {
    guard renderer != toldRenderer else { return }
    toldRenderer = renderer
    diagnostics.say(.info, "drawing with \(renderer)")
    if let reason = RenderNode.reason(drawingWith: renderer) { diagnostics.say(.warning, reason) }
  }

  /// A frame came up on a screen.
  func presented() {
    guard !isAnnounced else { return }
    waitsFor = nil
    isAnnounced = true
    hasShown = true
    let status = "showing on \(screens.map(\.choice.label).joined(separator: ", "))"
    diagnostics.say(.info, status)
    service.say(status)
  }
}
