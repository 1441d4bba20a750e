import FlipKMS

// Windows of the day as the settings `off` and `dim` write them: `Mon-Fri 23:00-07:00`. What they mean is
// FlipKMS's.

extension DisplaySchedule.Window {
  fileprivate static let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  fileprivate static let everyDay: UInt8 = 0x7F

  /// Reads `[DAYS] HH:MM-HH:MM`, where DAYS are names (`Sat Sun`) or ranges of them (`Fri-Mon`), and
  /// leaves the scanner behind it.
  init?(_ scan: inout Scanner) {
    var days: UInt8 = 0
    while let name = scan.letters() {
      guard let first = Self.day(name) else { return nil }
      var last = first
      if scan.take("-") {
        guard let name = scan.letters(), let day = Self.day(name) else { return nil }
        last = day
      }
      for step in 0...((last - first + 7) % 7) { days |= 1 << UInt8((first + step) % 7) }
      guard scan.skipSpaces() else { return nil }
    }
    guard let from = Self.time(&scan), from < 1440 else { return nil }
    scan.skipSpaces()
    guard scan.take("-") else { return nil }
    scan.skipSpaces()
    guard let until = Self.time(&scan) else { return nil }
    self.init(days: days == 0 ? Self.everyDay : days, from: from, until: until)
  }

  var text: String {
    var text = ""
    if days != Self.everyDay {
      for day in 0..<7 where days & (1 << UInt8(day)) != 0 { text += Self.names[day] + " " }
    }
    return text + Self.clock(from) + "-" + Self.clock(until)
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
  var window: DisplaySchedule.Window
  /// Percent, 1 to 100.
  var brightness: Int
}

/// Reads windows split by commas.
func readWindows(_ text: String) -> [DisplaySchedule.Window]? {
  var scan = Scanner(text)
  var windows: [DisplaySchedule.Window] = []
  repeat {
    scan.skipSpaces()
    guard windows.count < 100, let window = DisplaySchedule.Window(&scan) else { return nil }
    windows.append(window)
    scan.skipSpaces()
  } while scan.take(",")
  return scan.isAtEnd ? windows : nil
}

/// Reads windows with their brightness; one without takes that of the next that has one.
func readDimWindows(_ text: String) -> [DimWindow]? {
  var scan = Scanner(text)
  var windows: [DimWindow] = []
  var waiting: [DisplaySchedule.Window] = []
  repeat {
    scan.skipSpaces()
    guard windows.count + waiting.count < 100, let window = DisplaySchedule.Window(&scan) else { return nil }
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

extension ValueForm where Value == [DisplaySchedule.Window] {
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

extension Settings.Display {
  /// When the display is off or darker.
  var schedule: DisplaySchedule {
    DisplaySchedule(off: off, dim: dim.map { ($0.window, $0.brightness) })
  }
}
