/// Passwords in addresses, `mqtt://user:password@host/topic`, which no message shows: journals are read by others,
/// and what is typed wrong is still a password.
extension String {
  /// The string in quotes, as messages cite what somebody typed; long ones are cut after 60 characters, and
  /// of an address the password is left out.
  var quoted: String {
    let text = unicodeScalars
    let mark = text.indices.first { text[$0...].starts(with: "//".unicodeScalars) }
    let shown =
      mark.map {
        withoutPassword(after: text.index($0, offsetBy: 2), isAddress: text[..<$0].last == ":")
      } ?? self
    return shown.count > 60 ? "'\(shown.prefix(60))…'" : "'\(shown)'"
  }

  /// The same of what is an address, or stands where one may: without its `mqtt://`, too.
  ///
  /// - Parameter isAddress: whether it cannot be anything else.
  func quotedAsAddress(_ isAddress: Bool) -> String {
    let start = endOfScheme
    return withoutPassword(after: start, isAddress: isAddress || start > startIndex).quoted
  }

  /// A whole line without the passwords of the addresses in it, wherever they were typed: a file's name, a heading.
  /// An address goes from `//` to the next blank or quote.
  var withoutPasswords: String {
    let slash: Unicode.Scalar = "/"
    let text = unicodeScalars
    var (result, copied, index) = (String.UnicodeScalarView(), startIndex, startIndex)
    while index < endIndex {
      let next = text.index(after: index)
      guard text[index] == slash, next < endIndex, text[next] == slash else {
        index = next
        continue
      }
      let end =
        text[next...].firstIndex { $0.properties.isWhitespace || $0 == "'" || $0 == "\"" } ?? endIndex
      let token = String(text[text.index(after: next)..<end])
      result.append(contentsOf: text[copied...next])
      let shown = token.withoutPassword(after: token.startIndex, isAddress: text[..<index].last == ":")
      result.append(contentsOf: shown.unicodeScalars)
      (copied, index) = (end, end)
    }
    result.append(contentsOf: text[copied...])
    return String(result)
  }

  /// The string with `…` for a password, `mqtt://user:…@host/topic`; and for whatever stands behind a host
  /// where its port would be and is none, `mqtt://user:…`, as there was an `@` to come.
  ///
  /// - Parameters:
  ///   - start: where the user's name would begin.
  ///   - isAddress: whether it is known to be an address; else without an `@` it may be anything.
  func withoutPassword(after start: Index, isAddress: Bool) -> String {
    let text = unicodeScalars
    var (shown, host) = ("", start)
    if let behind = endOfBrackets(from: start) {
      host = behind
    } else if let at = text.lastIndex(of: "@"), at > start,
      let colon = text[start..<at].firstIndex(of: ":")
    {
      shown = String(text[...colon]) + "…"
      host = at
    }
    let place = text[host...].prefix { $0 != "/" }
    // Messages tell by it what an address is made of.
    let isForm = String(place) == "[user@]host[:port]"
    if isAddress, !isForm, let colon = place.firstIndex(of: ":") {
      var port = String(place[place.index(after: colon)...])
      // Of a sentence that goes on behind the address.
      while let last = port.last, ":,;.)".contains(last) { port.removeLast() }
      let isPort = port.isEmpty || decimal(port).map { (1...65535).contains($0) } == true
      if !isPort { return (shown.isEmpty ? String(text[..<host]) : shown) + String(text[host...colon]) + "…" }
    }
    return shown.isEmpty ? self : shown + String(text[host...])
  }

  /// Behind `[::1]`, where that stands at `start`.
  private func endOfBrackets(from start: Index) -> Index? {
    let text = unicodeScalars
    guard start < endIndex, text[start] == "[", let end = text[start...].firstIndex(of: "]") else {
      return nil
    }
    let address = text[text.index(after: start)..<end].prefix { $0 != "%" }
    let isAddress = address.allSatisfy { $0 == ":" || $0 == "." || $0.properties.isASCIIHexDigit }
    return isAddress ? text.index(after: end) : nil
  }

  /// Behind `mqtt://` or what somebody wrote for it: `mqtt:/`, `MQTT:`, `//`; the string's start where it has
  /// nothing of the kind.
  private var endOfScheme: Index {
    let text = unicodeScalars
    let letters = text.prefix { $0.properties.isAlphabetic }
    let word = String(letters).lowercased()
    guard word.isEmpty || word.hasPrefix("mq") && word.count <= 5 else { return startIndex }
    var index = letters.endIndex
    let hasColon = !word.isEmpty && index < endIndex && text[index] == ":"
    if hasColon { index = text.index(after: index) }
    let slashes = text[index...].prefix { $0 == "/" }
    let isScheme = slashes.count >= 2 || hasColon && (!slashes.isEmpty || word.hasPrefix("mqtt"))
    return isScheme ? slashes.endIndex : startIndex
  }
}
