/// A stretch of the day on some days of the week, such as `Mon-Fri 23:00-07:00`. A window over midnight
/// belongs to the day it starts on.
struct DayWindow: Hashable, Sendable {
  /// Bit 0 is Sunday, bit 6 Saturday, as `tm_wday` counts.
  var days: UInt8
  /// Minutes after midnight, 0 to 1439.
  var from: Int
  /// Minutes after midnight, 0 to 1440; not after `from` means on the next day.
  var until: Int

  static let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  static let everyDay: UInt8 = 0x7F

  /// Whether the window holds at this second of the local day. `from` is inside, `until` is not.
  func contains(weekday: Int, second: Int) -> Bool {
    func isOn(_ day: Int) -> Bool { days & (1 << UInt8((day + 7) % 7)) != 0 }
    if until > from { return isOn(weekday) && (from * 60..<until * 60).contains(second) }
    return isOn(weekday) && second >= from * 60 || isOn(weekday - 1) && second < until * 60
  }

  /// Reads `[DAYS] HH:MM-HH:MM`, where DAYS are names (`Sat Sun`) or ranges of them (`Fri-Mon`), and
  /// leaves the scanner behind it.
  init?(_ scan: inout Scanner) {
    var days: UInt8 = 0
    while let name = scan.letters() {
      guard let first = DayWindow.day(name) else { return nil }
      var last = first
      if scan.take("-") {
        guard let name = scan.letters(), let day = DayWindow.day(name) else { return nil }
        last = day
      }
      for step in 0...((last - first + 7) % 7) { days |= 1 << UInt8((first + step) % 7) }
      guard scan.skipSpaces() else { return nil }
    }
    guard let from = DayWindow.time(&scan), from < 1440 else { return nil }
    scan.skipSpaces()
    guard scan.take("-") else { return nil }
    scan.skipSpaces()
    guard let until = DayWindow.time(&scan) else { return nil }
    self.days = days == 0 ? DayWindow.everyDay : days
    self.from = from
    self.until = until
  }

  var text: String {
    var text = ""
    if days != DayWindow.everyDay {
      for day in 0..<7 where days & (1 << UInt8(day)) != 0 { text += DayWindow.names[day] + " " }
    }
    return text + DayWindow.clock(from) + "-" + DayWindow.clock(until)
  }

  private static func clock(_ minutes: Int) -> String {
    "\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  private static func day(_ name: String) -> Int? {
    names.firstIndex { $0.lowercased() == name.lowercased() }
  }

  private static func time(_ scan: inout Scanner) -> Int? {
    guard let hour = scan.number(), hour <= 24, scan.take(":"), let minute = scan.digits(2), minute < 60,
      hour * 60 + minute <= 1440
    else { return nil }
    return hour * 60 + minute
  }
}

/// A window in which the display is darker.
struct DimWindow: Hashable, Sendable {
  var window: DayWindow
  /// Percent, 1 to 100.
  var brightness: Int
}

/// Reads windows split by commas.
func readWindows(_ text: String) -> [DayWindow]? {
  var scan = Scanner(text)
  var windows: [DayWindow] = []
  repeat {
    scan.skipSpaces()
    guard windows.count < 100, let window = DayWindow(&scan) else { return nil }
    windows.append(window)
    scan.skipSpaces()
  } while scan.take(",")
  return scan.isAtEnd ? windows : nil
}

/// Reads windows with their brightness; one without takes that of the next that has one.
func readDimWindows(_ text: String) -> [DimWindow]? {
  var scan = Scanner(text)
  var windows: [DimWindow] = []
  var waiting: [DayWindow] = []
  repeat {
    scan.skipSpaces()
    guard windows.count + waiting.count < 100, let window = DayWindow(&scan) else { return nil }
    waiting.append(window)
    scan.skipSpaces()
    if let percent = scan.number() {
      guard (1...100).contains(percent), scan.take("%") else { return nil }
      windows += waiting.map { DimWindow(window: $0, brightness: percent) }
      waiting = []
      scan.skipSpaces()
    }
  } while scan.take(",")
  return scan.isAtEnd && waiting.isEmpty ? windows : nil
}

extension ValueForm where Value == [DayWindow] {
  static let windows = ValueForm(
    placeholder: "WINDOWS", expected: "windows such as 22:00-06:30 or Mon-Fri 23:00-07:00, split by commas",
    read: { $0.isEmpty ? [] : readWindows($0) }, write: { $0.map(\.text).joined(separator: ", ") })
}

extension ValueForm where Value == [DimWindow] {
  static let dimWindows = ValueForm(
    placeholder: "WINDOWS", expected: "windows with a brightness such as 22:00-06:30 30%, split by commas",
    read: { $0.isEmpty ? [] : readDimWindows($0) },
    write: { $0.map { "\($0.window.text) \($0.brightness)%" }.joined(separator: ", ") })
}
