/// How good a card's driver is for showing a clock on, best first: the only thing about cards that is ranked,
/// as their numbers change from boot to boot.
enum CardClass: Int, Comparable {
  /// A driver of the display hardware itself.
  case native
  /// The firmware's framebuffer, taken over as it stands: one mode, no vblank; a native driver replaces it.
  case firmware
  /// Displays behind a slow cable of their own, often a second small screen: SPI, I²C and USB.
  case slow
  /// No glass at all.
  case unseen

  static func < (a: CardClass, b: CardClass) -> Bool { a.rawValue < b.rawValue }

  /// By the driver's name as drmGetVersion gives it; a driver that is not known is native.
  init(driver: String?) {
    switch driver?.replacing("_", with: "-") {
    case "simpledrm", "ofdrm", "efidrm", "vesadrm": self = .firmware
    case "udl", "gud", "evdi", "panel-mipi-dbi", "mi0283qt", "hx8357d", "ili9163", "ili9225", "ili9341",
      "ili9486", "st7571", "st7586", "st7735r", "st7920", "repaper", "ssd130x", "sharp-memory",
      "sharp-memory-display", "appletbdrm":
      self = .slow
    case "vkms": self = .unseen
    default: self = .native
    }
  }

  /// What to call one in a sentence.
  var phrase: String {
    switch self {
    case .native: "a native driver"
    case .firmware: "the firmware's framebuffer"
    case .slow: "a display on SPI or USB"
    case .unseen: "a virtual display that nobody sees"
    }
  }
}

extension String {
  /// Every occurrence of one character replaced by another, without Foundation.
  fileprivate func replacing(_ old: Character, with new: Character) -> String {
    String(map { $0 == old ? new : $0 })
  }
}

extension CardDescription {
  var driverClass: CardClass { CardClass(driver: driver) }

  /// Whether a user's `device` means this card: its path, its by-path name, or the last part of either.
  func isNamed(_ device: String) -> Bool {
    [path, byPath].compactMap { $0 }.contains { known in
      known == device || known.split(separator: "/").last.map { $0 == device } ?? false
    }
  }
}
