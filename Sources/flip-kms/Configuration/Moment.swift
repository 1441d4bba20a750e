/// When a counter ends or began: a point in time, or a length counted from the start.
enum Moment: Hashable, Sendable {
  case at(CivilTime)
  /// Nanoseconds from the start of the program.
  case length(Int64)

  /// Reads an instant, or a length such as `90m`, `1h30m`, `2d`, `1.5s`.
  init?(_ text: String) {
    if let time = CivilTime(text) {
      self = .at(time)
    } else if let length = Moment.readLength(text) {
      self = .length(length)
    } else {
      return nil
    }
  }

  /// The way `init` reads.
  var text: String {
    switch self {
    case .at(let time): return time.text
    case .length(let nanoseconds):
      var seconds = nanoseconds / 1_000_000_000
      let fraction = Int(nanoseconds % 1_000_000_000)
      var text = ""
      for (unit, size) in Moment.units where size > 1 && seconds >= size {
        text += "\(seconds / size)\(unit)"
        seconds %= size
      }
      if fraction != 0 {
        var digits = padded(fraction, 9)
        while digits.hasSuffix("0") { digits.removeLast() }
        text += "\(seconds).\(digits)s"
      } else if seconds > 0 || text.isEmpty {
        text += "\(seconds)s"
      }
      return text
    }
  }

  private static let units: [(Unicode.Scalar, Int64)] = [("d", 86_400), ("h", 3600), ("m", 60), ("s", 1)]

  /// Numbers with a unit each, the greater unit first, no unit twice; up to 100 years.
  private static func readLength(_ text: String) -> Int64? {
    var scan = Scanner(text)
    var total: Int64 = 0
    var previous = Int64.max
    repeat {
      guard let number = scan.number() else { return nil }
      var billionths = 0
      if scan.take(".") {
        guard let fraction = scan.fraction() else { return nil }
        billionths = fraction
      }
      guard let (_, size) = units.first(where: { scan.take($0.0) }), size < previous else { return nil }
      previous = size
      let whole = Int64(number).multipliedReportingOverflow(by: size)
      guard !whole.overflow, whole.partialValue <= 36_525 * 86_400 else { return nil }
      total += whole.partialValue * 1_000_000_000 + Int64(billionths) * size
    } while !scan.isAtEnd
    return total <= 36_525 * 86_400 * 1_000_000_000 ? total : nil
  }
}

extension ValueForm where Value == Moment {
  static let moment = ValueForm(
    placeholder: "INSTANT|LENGTH",
    expected: "an instant such as 2026-12-31T23:59:59Z or a length such as 1h30m",
    read: { Moment($0) }, write: \.text)
}

extension ValueForm where Value == CivilTime {
  static let instant = ValueForm(
    placeholder: "INSTANT",
    expected: "an instant such as 2026-12-31T23:59:59.75, with Z, an offset such as +01:00, or neither",
    read: { CivilTime($0) }, write: \.text)
}
