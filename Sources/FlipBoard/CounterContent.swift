/// What is left until an instant, or gone since one, in days, hours, minutes and seconds. It counts
/// absolute seconds: no zone and no clock change comes into it.
struct CounterContent: Hashable, Sendable {
  static let letters = "DHMS%nt"

  private let format: Format
  private let isCountdown: Bool
  /// The end of a countdown, the beginning of a countup.
  private let zero: Int64
  /// The units that the format has, from the largest down.
  private let units: [Unit]
  /// How many digits the largest unit owns.
  let digits: Int
  let plan: Plan

  private struct Unit: Hashable, Sendable {
    var letter: Character
    var seconds: Int64
    var nanoseconds: UInt64 { UInt64(seconds * nanosecond) }
  }

  private static let allUnits = [
    Unit(letter: "D", seconds: 86400), Unit(letter: "H", seconds: 3600), Unit(letter: "M", seconds: 60),
    Unit(letter: "S", seconds: 1),
  ]

  /// - Parameter including: an instant whose value is to fit, besides the one at the start. Counting up,
  ///   two digits always do, so that 9 → 10 flips the new one from blank.
  init(_ configuration: BoardConfiguration, including instant: Instant? = nil) throws(BoardError) {
    let text = configuration.format ?? BoardConfiguration.defaultFormat(configuration.show)
    let format = try Format(parsing: text, letters: CounterContent.letters)
    isCountdown = configuration.show == .countdown
    let moment = isCountdown ? configuration.until : configuration.since ?? .instant(configuration.start)
    switch moment {
    case .instant(let instant): zero = instant.nanoseconds
    case .length(let length):
      let start = configuration.start.nanoseconds
      let (sum, isBeyond) =
        isCountdown
        ? start.addingReportingOverflow(length.nanoseconds)
        : start.subtractingReportingOverflow(length.nanoseconds)
      guard !isBeyond else {
        throw BoardError(
          setting: isCountdown ? "until" : "since", value: "\(length.seconds)",
          expected: "a length within the clock's reach, \(Instant.reach)")
      }
      zero = sum
    case nil:
      throw BoardError(setting: "until", value: "", expected: "the instant that the countdown ends at")
    }
    let present = CounterContent.allUnits.filter { unit in
      format.fields.contains { $0.letter == unit.letter }
    }
    guard let largest = present.first, let smallest = present.last else {
      throw BoardError(setting: "format", value: text, expected: "at least one of %D, %H, %M, %S")
    }
    self.format = format
    units = present
    var most = isCountdown ? 1 : 2
    for instant in [configuration.start, instant ?? configuration.start] {
      let count = CounterContent.count(
        at: instant.nanoseconds, zero: zero, isCountdown: isCountdown, unit: smallest)
      most = max(most, String(count * smallest.seconds / largest.seconds).count)
    }
    digits = most
    let widths = CounterContent.widths(units: present, digits: most)
    var rows: [Plan.Row] = []
    for row in format.rows {
      var items: [Plan.Item] = []
      for item in row {
        switch item {
        case .field(let field):
          items += Array(
            repeating: .module(units: 1), count: max(field.minimum, widths[field.letter] ?? 1))
        case .card(let parts):
          let characters = parts.reduce(0.0) { sum, part in
            switch part {
            case .field(let field): sum + Double(max(field.minimum, widths[field.letter] ?? 1))
            case .literal(let literal): literal.reduce(sum) { $0 + Plan.characterUnits($1) }
            }
          }
          items.append(.module(units: Plan.cardUnits(characters: characters)))
        case .literal(let literal): items.append(.separator(Literal(literal)))
        }
      }
      let counts = row.contains { !Format.fields(of: $0).isEmpty }
      rows.append(Plan.Row(items: items, isMain: counts))
    }
    plan = Plan(rows: rows, stacks: true)
  }

  /// Whether the value at that instant has more digits than there are modules.
  func overflows(at instant: Instant) -> Bool {
    String(seconds(at: instant) / units[0].seconds).count > digits
  }

