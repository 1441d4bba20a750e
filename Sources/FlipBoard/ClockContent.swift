/// The time of day and the date, through strftime.
struct ClockContent: Hashable, Sendable {
  private let format: Format
  private let zone: Zone
  private let locale: NameLocale
  /// For each item of each row how many modules it owns, and at which end its value stands.
  private let slots: [[Slot]]
  /// Local seconds between which the text cannot change: a second, a minute, an hour or a day.
  private let granule: Int64
  let plan: Plan

  private struct Slot: Hashable {
    var modules: Int
    var isLeading: Bool
  }

  /// strftime's conversions, as glibc has them.
  static let letters = "aAbBcCdDeFgGhHIjklmMpPrRsSTuUVwWxXyYzZ%nt"

  /// - Parameter start: the earliest instant that is certain to fit, where it is before the year 2000.
  init(
    format text: String, zone: Zone, locale: NameLocale, start: Instant = Instant(nanoseconds: .max)
  ) throws(BoardError) {
    let format = try Format(parsing: text, letters: ClockContent.letters)
    let sizes = FieldSizes(
      zone: zone, locale: locale, since: min(start.seconds, FieldSizes.latestSince))
    self.format = format
    self.zone = zone
    self.locale = locale
    granule = format.fields.map(ClockContent.granule).min() ?? 86400
    var slots: [[Slot]] = []
    var rows: [Plan.Row] = []
    for row in format.rows {
      var rowSlots: [Slot] = []
      var items: [Plan.Item] = []
      for item in row {
        switch item {
        case .field(let field):
          let count = sizes.characters(of: field)
          rowSlots.append(Slot(modules: count, isLeading: ClockContent.isName(field)))
          items += Array(repeating: .module(units: 1), count: count)
        case .card(let parts):
          let characters = parts.reduce(0.0) { sum, part in
            switch part {
            case .field(let field): sum + Double(sizes.characters(of: field))
            case .literal(let literal): literal.reduce(sum) { $0 + Plan.characterUnits($1) }
            }
          }
          rowSlots.append(Slot(modules: 1, isLeading: true))
          items.append(.module(units: Plan.cardUnits(characters: characters)))
        case .literal(let literal):
          rowSlots.append(Slot(modules: 0, isLeading: true))
          items.append(.separator(Literal(literal)))
        }
      }
      slots.append(rowSlots)
      let tellsTime = row.contains { Format.fields(of: $0).contains { ClockContent.granule($0) < 86400 } }
      rows.append(Plan.Row(items: items, isMain: tellsTime))
    }
    if !rows.contains(where: \.isMain) {
      for index in rows.indices { rows[index].isMain = true }
    }
    self.slots = slots
    plan = Plan(rows: rows, stacks: true)
  }

  func shown(at instant: Instant) -> Shown {
    let seconds = instant.seconds
    let period = zone.period(at: seconds)
    let time = CivilTime(seconds: seconds + period.offset)
    var faces: [Face] = []
    var lines: [String] = []
    for (row, rowSlots) in zip(format.rows, slots) {
      var line = ""
      for (item, slot) in zip(row, rowSlots) {
        switch item {
        case .field(let field):
          let value = value(of: field, time, period, seconds)
          line += trimmed(value)
          appendFaces(of: value, modules: slot.modules, leading: slot.isLeading, to: &faces)
        case .card(let parts):
          var word = ""
          for part in parts {
            switch part {
            case .field(let field): word += value(of: field, time, period, seconds)
            case .literal(let literal): word += literal
            }
          }
          faces.append(Face(trimmed(word)))
          line += trimmed(word)
        case .literal(let literal):
          line += literal
        }
      }
      lines.append(trimmed(line))
    }
    return Shown(faces: faces, text: lines.joined(separator: "\n"))
  }

  /// The first instant after the given one at which the text may change.
  func nextCandidate(after instant: Instant) -> Instant? {
    let seconds = instant.seconds
    let offset = zone.period(at: seconds).offset
    var next = (floorDivide(seconds + offset, granule) + 1) * granule - offset
    if let transition = zone.nextTransition(after: seconds) { next = min(next, transition) }
    return next > Int64.max / nanosecond ? nil : Instant(seconds: next)
  }

  /// The last instant up to the given one at which the text may have changed.
  func lastCandidate(upTo instant: Instant) -> Instant? {
    let seconds = instant.seconds
    let offset = zone.period(at: seconds).offset
    var last = floorDivide(seconds + offset, granule) * granule - offset
    if let transition = zone.lastTransition(upTo: seconds) { last = max(last, transition) }
    return last < Int64.min / nanosecond ? nil : Instant(seconds: last)
  }

  private func value(
    of field: Format.Field, _ time: CivilTime, _ period: Zone.Period, _ seconds: Int64
  ) -> String {
    // glibc's %s asks for the process's own zone; the instant itself is what is meant.
    field.letter == "s" ? String(seconds) : locale.format(field, time, period)
  }

  /// How long a field's value stands at least, in seconds of local time.
  static func granule(_ field: Format.Field) -> Int64 {
    switch field.letter {
    case "c", "r", "s", "S", "T", "X": return 1
    case "M", "R": return 60
    case "H", "I", "k", "l", "p", "P": return 3600
    default: return 86400
    }
  }

  /// Words begin at their left end, numbers end at their right.
  static func isName(_ field: Format.Field) -> Bool { "aAbBcDFhpPrRTxXZ".contains(field.letter) }
}

/// Splits a value in one face a character, filled up with blanks to the field's own number of modules.
func appendFaces(of value: String, modules: Int, leading: Bool, to faces: inout [Face]) {
  let padding = max(0, modules - value.count)
  if !leading { faces += repeatElement(.blank, count: padding) }
  for character in leading ? value.prefix(modules) : value.suffix(modules) {
    faces.append(character == " " || character == "\u{A0}" ? .blank : Face(String(character)))
  }
  if leading { faces += repeatElement(.blank, count: padding) }
}

/// The text without spaces at its ends.
func trimmed(_ text: String) -> String {
  guard text.first == " " || text.last == " " else { return text }
  var rest = Substring(text)
  while rest.first == " " { rest.removeFirst() }
  while rest.last == " " { rest.removeLast() }
  return String(rest)
}
