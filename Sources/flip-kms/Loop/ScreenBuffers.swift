import FlipKMS

/// Where the buffers of one screen are: on the display, on their way to it, or waiting.
///
/// None is drawn into before another stands in its place on the display.
final class ScreenBuffers {
  /// What is drawn to.
  private(set) var surface: Surface?
  /// Another surface, whose buffer is still on screen until the next flip.
  private var retired: Surface?
  /// GL on it. With an EGL surface go all of its buffers, the one on screen too, and the display is dark.
  private var retiredCanvas: Canvas?
  /// On screen now.
  private var front: Buffer?
  /// Handed over, its event awaited.
  private var pending: Buffer?
  /// Drawn, but the kernel was busy.
  private(set) var kept: Buffer?

  /// The picture that the display has, or has been given last; nil for none of ours.
  var shown: Buffer? { pending ?? front }

  /// From now on another surface is drawn to; the one before was retired.
  func use(_ surface: Surface) { self.surface = surface }

  /// Handed over to the kernel, before it has answered.
  func sent(_ buffer: Buffer) {
    // The first picture of a mode may take the place of one whose event never came.
    if let pending { surface?.release(pending) }
    kept = nil
    pending = buffer
  }

  /// The kernel was busy: the picture waits for another try.
  func keep(_ buffer: Buffer) {
    pending = nil
    kept = buffer
  }

  /// The kernel did not take it: it can be drawn into again.
  func refused(_ buffer: Buffer) {
    pending = nil
    surface?.release(buffer)
  }

  /// What was on its way has come up.
  ///
  /// - Returns: false where nothing was.
  func landed() -> Bool {
    guard let pending else { return false }
    if let front { surface?.release(front) }
    front = pending
    self.pending = nil
    giveRetiredBack()
    return true
  }

  /// Takes what is on its way for shown, as no event will tell.
  func forgetFlight() {
    if let kept { surface?.release(kept) }
    kept = nil
    if let pending {
      if let front { surface?.release(front) }
      front = pending
      self.pending = nil
    }
  }

  /// Puts the surface away; what is on screen of it stays until another picture is.
  ///
  /// - Parameter canvas: what draws on it.
  func retire(_ canvas: Canvas?) {
    if shown != nil {
      giveRetiredBack()
      (retired, retiredCanvas) = (surface, canvas)
    }
    (front, pending, kept, surface) = (nil, nil, nil, nil)
  }

  /// Gives all of them back; what is on screen must be somebody else's by then.
  func giveBack() {
    surface = nil
    giveRetiredBack()
  }

  private func giveRetiredBack() {
    retiredCanvas = nil
    retired = nil
  }
}
