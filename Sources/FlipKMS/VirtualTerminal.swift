import CLinux
import Glibc

/// The console that the display belongs to: while we show, it stays silent and draws nothing, and tells
/// us when another terminal wants the display. Only the person who started us on it keeps the keyboard
/// (`ConsoleKeys`).
///
/// Needed only without a seat daemon, which does all this itself. Sources: ioctl_vt(2), ioctl_console(2).
public final class VirtualTerminal {
  /// `/dev/ttyN`'s N.
  public let number: Int
  private let fd: Int32
  private let ownsFile: Bool
  /// Whether it is the one that we were started on.
  private let isOurs: Bool
  private var guardian: Guardian?
  /// Somebody who sits at it, nil for nobody.
  private let keys: ConsoleKeys?
  private var keyboard = Int(K_UNICODE)
  private var isTaken = false

  /// The signals by which the kernel asks for the display and gives it back.
  public static let releaseSignal = SIGUSR1
  public static let acquireSignal = SIGUSR2

  /// The terminal to show on: the one we were started on, else the one in front.
  ///
  /// - Parameter keys: of the person who started us; where that was on the same terminal, they stay alive.
  /// - Returns: nil where there is none (a container, a kernel without them), or none that we may use:
  ///   then nothing hides the console's keys, and the display works all the same.
  public static func find(keys: ConsoleKeys?) -> VirtualTerminal? {
    if let own = terminal(of: 0) {
      return VirtualTerminal(number: own, fd: 0, ownsFile: false, isOurs: true, keys)
    }
    let control = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    if control >= 0 {
      // TIOCGDEV tells the terminal behind the name, which fstat does not.
      var device: UInt32 = 0
      if ioctl(control, UInt(0x8004_5432), &device) == 0, let own = console(UInt64(device)) {
        return VirtualTerminal(number: own, fd: control, ownsFile: true, isOurs: true, keys)
      }
      close(control)
    }
    let any = open("/dev/tty0", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard any >= 0 else { return nil }
    defer { close(any) }
    guard let number = front(of: any) else { return nil }
    let fd = open("/dev/tty\(number)", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard fd >= 0 else { return nil }
    return VirtualTerminal(number: number, fd: fd, ownsFile: true, isOurs: false, keys)
  }

  private init(number: Int, fd: Int32, ownsFile: Bool, isOurs: Bool, _ keys: ConsoleKeys?) {
    self.number = number
    self.fd = fd
    self.ownsFile = ownsFile
    self.isOurs = isOurs
    self.keys = keys?.number == number ? keys : nil
  }

  /// The number of the console that a file is.
  private static func terminal(of fd: Int32) -> Int? {
    var info = stat()
    guard fstat(fd, &info) == 0, info.st_mode & S_IFMT == S_IFCHR else { return nil }
    return console(UInt64(info.st_rdev))
  }

  /// The number of the console with a device number: major 4, minors 1 to 63.
  private static func console(_ device: UInt64) -> Int? {
    let (major, minor) = (Int(device >> 8) & 0xfff, Int(device & 0xff))
    return major == 4 && (1...63).contains(minor) ? minor : nil
  }

  private static func front(of fd: Int32) -> Int? {
    var state = vt_stat()
    return ioctl(fd, UInt(VT_GETSTATE), &state) == 0 ? Int(state.v_active) : nil
  }

  /// Whether it is the one in front.
  public var isForeground: Bool { VirtualTerminal.front(of: fd) == number }

  /// Silences it and takes part in switching.
  ///
  /// - Throws: where we may not (EPERM): not our controlling terminal, and not root.
  public func take() throws(KMSError) {
    guard !isTaken else { return }
    // A terminal that another program draws on is that program's: we only found it in front.
    var present = vt_mode()
    var drawing: Int32 = 0
    if !isOurs, ioctl(fd, UInt(KDGETMODE), &drawing) == 0, drawing == KD_GRAPHICS,
      ioctl(fd, UInt(VT_GETMODE), &present) == 0, present.mode == CChar(VT_PROCESS)
    {
      throw KMSError(
        .held, call: "ioctl(VT_GETMODE)", code: EBUSY, sentence: "tty\(number) is another program's")
    }
    var mode: Int = 0
    guard ioctl(fd, UInt(KDGKBMODE), &mode) == 0 else { throw .last("ioctl(KDGKBMODE)") }
    // A silent keyboard is what one before us left behind who was killed.
    keyboard = mode == Int(K_OFF) ? Int(K_UNICODE) : mode
    guardian = try Guardian(terminal: fd, keyboard: keyboard, settings: keys?.lineSettings)
    isTaken = true
    do throws(KMSError) {
      var switching = vt_mode()
      switching.mode = CChar(VT_PROCESS)
      switching.relsig = Int16(VirtualTerminal.releaseSignal)
      switching.acqsig = Int16(VirtualTerminal.acquireSignal)
      guard ioctl(fd, UInt(VT_SETMODE), &switching) == 0 else { throw .last("ioctl(VT_SETMODE)") }
      if let keys {
        try keys.take(guarded: false)
      } else {
        guard ioctl(fd, UInt(KDSKBMODE), Int32(K_OFF)) == 0 else { throw .last("ioctl(KDSKBMODE)") }
      }
      guard ioctl(fd, UInt(KDSETMODE), Int32(KD_GRAPHICS)) == 0 else { throw .last("ioctl(KDSETMODE)") }
    } catch {
      giveBack()
      throw error
    }
  }

  /// The display has been let go of: the other terminal may have it.
  func acknowledgeRelease() { _ = ioctl(fd, UInt(VT_RELDISP), 1) }

  /// We know that it is ours again.
  func acknowledgeAcquire() { _ = ioctl(fd, UInt(VT_RELDISP), Int32(VT_ACKACQ)) }

  /// Brings it, or another, to the front.
  public func activate(_ number: Int? = nil) {
    _ = ioctl(fd, UInt(VT_ACTIVATE), Int32(number ?? self.number))
  }

  /// Gives the console back as it was.
  ///
  /// - Parameter text: false leaves it in graphics mode, so that the last picture is not drawn over.
  public func giveBack(text: Bool = true) {
    guard isTaken else { return }
    isTaken = false
    var automatic = vt_mode()
    automatic.mode = CChar(VT_AUTO)
    _ = ioctl(fd, UInt(VT_SETMODE), &automatic)
    _ = ioctl(fd, UInt(KDSKBMODE), Int32(keyboard))
    keys?.giveBack()
    if text { _ = ioctl(fd, UInt(KDSETMODE), Int32(KD_TEXT)) }
    guardian?.dismiss()
    guardian = nil
  }

  deinit {
    giveBack()
    if ownsFile { close(fd) }
  }
}
