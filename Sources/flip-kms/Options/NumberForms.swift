import FlipBoard

extension ValueForm where Value == Int {
  /// A whole number within bounds, in decimal digits.
  static func whole(_ placeholder: String, _ range: ClosedRange<Int>) -> ValueForm {
    ValueForm(
      placeholder: placeholder,
      expected: "a whole number from \(range.lowerBound) to \(range.upperBound)",
      read: { text in decimal(text).flatMap { range.contains($0) ? $0 : nil } },
      write: { String($0) })
  }
}

extension ValueForm where Value == Double {
  /// A number within bounds, written in decimal digits with at most one point: no exponent, no
  /// hexadecimal, no infinity.
  static func number(_ placeholder: String, _ range: ClosedRange<Double>) -> ValueForm {
    ValueForm(
      placeholder: placeholder,
      expected: "a number from \(plain(range.lowerBound)) to \(plain(range.upperBound))",
      read: { text in fraction(text).flatMap { range.contains($0) ? $0 : nil } },
      write: { plain($0) })
  }
}

extension ValueForm where Value == Size {
  /// `WxH` in pixels, each side within bounds.
  static func size(_ range: ClosedRange<Int>) -> ValueForm {
    ValueForm(
      placeholder: "WxH",
      expected: "a size in pixels such as 1920x1080, "
        + "from \(range.lowerBound)x\(range.lowerBound) to \(range.upperBound)x\(range.upperBound)",
      read: { text in
        let sides = text.split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2, let width = decimal(String(sides[0])), let height = decimal(String(sides[1])),
          range.contains(width), range.contains(height)
        else { return nil }
        return Size(width: width, height: height)
      },
      write: { "\($0.width)x\($0.height)" })
  }
}

extension ValueForm where Value == Color {
  /// `#rgb`, `#rrggbb` or `#rrggbbaa`.
  static let color = ValueForm(
    placeholder: "COLOUR", expected: "a colour such as #fff, #1a2b3c or #1a2b3cff",
    read: { text in
      guard text.utf8.first == UInt8(ascii: "#") else { return nil }
      let digits = text.utf8.dropFirst().map(hexadecimal)
      guard digits.allSatisfy({ $0 != nil }) else { return nil }
      let nibbles = digits.map { $0! }
      switch nibbles.count {
      case 3: return Color(red: nibbles[0] * 17, green: nibbles[1] * 17, blue: nibbles[2] * 17)
      case 6, 8:
        let bytes = stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] * 16 + nibbles[$0 + 1] }
        return Color(
          red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes.count == 4 ? bytes[3] : 255)
      default: return nil
      }
    },
    write: { color in
      let bytes = [color.red, color.green, color.blue] + (color.alpha == 255 ? [] : [color.alpha])
      return "#" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    })
}

/// A number of one to nine decimal digits.
func decimal(_ text: String) -> Int? {
  guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy(isDigit) else { return nil }
  return Int(text)
}

/// A number of decimal digits with at most one point, and at most 20 characters: `3`, `0.25`, `.5`, `-1`.
func fraction(_ text: String) -> Double? {
  let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
  let points = digits.count { $0 == UInt8(ascii: ".") }
  guard digits.count > points, points <= 1, digits.count <= 20,
    digits.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") })
  else { return nil }
  return Double(text)
}

/// A number as people write it: `3` rather than `3.0`, never with an exponent in the ranges used here.
func plain(_ number: Double) -> String {
  if number == number.rounded(), abs(number) < 1e15 { return String(Int64(number)) }
  let text = String(number)
  guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...]),
    exponent < 0
  else { return text }
  // 1.5e-05 becomes 0.000015.
  let sign = number < 0 ? "-" : ""
  let digits = text[..<mark].filter { $0 != "." && $0 != "-" }
  let trimmed = digits.hasSuffix("0") && digits.count > 1 ? String(digits.dropLast()) : String(digits)
  return sign + "0." + String(repeating: "0", count: -exponent - 1) + trimmed
}

private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

private func hexadecimal(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
