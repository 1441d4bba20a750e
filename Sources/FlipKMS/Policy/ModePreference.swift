/// The setting `mode`: `preferred`, `current`, `WxH`, `WxH@Hz`, or a full modeline.
public enum ModePreference: Hashable, Sendable {
  case preferred
  /// What the output is showing when the program starts.
  case current
  /// One of the output's modes, by its size and, where it is given, its rate.
  case size(width: Int, height: Int, rate: Rate?, isInterlaced: Bool)
  /// A mode of the user's own, for a display that says nothing true about itself.
  case modeline(ModeDescription)

  /// A rate as it was written, to so many digits.
  public struct Rate: Hashable, Sendable {
    public var milliHertz: Int
    /// Half of what the last digit written is worth, in mHz, and the rounding of our own lists: a mode
    /// within this distance is what the user means. `60` takes 59.94, `60.00` doesn't.
    public var tolerance: Int

    public init(milliHertz: Int, tolerance: Int) {
      self.milliHertz = milliHertz
      self.tolerance = tolerance
    }
  }
}

/// Why the text of a display setting cannot be read. `message` says what was expected, in one line that
/// starts with that word.
public struct DisplaySyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  public var message: String
  public var description: String { message }

  public init(_ message: String) { self.message = message }

  /// The text has none of the forms that a mode is written in.
  public static let noMode = DisplaySyntaxError("expected preferred, current, WxH, WxH@Hz or a modeline")
}

extension ModePreference {
  /// Reads the setting.
  ///
  /// - Throws: what was expected, where the text is none of the forms.
  public init(_ text: String) throws(DisplaySyntaxError) {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" })
    guard let first = words.first else { throw .noMode }
    if words.count == 1 {
      switch first {
      case "preferred":
        self = .preferred
        return
      case "current":
        self = .current
        return
      default:
        self = try Self.size(first)
        return
      }
    }
    self = .modeline(try Modeline.parse(text))
  }

  private static func size(_ text: Substring) throws(DisplaySyntaxError) -> ModePreference {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard var extent = parts.first else { throw .noMode }
    let isInterlaced = extent.last == "i"
    if isInterlaced { extent.removeLast() }
    let sides = extent.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = wholeNumber(sides[0]), let height = wholeNumber(sides[1]) else {
      throw .noMode
    }
    guard (1...Modeline.maxSide).contains(width), (1...Modeline.maxSide).contains(height) else {
      throw DisplaySyntaxError(
        "expected a width and a height from 1 to \(Modeline.maxSide), not \(width)x\(height)")
    }
    guard parts.count == 2 else {
      return .size(width: width, height: height, rate: nil, isInterlaced: isInterlaced)
    }
    guard let (value, digits) = thousandths(parts[1]) else {
      throw DisplaySyntaxError("expected a rate in Hz such as 60 or 59.94, not \"\(printable(parts[1]))\"")
    }
    // 0 is what panels without a rate of their own state, and so what is printed of them.
    guard value <= 1_000_000 else {
      throw DisplaySyntaxError("expected a rate of at most 1000 Hz, not \(printable(parts[1]))")
    }
    let rate = Rate(milliHertz: value, tolerance: [500, 55, 10, 5][min(digits, 3)])
    return .size(width: width, height: height, rate: rate, isInterlaced: isInterlaced)
  }
}

extension ModePreference: CustomStringConvertible {
  /// As the setting is written; a modeline as its timings.
  public var description: String {
    switch self {
    case .preferred: return "preferred"
    case .current: return "current"
    case .size(let width, let height, let rate, let isInterlaced):
      let size = "\(width)x\(height)\(isInterlaced ? "i" : "")"
      guard let rate else { return size }
      return "\(size)@\(rate.tolerance == 500 ? String(rate.milliHertz / 1000) : hertz(rate.milliHertz))"
    case .modeline(let mode): return "modeline \(mode.preciseLabel)"
    }
  }
}

/// A whole number of digits alone, up to nine of them.
func wholeNumber(_ text: Substring) -> Int? {
  guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
    return nil
  }
  return Int(text)
}

/// A decimal number as thousandths (what is beyond is cut), and how many decimals it was written with.
func thousandths(_ text: Substring) -> (value: Int, digits: Int)? {
  let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
  guard let first = parts.first, let whole = wholeNumber(first) else { return nil }
  guard parts.count == 2 else { return (whole * 1000, 0) }
  guard wholeNumber(parts[1]) != nil else { return nil }
  let decimals = parts[1].utf8.prefix(3).map { Int($0) - 0x30 } + [0, 0, 0]
  return (whole * 1000 + decimals[0] * 100 + decimals[1] * 10 + decimals[2], parts[1].utf8.count)
}

/// Text of others as it may go into one line of ours: bounded, with everything that does not print escaped.
func printable(_ text: some StringProtocol, limit: Int = 120) -> String {
  var line = ""
  for scalar in text.unicodeScalars.prefix(limit) {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
      line += "\\u{\(String(scalar.value, radix: 16))}"
    default: line.unicodeScalars.append(scalar)
    }
  }
  return text.unicodeScalars.count > limit ? line + "…" : line
}
