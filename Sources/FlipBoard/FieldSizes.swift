/// How many modules a conversion owns: those of its widest value, at any time, in this zone and locale.
struct FieldSizes {
  let zone: Zone
  let locale: NameLocale
  /// Seconds since 1970 from when on a zone's names count. A zone keeps the names of all its past, such as
  /// India's `+0630` of 1945; blank modules for those would stand beside today's `IST` for ever.
  let since: Int64

  /// The year 2000, for boards that start later.
  static let latestSince: Int64 = 946_684_800

  func characters(of field: Format.Field) -> Int {
    let natural = field.modifier == nil ? fixed(field.letter) ?? widest(field) : widest(field)
    return max(natural, field.width ?? 0)
  }

  /// Numbers whose digits do not depend on the locale, in the years 1678 to 2262.
  private func fixed(_ letter: Character) -> Int? {
    switch letter {
    case "u", "w": return 1
    case "C", "d", "e", "g", "H", "I", "k", "l", "m", "M", "S", "U", "V", "W", "y": return 2
    case "j": return 3
    case "G", "Y": return 4
    case "R", "z": return 5
    case "D", "T": return 8
    case "F", "s": return 10
    case "Z": return zone.abbreviations(from: since).map(\.count).max() ?? 3
    default: return nil
    }
  }

  /// By trying: every month with every weekday, and times of day at their longest.
  private func widest(_ field: Format.Field) -> Int {
    var widest = 0
    let period = Zone.Period(offset: 0, isDaylight: false, abbreviation: "UTC")
    func measure(_ time: CivilTime) {
      widest = max(widest, locale.format(field, time, period).count)
    }
    for month in 1...12 {
      for day in 22...28 {
        var time = CivilTime(year: 2026, month: Int64(month), day: Int64(day))
        for hour in [Int64(0), 10, 22] {
          time.hour = hour
          time.minute = 58
          time.second = 58
          measure(time)
        }
      }
    }
    if field.modifier != nil {
      // Numerals and eras of a locale differ in length from value to value.
      for number in 0..<60 {
        var time = CivilTime(year: 1966 + Int64(number), month: 1, day: 1 + Int64(number % 31))
        time.month = 1 + Int64(number % 12)
        if time.day > 28 && time.month == 2 { time.month = 3 }
        time.hour = Int64(number % 24)
        time.minute = Int64(number)
        time.second = Int64(number)
        measure(time)
      }
    }
    return widest
  }
}
