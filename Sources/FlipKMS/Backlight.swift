import Glibc

/// The light behind a panel, where the kernel offers one and we may write to it.
///
/// While it is darker than it was found, a child process knows what it stood at, and puts that back if we are
/// killed. Source: Documentation/ABI/stable/sysfs-class-backlight.
public final class Backlight {
  /// `/sys/class/backlight/NAME`.
  public let path: String
  /// The kernel's steps, at least 1.
  public let maximum: Int
  /// What it stood at before it was dimmed; somebody else may have set it anew in between.
  public private(set) var original: Int
  private let file: Int32
  private var isDimmed = false
  private var guardian: Guardian?

  /// The light of a connector's panel: the one that is the connector's own, whatever kind of connector that is.
  /// The kernel ties few of them together; of the others a built-in panel gets the best kind, firmware before
  /// platform before raw, as the document asks for.
  ///
  /// - Parameters:
  ///   - card: the card's node, `/dev/dri/card0`.
  ///   - connector: `eDP-1`, `DSI-1`.
  ///   - root: the folder to look in.
  /// - Returns: nil where it has none.
  /// - Throws: where it has one that may not be set.
  public static func find(
    card: String, connector: String, root: String = "/sys/class/backlight"
  ) throws(KMSError) -> Backlight? {
    let isPanel = ["eDP", "LVDS", "DSI", "DPI", "SPI"].contains { connector.hasPrefix($0 + "-") }
    let kinds = ["firmware", "platform", "raw"]
    let place = "\(card.split(separator: "/").last ?? "")-\(connector)"
    let ranked = directory(root).sorted().compactMap { name -> (rank: Int, path: String, maximum: Int)? in
      let path = "\(root)/\(name)"
      guard let maximum = number("\(path)/max_brightness"), maximum > 0 else { return nil }
      if let owner = owner(of: path) { return owner == place ? (-1, path, maximum) : nil }
      guard isPanel else { return nil }
      let kind = readFile("\(path)/type").map { String($0.prefix { $0 != "\n" }) } ?? "raw"
      return (kinds.firstIndex(of: kind) ?? kinds.count, path, maximum)
    }
    var refusal: KMSError?
    for one in ranked.sorted(by: { $0.rank < $1.rank }) {
      let file = open("\(one.path)/brightness", O_WRONLY | O_CLOEXEC)
      if file >= 0 { return Backlight(one.path, maximum: one.maximum, file: file) }
      refusal = refusal ?? .opening("\(one.path)/brightness", code: errno)
    }
    if let refusal { throw refusal }
    return nil
  }

  private init(_ path: String, maximum: Int, file: Int32) {
    self.path = path
    self.maximum = maximum
    self.file = file
    original = Backlight.number("\(path)/brightness") ?? maximum
  }

  deinit {
    restore()
    close(file)
  }

  /// Sets it.
  ///
  /// - Parameter brightness: 0 to 1 of what it stood at; never quite dark unless it is 0.
  /// - Returns: whether the kernel took it.
  @discardableResult public func set(_ brightness: Double) -> Bool {
    guard brightness < 1 else { return restore() }
    if !isDimmed {
      original = Backlight.number("\(path)/brightness") ?? original
      // Without one it is dimmed all the same: somebody who is killed is the exception.
      guardian = try? Guardian(light: file, step: original)
      isDimmed = true
    }
    return write(brightness <= 0 ? 0 : min(maximum, max(1, Int((brightness * Double(original)).rounded()))))
  }

  /// Puts it back as it stood.
  ///
  /// - Returns: whether the kernel took it.
  @discardableResult public func restore() -> Bool {
    guard isDimmed else { return true }
    let isDone = write(original)
    leave()
    return isDone
  }

  /// Lets it stay as it is, whatever becomes of us.
  public func leave() {
    isDimmed = false
    guardian?.dismiss()
    guardian = nil
  }

  private func write(_ step: Int) -> Bool {
    var text = Array(String(step).utf8)
    return pwrite(file, &text, text.count, 0) == text.count
  }

  private static func number(_ path: String) -> Int? {
    readFile(path).flatMap { Int($0.prefix { $0 != "\n" }) }
  }

  /// The connector that a light belongs to, `card0-eDP-1`; nil where it is another kind of device's.
  private static func owner(of path: String) -> String? {
    var target = [CChar](repeating: 0, count: 4096)
    let length = readlink("\(path)/device", &target, target.count)
    guard length > 0 else { return nil }
    let words = String(decoding: target[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    let name = words.split(separator: "/").last ?? ""
    let number = name.dropFirst(4).prefix { $0 != "-" }
    let isConnector = name.hasPrefix("card") && !number.isEmpty && number.allSatisfy(\.isNumber)
    return isConnector && name.contains("-") ? String(name) : nil
  }
}
