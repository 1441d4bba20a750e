import Glibc

/// The right to use the display: whom the card's file comes from, and when it must rest.
public protocol Session: AnyObject {
  /// Whether the display is ours at this moment.
  var isActive: Bool { get }
  /// A file to poll for reading, nil where there is none.
  var fileDescriptor: Int32? { get }
  /// In words, for the log: `libseat (seatd)`, `directly, on tty1`.
  var description: String { get }

  /// Keeps the console quiet and takes part in its switching, once there is something to show. Afterwards
  /// `isActive` may be false: then our turn comes as `.resumed`.
  ///
  /// - Throws: where the console may not be used; the display works all the same.
  func takeTerminal() throws(KMSError)
  /// Opens a card with the right to set modes.
  ///
  /// - Throws: `.held`, `.permission`, `.missing`.
  func open(_ path: String) throws(KMSError) -> Int32
  /// Opens a card to look at it only, whoever shows on it.
  ///
  /// - Throws: as `open`.
  func look(_ path: String) throws(KMSError) -> Int32
  /// Closes what `open` or `look` gave.
  func close(_ fileDescriptor: Int32)

  /// Takes what waits in the polled file.
  ///
  /// - Throws: where whoever gives out the display has gone.
  func dispatch() throws(KMSError)
  /// Takes one of the virtual terminal's two signals.
  func receive(signal: Int32)
  /// What has happened since it was asked last, in order; nil for nothing more. A seat daemon may also tell
  /// it in the middle of another call.
  func nextChange() -> SessionChange?

  /// Says that nothing of the display is touched any more. After `.paused`, without delay.
  func acknowledgePause()
  /// Makes the card usable again. After `.resumed`.
  ///
  /// - Throws: `.held` where another still has it; to be tried again.
  func resume() throws(KMSError)

  /// The end of it.
  ///
  /// - Parameter keep: leaves the last picture where that is in our hands.
  func end(keep: Bool)
}

/// What may happen to a session.
public enum SessionChange: Hashable, Sendable {
  /// Another wants the display: stop, then acknowledge.
  case paused
  /// It is ours again: resume, and set everything anew.
  case resumed
}
