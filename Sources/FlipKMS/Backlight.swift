import Glibc

/// The light behind a built-in panel, where the kernel offers one and we may write to it.
///
/// Source: Documentation/ABI/stable/sysfs-class-backlight.
public struct Backlight {
  /// `/sys/class/backlight/NAME`.
  public let path: String
  /// The kernel's steps, at least 1.
  public let maximum: Int
  /// What it stood at when found.
  public let original: Int

  /// The light of a connector's panel. The kernel ties few of them together, so that the best kind wins:
  /// firmware before platform before raw, as the document asks for.
  ///
  /// - Parameters:
  ///   - connector: `eDP-1`, `DSI-1`; a connector that is no built-in panel has none.
  ///   - root: the folder to look in.
  public static func find(connector: String, root: String = "/sys/class/backlight") -> Backlight? {
    guard ["eDP", "LVDS", "DSI", "DPI"].contains(where: { connector.hasPrefix($0 + "-") }) else { return nil }
    let order = ["firmware", "platform", "raw"]
    let found = directory(root).sorted().compactMap { name -> (rank: Int, light: Backlight)? in
      let path = "\(root)/\(name)"
      guard let maximum = number("\(path)/max_brightness"), maximum > 0,
        access("\(path)/brightness", W_OK) == 0
      else { return nil }
      let kind = readFile("\(path)/type").map { String($0.prefix { $0 != "\n" }) } ?? "raw"
      let light = Backlight(
        path: path, maximum: maximum, original: number("\(path)/brightness") ?? maximum)
      return (order.firstIndex(of: kind) ?? order.count, light)
    }
    return found.min { $0.rank < $1.rank }?.light
  }

  /// Sets it.
  ///
  /// - Parameter brightness: 0 to 1 of what it stood at; never quite dark unless it is 0.
  /// - Returns: whether the kernel took it.
  @discardableResult public func set(_ brightness: Double) -> Bool {
    let step = brightness <= 0 ? 0 : max(1, Int((brightness * Double(original)).rounded()))
    return write(min(step, maximum))
  }

  /// Puts it back as it was found.
  public func restore() { _ = write(original) }

  private func write(_ step: Int) -> Bool {
    let fd = open("\(path)/brightness", O_WRONLY | O_CLOEXEC)
    guard fd >= 0 else { return false }
    defer { close(fd) }
    var text = Array(String(step).utf8)
    return Glibc.write(fd, &text, text.count) == text.count
  }

  private static func number(_ path: String) -> Int? {
    readFile(path).flatMap { Int($0.prefix { $0 != "\n" }) }
  }
}
