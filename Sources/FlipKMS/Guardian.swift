import CLinux
import Glibc

/// A child process that gives the console its keyboard and text back, or a panel its light, when we die
/// without doing it.
///
/// The kernel drops the display's master by itself, but leaves the keyboard silent, the terminal in graphics
/// mode and the light as it is, so that after `kill -9` nothing could be typed or seen on the machine. The
/// child sleeps on a pipe (no memory of its own but a few pages, no wakeups) and acts when the pipe closes.
final class Guardian {
  private let leash: Int32
  private let child: Int32

  /// - Parameters:
  ///   - terminal: the console's file.
  ///   - keyboard: the keyboard mode to go back to.
  ///   - settings: the terminal's settings to go back to, nil where they stay.
  init(terminal: Int32, keyboard: Int, settings: termios?) throws(KMSError) {
    var leash: Int32 = -1
    let child: Int32
    if var settings {
      child = flip_guardian_start(terminal, keyboard, &settings, &leash)
    } else {
      child = flip_guardian_start(terminal, keyboard, nil, &leash)
    }
    guard child > 0 else { throw KMSError(call: "fork", code: -child) }
    self.leash = leash
    self.child = child
  }

  /// - Parameters:
  ///   - light: a light's file `brightness`, open for writing.
  ///   - step: what to write to it.
  init(light: Int32, step: Int) throws(KMSError) {
    var leash: Int32 = -1
    let child = flip_light_guardian_start(light, String(step), &leash)
    guard child > 0 else { throw KMSError(call: "fork", code: -child) }
    self.leash = leash
    self.child = child
  }

  /// Sends it home: all is as it was already, or shall stay as it is.
  func dismiss() {
    var byte: UInt8 = 1
    write(leash, &byte, 1)
  }

  deinit {
    close(leash)
    waitpid(child, nil, 0)
  }
}
