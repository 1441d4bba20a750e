extension ZoneRule {
  /// Reads POSIX's form of a zone; nil where the text is none.
  init?(parsing text: String) {
    var reader = RuleReader(rest: Substring(text).utf8)
    guard let name = reader.name(), let west = reader.time(hours: 24) else { return nil }
    standard = Zone.Period(offset: -west, isDaylight: false, abbreviation: name)
    daylight = nil
    if reader.rest.isEmpty { return }
    guard let summer = reader.name() else { return nil }
    var offset = standard.offset + 3600
    if let byte = reader.rest.first, byte != UInt8(ascii: ",") {
      guard let west = reader.time(hours: 24) else { return nil }
      offset = -west
    }
    // Without days of its own it follows the rule of the United States, as glibc does.
    if reader.rest.isEmpty { reader = RuleReader(rest: Substring(",M3.2.0,M11.1.0").utf8) }
    guard reader.take(","), let begins = reader.day(), reader.take(","), let ends = reader.day(),
      reader.rest.isEmpty
    else { return nil }
    let period = Zone.Period(offset: offset, isDaylight: true, abbreviation: summer)
    daylight = Daylight(period: period, begins: begins, ends: ends)
  }
}

private struct RuleReader {
  var rest: Substring.UTF8View

  mutating func take(_ mark: Character) -> Bool {
    guard let byte = rest.first, byte == mark.asciiValue else { return false }
    rest.removeFirst()
    return true
  }

  /// `CEST`, or between angle brackets also digits and signs: `<+0530>`.
  mutating func name() -> String? {
    let name: Substring.UTF8View.SubSequence
    if take("<") {
      name = rest.prefix { $0 != UInt8(ascii: ">") }
      rest = rest.dropFirst(name.count)
      guard take(">") else { return nil }
    } else {
      name = rest.prefix { ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z") }
      rest = rest.dropFirst(name.count)
    }
    return name.count >= 3 ? String(Substring(name)) : nil
  }

  mutating func number(upTo limit: Int64) -> Int64? {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    rest = rest.dropFirst(digits.count)
    guard let value = Int64(String(Substring(digits))), value <= limit else { return nil }
    return value
  }

  /// `[+-]hh[:mm[:ss]]` in seconds.
  mutating func time(hours limit: Int64) -> Int64? {
    let negative = take("-")
    if !negative { _ = take("+") }
    guard let hours = number(upTo: limit) else { return nil }
    var seconds = hours * 3600
    if take(":") {
      guard let minutes = number(upTo: 59) else { return nil }
      seconds += minutes * 60
      if take(":") {
        guard let rest = number(upTo: 59) else { return nil }
        seconds += rest
      }
    }
    return negative ? -seconds : seconds
  }

  /// `M3.5.0/2`, `J60`, `59/3`; at two o'clock where no time is given.
  mutating func day() -> ZoneRule.Day? {
    let pattern: ZoneRule.Day.Pattern
    if take("M") {
      guard let month = number(upTo: 12), month > 0, take("."), let week = number(upTo: 5), week > 0,
        take("."), let day = number(upTo: 6)
      else { return nil }
      pattern = .weekday(month: month, week: week, day: day)
    } else if take("J") {
      guard let day = number(upTo: 365), day > 0 else { return nil }
      pattern = .julian(day)
    } else {
      guard let day = number(upTo: 365) else { return nil }
      pattern = .dayOfYear(day)
    }
    guard take("/") else { return ZoneRule.Day(pattern: pattern, seconds: 7200) }
    // RFC 8536 allows up to a week to either side.
    guard let seconds = time(hours: 167) else { return nil }
    return ZoneRule.Day(pattern: pattern, seconds: seconds)
  }
}
