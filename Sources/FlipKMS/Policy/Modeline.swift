/// Reads a modeline as X servers and the tools `cvt` and `gtf` write it:
/// `[Modeline] ["name"] clock hdisp hsyncstart hsyncend htotal vdisp vsyncstart vsyncend vtotal [flags]`,
/// the clock in MHz (xorg.conf(5)).
enum Modeline {
  /// The longest side and total that a mode can have: the kernel keeps them in 16 bits, and drivers stop
  /// far below.
  static let maxSide = 32_767

  static func parse(_ text: String) throws(DisplaySyntaxError) -> ModeDescription {
    var words = text.split(whereSeparator: { $0 == " " || $0 == "\t" })
    if words.first?.lowercased() == "modeline" { words.removeFirst() }
    var name: String?
    if let first = words.first, first.hasPrefix("\"") {
      // A name may hold blanks: it ends with the word that ends in a quote.
      guard let last = words.firstIndex(where: { $0.hasSuffix("\"") && ($0.count > 1 || $0 != first) }) else {
        throw DisplaySyntaxError("expected a closing quote after the modeline's name")
      }
      name = String(words[...last].joined(separator: " ").dropFirst().dropLast())
      words.removeFirst(last + 1)
    } else if let first = words.first, thousandths(first) == nil {
      name = String(first)
      words.removeFirst()
    }
    guard words.count >= 9 else {
      throw DisplaySyntaxError(
        "expected the nine numbers of a modeline, its clock in MHz, four horizontal and four vertical ones, "
          + "not \(words.count)")
    }
    guard let (clock, _) = thousandths(words[0]) else {
      throw DisplaySyntaxError(
        "expected a modeline's clock in MHz, such as 148.5, not \"\(printable(words[0]))\"")
    }
    guard (1...10_000_000).contains(clock) else {
      throw DisplaySyntaxError("expected a clock of 0.001 to 10000 MHz, not \(printable(words[0]))")
    }
    var numbers: [Int] = []
    for word in words[1..<9] {
      guard let number = wholeNumber(word), (1...maxSide).contains(number) else {
        throw DisplaySyntaxError("expected timings from 1 to \(maxSide), not \"\(printable(word))\"")
      }
      numbers.append(number)
    }
    try check(Array(numbers[0..<4]), "horizontal")
    try check(Array(numbers[4..<8]), "vertical")

    var mode = ModeDescription(
      width: numbers[0], height: numbers[4], clockKHz: clock, htotal: numbers[3], vtotal: numbers[7])
    (mode.hsyncStart, mode.hsyncEnd) = (numbers[1], numbers[2])
    (mode.vsyncStart, mode.vsyncEnd) = (numbers[5], numbers[6])
    mode.flags = try flags(words[9...], into: &mode)
    mode.isUserDefined = true
    mode.name = name.map { printable($0, limit: 31) }
    guard let rate = mode.milliHertz, (1000...1_000_000).contains(rate) else {
      throw DisplaySyntaxError(
        "expected a modeline of 1 to 1000 Hz, not \(hertz(mode.milliHertz ?? 0)): is its clock in MHz?")
    }
    return mode
  }

  private static func check(_ side: [Int], _ direction: String) throws(DisplaySyntaxError) {
    guard side[0] <= side[1], side[1] < side[2], side[2] <= side[3] else {
      throw DisplaySyntaxError(
        "expected \(direction) numbers that rise from visible over sync start and sync end to total, not "
          + side.map(String.init).joined(separator: " "))
    }
  }

  private static func flags(
    _ words: ArraySlice<Substring>, into mode: inout ModeDescription
  ) throws(DisplaySyntaxError) -> ModeFlags {
    var flags: ModeFlags = []
    var rest = words
    while let word = rest.popFirst() {
      switch word.lowercased() {
      case "+hsync": flags.insert(.positiveHSync)
      case "-hsync": flags.insert(.negativeHSync)
      case "+vsync": flags.insert(.positiveVSync)
      case "-vsync": flags.insert(.negativeVSync)
      case "interlace": flags.insert(.interlace)
      case "doublescan": flags.insert(.doubleScan)
      case "composite", "csync": flags.insert(.compositeSync)
      case "+csync": flags.formUnion([.compositeSync, .positiveCSync])
      case "-csync": flags.formUnion([.compositeSync, .negativeCSync])
      case "vscan":
        guard let count = rest.popFirst().flatMap({ wholeNumber($0) }), (1...64).contains(count) else {
          throw DisplaySyntaxError("expected a number from 1 to 64 after vscan")
        }
        mode.vscan = count
      default:
        throw DisplaySyntaxError(
          "expected flags out of +hsync, -hsync, +vsync, -vsync, interlace, doublescan, composite, "
            + "+csync, -csync and vscan N, not \"\(printable(word))\"")
      }
    }
    let pairs: [(ModeFlags, String)] = [
      ([.positiveHSync, .negativeHSync], "hsync"), ([.positiveVSync, .negativeVSync], "vsync"),
      ([.positiveCSync, .negativeCSync], "csync"),
    ]
    for (both, name) in pairs where flags.isSuperset(of: both) {
      throw DisplaySyntaxError("expected either +\(name) or -\(name), not both")
    }
    return flags
  }
}
