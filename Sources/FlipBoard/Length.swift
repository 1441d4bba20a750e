/// A length of time in nanoseconds; never negative where it is read from a text.
public struct Length: Hashable, Comparable, Sendable {
  public var nanoseconds: Int64

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Whole and parts of seconds, to the nearest nanosecond; held at the ends of the range.
  public init(seconds: Double) {
    let value = (seconds * Double(nanosecond)).rounded()
    if value >= Double(Int64.max) {
      nanoseconds = .max
    } else if value <= Double(Int64.min) {
      nanoseconds = .min
    } else {
      nanoseconds = value.isNaN ? 0 : Int64(value)
    }
  }

  public static let zero = Length(nanoseconds: 0)

  public static func < (a: Length, b: Length) -> Bool { a.nanoseconds < b.nanoseconds }

  /// In seconds.
  public var seconds: Double { Double(nanoseconds) / Double(nanosecond) }

  /// What is expected in place of a length that a signed 64-bit count of nanoseconds does not hold, in words.
  public static let range = "a length of at most 106751 days"

  /// Reads `90m`, `1h30m`, `2d`, `1.5s`, `250ms`, or a bare number of seconds. Units, each at most once
  /// and from the largest down: `w`, `d`, `h`, `m`, `s`, `ms`.
  ///
  /// - Throws: `BoardError` for `setting` when the text is no length or is past 292 years.
  public init(parsing text: String, setting: String) throws(BoardError) {
    let fault = BoardError(
      setting: setting, value: text, expected: "a length such as 90m, 1h30m or 0.5 (seconds)")
    let units: [(name: String, nanoseconds: Int64)] = [
      ("w", 604_800 * nanosecond), ("d", 86_400 * nanosecond), ("h", 3_600 * nanosecond),
      ("m", 60 * nanosecond), ("s", nanosecond), ("ms", 1_000_000),
    ]
    var rest = Substring(text)
    var total: Int64 = 0
    var nextUnit = 0
    guard !rest.isEmpty else { throw fault }
    while !rest.isEmpty {
      let number = rest.prefix { $0.isASCII && $0.isWholeNumber || $0 == "." }
      rest = rest.dropFirst(number.count)
      let unit = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(unit.count)
      let scale: Int64
      if unit.isEmpty {
        guard nextUnit == 0, rest.isEmpty else { throw fault }
        scale = nanosecond
      } else {
        guard let index = units.firstIndex(where: { $0.name == unit }), index >= nextUnit else { throw fault }
        scale = units[index].nanoseconds
        nextUnit = index + 1
      }
      guard isNumber(number) else { throw fault }
      let tooLong = BoardError(setting: setting, value: text, expected: Length.range)
      guard let part = scaled(number, by: scale) else { throw tooLong }
      let (sum, overflow) = total.addingReportingOverflow(part)
      guard !overflow else { throw tooLong }
      total = sum
    }
    nanoseconds = total
  }
}

/// Whether these digits and points are a number.
private func isNumber(_ number: Substring) -> Bool {
  number.contains { $0 != "." } && number.filter { $0 == "." }.count <= 1
}

/// The decimal number times the unit, exact to the nanosecond; nil where it is out of range.
private func scaled(_ number: Substring, by unit: Int64) -> Int64? {
  let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
  guard let first = parts.first else { return nil }
  var total: Int64 = 0
  if !first.isEmpty {
    guard let whole = Int64(first) else { return nil }
    let (product, overflow) = whole.multipliedReportingOverflow(by: unit)
    guard !overflow else { return nil }
    total = product
  }
  if parts.count == 2 {
    var scale = unit
    // Each digit is a tenth of the place before it; what is finer than a nanosecond is dropped.
    for digit in parts[1].utf8 {
      scale /= 10
      let (sum, overflow) = total.addingReportingOverflow(Int64(digit - 0x30) * scale)
      guard !overflow else { return nil }
      total = sum
    }
  }
  return total
}
