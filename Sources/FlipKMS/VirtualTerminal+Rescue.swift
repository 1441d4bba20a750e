import CLinux
import Glibc

/// A console that somebody silenced for us and will not give back any more.
extension VirtualTerminal {
  /// The number of the console in front, which everybody may know; nil where there are none.
  static var frontNumber: Int? {
    guard let name = readFile("/sys/class/tty/tty0/active"), name.hasPrefix("tty") else { return nil }
    return Int(name.dropFirst(3).prefix { $0 != "\n" })
  }

  /// Gives a console its text, its keyboard and its switching back, if it is without; as far as we may.
  static func rescue(_ number: Int) {
    let fd = open("/dev/tty\(number)", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard fd >= 0 else { return }
    defer { close(fd) }
    var drawing: Int32 = 0
    guard ioctl(fd, UInt(KDGETMODE), &drawing) == 0, drawing == KD_GRAPHICS else { return }
    var automatic = vt_mode()
    automatic.mode = CChar(VT_AUTO)
    _ = ioctl(fd, UInt(VT_SETMODE), &automatic)
    var keyboard = 0
    if ioctl(fd, UInt(KDGKBMODE), &keyboard) == 0, keyboard == Int(K_OFF) {
      _ = ioctl(fd, UInt(KDSKBMODE), Int32(K_UNICODE))
    }
    _ = ioctl(fd, UInt(KDSETMODE), Int32(KD_TEXT))
  }
}