  func shown(at instant: Instant) -> Shown {
    var rest = seconds(at: instant)
    var values: [Character: Int64] = [:]
    for unit in units {
      values[unit.letter] = rest / unit.seconds
      rest %= unit.seconds
    }
    let widths = CounterContent.widths(units: units, digits: digits)
    var faces: [Face] = []
    var lines: [String] = []
    for row in format.rows {
      var line = ""
      for item in row {
        switch item {
        case .field(let field):
          let value = field.padded(values[field.letter] ?? 0)
          line += trimmed(value)
          appendFaces(
            of: value, modules: max(field.minimum, widths[field.letter] ?? 1), leading: false, to: &faces)
        case .card(let parts):
          let word = parts.reduce("") { word, part in
            switch part {
            case .field(let field): word + field.padded(values[field.letter] ?? 0)
            case .literal(let literal): word + literal
            }
          }
          faces.append(Face(trimmed(word)))
          line += trimmed(word)
        case .literal(let literal): line += literal
        }
      }
      lines.append(trimmed(line))
    }
    return Shown(faces: faces, text: lines.joined(separator: "\n"))
  }

  func nextCandidate(after instant: Instant) -> Instant? {
    let time = instant.nanoseconds
    let unit = units[units.count - 1].nanoseconds
    if isCountdown {
      guard time < zero else { return nil }
      // At the end of the unit that has begun; on its very border a whole one is left.
      let part = CounterContent.distance(from: time, to: zero) % unit
      return Instant(nanoseconds: saturatingAdd(time, Int64(part == 0 ? unit : part)))
    }
    let (from, part) =
      time > zero ? (time, CounterContent.distance(from: zero, to: time) % unit) : (zero, 0)
    let next = saturatingAdd(from, Int64(unit - part))
    return next == .max ? nil : Instant(nanoseconds: next)
  }

  func lastCandidate(upTo instant: Instant) -> Instant? {
    let time = instant.nanoseconds
    let unit = units[units.count - 1].nanoseconds
    if isCountdown {
      guard time < zero else { return Instant(nanoseconds: zero) }
      let part = CounterContent.distance(from: time, to: zero) % unit
      let last = saturatingSubtract(time, part == 0 ? 0 : Int64(unit - part))
      return last == .min ? nil : Instant(nanoseconds: last)
    }
    guard time > zero else { return nil }
    let gone = CounterContent.distance(from: zero, to: time)
    return gone < unit ? nil : Instant(nanoseconds: time - Int64(gone % unit))
  }

  /// What is shown then, in seconds of whole smallest units.
  private func seconds(at instant: Instant) -> Int64 {
    let smallest = units[units.count - 1]
    return smallest.seconds
      * CounterContent.count(
        at: instant.nanoseconds, zero: zero, isCountdown: isCountdown, unit: smallest)
  }

  /// In whole units: what is left rounded up, so that it reads zero exactly at its end; what is gone
  /// rounded down. Never negative.
  private static func count(at time: Int64, zero: Int64, isCountdown: Bool, unit: Unit) -> Int64 {
    if isCountdown {
      guard time < zero else { return 0 }
      let left = distance(from: time, to: zero)
      return Int64(left / unit.nanoseconds) + (left % unit.nanoseconds == 0 ? 0 : 1)
    }
    return time > zero ? Int64(distance(from: zero, to: time) / unit.nanoseconds) : 0
  }

  /// Nanoseconds between two instants, the later one last: up to the 584 years that instants span, twice
  /// what the sign would leave room for.
  private static func distance(from earlier: Int64, to later: Int64) -> UInt64 {
    UInt64(bitPattern: later &- earlier)
  }

  /// Digits of each unit at its largest: a unit counts up to the next larger one in the format.
  private static func widths(units: [Unit], digits: Int) -> [Character: Int] {
    var widths: [Character: Int] = [:]
    for (index, unit) in units.enumerated() {
      widths[unit.letter] =
        index == 0 ? digits : String(units[index - 1].seconds / unit.seconds - 1).count
    }
    return widths
  }
}

extension Format.Field {
  /// The least digits: days are not padded, hours, minutes and seconds are to two.
  fileprivate var minimum: Int { width ?? (letter == "D" || flags.contains("-") ? 1 : 2) }

  fileprivate func padded(_ value: Int64) -> String {
    let text = String(value)
    let padding = flags.contains("_") ? " " : "0"
    let count = flags.contains("-") ? 0 : minimum - text.count
    return String(repeating: padding, count: max(0, count)) + text
  }
}
