import CLinux
import Glibc

/// The keyboard of a person who started us on the console that we show on: it stays alive, so that Ctrl+C
/// ends us and Ctrl+Alt+F2 goes to another console, and yet nothing that is typed reaches the shell.
///
/// Instead of silencing the keyboard, the terminal is told to echo nothing, and what came is thrown away at
/// the end. Lines are still edited as ever, for a feed that is typed. Source: termios(3).
public final class ConsoleKeys {
  /// `/dev/ttyN`'s N.
  public let number: Int
  /// The console, for its keyboard mode.
  private let console: Int32
  /// The terminal that we are in the foreground of: the console, or the one that sudo puts in between.
  private let line: Int32
  private let keyboard: Int
  private let settings: termios
  private var isTaken = false
  private var guardian: Guardian?

  /// - Returns: nil where nobody sits at a console and waits for us: started over the network, in the
  ///   background, or under another display.
  public static func find() -> ConsoleKeys? {
    let line = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard line >= 0 else { return nil }
    var settings = termios()
    if tcgetpgrp(line) == getpgrp(), tcgetattr(line, &settings) == 0, let number = console(above: getpid()) {
      let console = open("/dev/tty\(number)", O_RDWR | O_CLOEXEC | O_NOCTTY)
      var keyboard = 0
      if console >= 0, ioctl(console, UInt(KDGKBMODE), &keyboard) == 0 {
        return ConsoleKeys(
          number: number, console: console, line: line,
          keyboard: keyboard == Int(K_OFF) ? Int(K_UNICODE) : keyboard, settings: settings)
      }
      if console >= 0 { close(console) }
    }
    close(line)
    return nil
  }

  private init(number: Int, console: Int32, line: Int32, keyboard: Int, settings: termios) {
    self.number = number
    self.console = console
    self.line = line
    self.keyboard = keyboard
    self.settings = settings
  }

  /// Takes what is typed away from whoever reads after us; again, after a seat daemon has silenced the
  /// keyboard, gives it its voice back.
  ///
  /// - Parameter guarded: has a guardian put it back if we are killed; false where there is one already.
  func take(guarded: Bool) throws(KMSError) {
    guard !isTaken else { return wake() }
    if guarded { guardian = try Guardian(terminal: console, keyboard: keyboard, settings: lineSettings) }
    isTaken = true
    var quiet = settings
    quiet.c_lflag &= ~tcflag_t(ECHO | ECHONL)
    quiet.c_lflag |= tcflag_t(ISIG)
    // Ctrl+S would hold up whatever is said to the terminal, and us with it.
    quiet.c_iflag &= ~tcflag_t(IXON)
    // Stopped by Ctrl+Z we would keep the display, and the shell would read what nobody can see.
    withUnsafeMutableBytes(of: &quiet.c_cc) { $0[Int(VSUSP)] = 0 }
    // A background process that touches the terminal is stopped, unless it ignores this; we may be moved
    // there before the end.
    signal(SIGTTOU, SIG_IGN)
    tcsetattr(line, TCSANOW, &quiet)
    wake()
  }

  private func wake() { _ = ioctl(console, UInt(KDSKBMODE), Int32(keyboard)) }

  /// The terminal as it was; what was typed at the picture is for nobody.
  func giveBack() {
    guard isTaken else { return }
    isTaken = false
    wake()
    var settings = settings
    tcsetattr(line, TCSAFLUSH, &settings)
    guardian?.dismiss()
    guardian = nil
  }

  /// The settings to give back to the console itself; nil where they are another program's, which puts its
  /// own back.
  var lineSettings: termios? {
    var device: UInt32 = 0
    // TIOCGDEV
    guard ioctl(line, UInt(0x8004_5432), &device) == 0, Int(device & 0xff) == number, device >> 8 == 4
    else { return nil }
    return settings
  }

  deinit {
    giveBack()
    close(line)
    close(console)
  }

  /// The console whose foreground a process is in, by itself or through those above it that hand the keys
  /// on: sudo gives what it starts a terminal of its own.
  private static func console(above process: pid_t) -> Int? {
    var process = Int(process)
    for _ in 0..<16 {
      guard process > 1, let status = readFile("/proc/\(process)/stat"),
        let place = ProcessPlace(status)
      else { return nil }
      if place.terminal >> 8 == 4 {
        return (1...63).contains(place.terminal & 0xff) && place.isForeground ? place.terminal & 0xff : nil
      }
      process = place.parent
    }
    return nil
  }
}

/// Where a process stands, by `/proc/PID/stat` (proc_pid_stat(5)).
struct ProcessPlace: Equatable {
  var parent: Int
  /// Its controlling terminal's device number, 0 for none.
  var terminal: Int
  /// Whether its group is the terminal's foreground group.
  var isForeground: Bool

  /// The name in parentheses may hold anything, so that fields count from the last of them.
  init?(_ status: String) {
    guard let end = status.lastIndex(of: ")") else { return nil }
    let fields = status[status.index(after: end)...].split(separator: " ")
    // State, parent, group, session, terminal, the terminal's foreground group.
    guard fields.count > 5, let parent = Int(fields[1]), let group = Int(fields[2]),
      let terminal = Int(fields[4]), let foreground = Int(fields[5])
    else { return nil }
    self.parent = parent
    self.terminal = terminal
    isForeground = group == foreground
  }
}
