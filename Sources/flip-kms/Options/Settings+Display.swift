import FlipKMS

extension Setting {
  /// The section `display`.
  static let display: [Setting] = [
    Setting(
      .display, "output", at: \.display.output, as: .connector, fallback: "auto",
      "a connector such as HDMI-A-1, auto, or all for the same picture on each"),
    Setting(
      .display, "device", at: \.display.device,
      as: ValueForm<String>.filled("PATH", "the path of a DRM card", completion: .file).orEmpty(),
      fallback: "the first that can show", "the DRM card, by its path"),
    Setting(
      .display, "mode", at: \.display.mode, as: .mode, fallback: "preferred",
      "preferred, current, WxH, WxH@Hz, or a full modeline"),
    Setting(
      .display, "rotate", at: \.display.rotate, as: .turn, fallback: "0",
      "degrees by which the picture is turned clockwise"),
    Setting(
      .display, "inset", at: \.display.inset, as: .whole("PIXELS", 0...500), fallback: "0",
      "left free at each edge, for overscan"),
    Setting(
      .display, "off", at: \.display.off, as: .windows, fallback: "",
      "when the display is off; a window belongs to the day it starts on"),
    Setting(
      .display, "dim", at: \.display.dim, as: .dimWindows, fallback: "",
      "when the display is darker, and how bright it is then"),
    Setting(
      .display, "drift", at: \.display.drift, as: .whole("PIXELS", 0...200), fallback: "0",
      "by how much the picture wanders over an hour, against burn-in; it is smaller by as much"),
    Setting(
      .display, "exit", at: \.display.exit, as: .word, fallback: "restore",
      "at the end the console as it was, or the last frame kept"),
  ]
}

extension ValueForm where Value == String {
  /// `auto`, `all`, or a connector's name: its type, a dash, its number.
  static let connector = ValueForm(
    placeholder: "CONNECTOR", expected: "auto, all or a connector such as HDMI-A-1",
    choices: ["auto", "all"],
    read: { text in
      if text == "auto" || text == "all" { return text }
      let bytes = text.utf8
      let isName = bytes.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || byte == 0x2D
      }
      let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      guard isName, bytes.count <= 32, parts.count > 1, !parts.contains(""),
        decimal(String(parts.last!)) != nil
      else { return nil }
      return text
    },
    write: { $0 })
}

extension ValueForm where Value == Int {
  /// A quarter turn.
  static let turn = ValueForm(
    placeholder: "0|90|180|270", expected: "0, 90, 180 or 270", choices: ["0", "90", "180", "270"],
    read: { text in ["0": 0, "90": 90, "180": 180, "270": 270][text] }, write: { String($0) })
}

extension ValueForm where Value == String {
  /// What the display's mode should be.
  static let mode = ValueForm(
    placeholder: "MODE", expected: "preferred, current, WxH, WxH@Hz or a modeline",
    choices: ["preferred", "current"],
    read: { text in (try? ModePreference(text)) == nil ? nil : text }, write: { $0 },
    explain: { text in
      do throws(DisplaySyntaxError) { _ = try ModePreference(text) } catch {
        return error == .noMode ? nil : error.message
      }
      return nil
    })
}
