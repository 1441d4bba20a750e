extension Instant {
  /// What is expected of an instant that can be read, in words.
  public static let range = "an instant from \(reach)"

  /// What is expected in place of a second 60, in words.
  public static let noLeapSecond = "seconds up to 59, as the system's clock counts no leap seconds"

  /// The whole seconds that a signed 64-bit count of nanoseconds reaches.
  static let reach = "1677-09-21T00:12:44Z to 2262-04-11T23:47:16Z"

  /// Reads ISO 8601: `2026-12-31T23:59:59.75`, with `Z` or an offset (`+05:30`, `+0530`, `+05`), or
  /// local to `zone` without either. Seconds and their fraction may be left out, and so may the time of
  /// day; a space may stand for the `T`. Digits beyond nanoseconds are dropped.
  ///
  /// A local time that a clock change skips is read with the offset from before the change, so 02:30
  /// stands for 03:30; one that occurs twice is the first.
  ///
  /// - Throws: `BoardError` for `setting` when the text is no instant or lies outside `reach`.
  public init(parsing text: String, zone: Zone, setting: String = "at") throws(BoardError) {
    var reader = DigitReader(text)
    let fault = BoardError(
      setting: setting, value: text,
      expected: "an instant such as 2026-12-31T23:59:59.75, with Z or an offset or local to the timezone")
    guard let parts = reader.readInstant() else {
      guard reader.isLeapSecond else { throw fault }
      throw BoardError(setting: setting, value: text, expected: Instant.noLeapSecond)
    }
    let local = parts.civil.seconds
    let seconds: Int64
    if let offset = parts.offset {
      seconds = local - offset
    } else {
      seconds = zone.seconds(local: local)
    }
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: nanosecond)
    let (total, overflow2) = whole.addingReportingOverflow(parts.fraction)
    guard !overflow, !overflow2 else {
      throw BoardError(setting: setting, value: text, expected: Instant.range)
    }
    self.init(nanoseconds: total)
  }
}

/// Takes ASCII digits and marks off the front of a text.
private struct DigitReader {
  var rest: Substring.UTF8View
  /// Whether it was a second 60 that was no number here.
  private(set) var isLeapSecond = false

  init(_ text: String) { rest = Substring(text).utf8 }

  mutating func take(_ marks: String) -> UInt8? {
    guard let byte = rest.first, marks.utf8.contains(byte) else { return nil }
    rest.removeFirst()
    return byte
  }

  mutating func number(digits: Int, in range: ClosedRange<Int64>) -> Int64? {
    var value: Int64 = 0
    for _ in 0..<digits {
      guard let byte = rest.first, (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int64(byte - 0x30)
      rest.removeFirst()
    }
    return range.contains(value) ? value : nil
  }

  /// The digits after the point, as nanoseconds; at least one.
  mutating func fraction() -> Int64? {
    var value: Int64 = 0
    var unit = nanosecond
    var count = 0
    while let byte = rest.first, (0x30...0x39).contains(byte) {
      unit /= 10
      value += Int64(byte - 0x30) * unit
      count += 1
      rest.removeFirst()
    }
    return count > 0 ? value : nil
  }

  mutating func readInstant() -> (civil: CivilTime, fraction: Int64, offset: Int64?)? {
    guard let year = number(digits: 4, in: 0...9999), take("-") != nil,
      let month = number(digits: 2, in: 1...12), take("-") != nil,
      let day = number(digits: 2, in: 1...CivilTime.daysInMonth(month, year: year))
    else { return nil }
    var civil = CivilTime(year: year, month: month, day: day)
    var fraction: Int64 = 0
    if rest.isEmpty { return (civil, 0, nil) }
    guard take("Tt ") != nil, let hour = number(digits: 2, in: 0...23), take(":") != nil,
      let minute = number(digits: 2, in: 0...59)
    else { return nil }
    civil.hour = hour
    civil.minute = minute
    if take(":") != nil {
      guard let second = number(digits: 2, in: 0...60) else { return nil }
      guard second < 60 else {
        isLeapSecond = true
        return nil
      }
      civil.second = second
      if take(".,") != nil {
        guard let part = self.fraction() else { return nil }
        fraction = part
      }
    }
    if rest.isEmpty { return (civil, fraction, nil) }
    guard let offset = offset(), rest.isEmpty else { return nil }
    return (civil, fraction, offset)
  }

  /// `Z`, or hours and minutes east of UTC, in seconds.
  private mutating func offset() -> Int64? {
    if take("Zz") != nil { return 0 }
    guard let sign = take("+-"), let hours = number(digits: 2, in: 0...23) else { return nil }
    var minutes: Int64 = 0
    if !rest.isEmpty {
      _ = take(":")
      guard let value = number(digits: 2, in: 0...59) else { return nil }
      minutes = value
    }
    let seconds = hours * 3600 + minutes * 60
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }
}
