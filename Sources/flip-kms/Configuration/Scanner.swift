/// Reads a text from its front, byte by byte, for the small grammars of values.
struct Scanner {
  private var rest: ArraySlice<UInt8>

  init(_ text: some StringProtocol) { rest = ArraySlice(text.utf8) }

  var isAtEnd: Bool { rest.isEmpty }

  /// Whether `character` came next; it is passed over then.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let next = rest.first, UInt32(next) == character.value else { return false }
    rest.removeFirst()
    return true
  }

  /// Passes over spaces and tabs; whether there were any.
  @discardableResult
  mutating func skipSpaces() -> Bool {
    let before = rest.count
    while let next = rest.first, next == 0x20 || next == 0x09 { rest.removeFirst() }
    return rest.count < before
  }

  /// Exactly `count` decimal digits.
  mutating func digits(_ count: Int) -> Int? {
    guard rest.count >= count, let value = decimal(String(decoding: rest.prefix(count), as: UTF8.self))
    else { return nil }
    rest.removeFirst(count)
    return value
  }

  /// One to nine decimal digits, as many as there are.
  mutating func number() -> Int? {
    let count = rest.prefix(while: { (0x30...0x39).contains($0) }).count
    return (1...9).contains(count) ? digits(count) : nil
  }

  /// The digits behind a decimal point, as billionths; at most nine.
  mutating func fraction() -> Int? {
    let count = rest.prefix(while: { (0x30...0x39).contains($0) }).count
    guard (1...9).contains(count), var value = digits(count) else { return nil }
    for _ in count..<9 { value *= 10 }
    return value
  }

  /// ASCII letters, as many as there are.
  mutating func letters() -> String? {
    let word = rest.prefix { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
    guard !word.isEmpty else { return nil }
    rest.removeFirst(word.count)
    return String(decoding: word, as: UTF8.self)
  }
}
