import Glibc

/// What the program says about its work: one line each on standard error, `flip-kms: …`.
///
/// Under systemd each line starts with its journal priority, `<4>`, which the journal takes off again
/// (sd-daemon(3)).
struct Diagnostics: Sendable {
  /// How much a line matters; the numbers are syslog's, which the journal shares.
  enum Severity: Int, Sendable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
  }

  /// Where the lines go.
  let descriptor: Int32
  /// Whether the journal reads `descriptor`, and so wants priorities.
  let journal: Bool

  /// Standard error, with priorities where $JOURNAL_STREAM names the very file that standard error is.
  static func ofProcess() -> Diagnostics {
    Diagnostics(descriptor: STDERR_FILENO, journal: isJournal(STDERR_FILENO))
  }

  /// Writes one line. A standard error that is closed or full is nobody's fault: the line is lost.
  func say(_ severity: Severity, _ text: String) {
    let priority = journal ? "<\(severity.rawValue)>" : ""
    let line = "\(priority)flip-kms: \(text.withoutPasswords.printable)\n"
    var bytes = ArraySlice(line.utf8)
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if written > 0 {
        bytes = bytes.dropFirst(written)
      } else if errno != EINTR {
        return
      }
    }
  }

  /// $JOURNAL_STREAM is `DEVICE:INODE` of the stream that the journal gave (systemd.exec(5)).
  private static func isJournal(_ descriptor: Int32) -> Bool {
    guard let variable = getenv("JOURNAL_STREAM") else { return false }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    return String(cString: variable) == "\(status.st_dev):\(status.st_ino)"
  }
}

extension String {
  /// The string fit for one line of a terminal or a log: control characters, line separators and marks
  /// that turn the writing direction are written as `\n`, `\t`, `\u{1b}`.
  var printable: String {
    guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if scalar.isUnprintable {
          result += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }

  /// The string in quotes, as messages cite what somebody typed; long ones are cut after 60 characters, and
  /// of an address the password is left out.
  var quoted: String {
    let mark = unicodeScalars.indices.first { unicodeScalars[$0...].starts(with: "//".unicodeScalars) }
    let shown = mark.map { withoutPassword(after: unicodeScalars.index($0, offsetBy: 2)) } ?? self
    return shown.count > 60 ? "'\(shown.prefix(60))…'" : "'\(shown)'"
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
      result.append(contentsOf: token.withoutPassword(after: token.startIndex).unicodeScalars)
      (copied, index) = (end, end)
    }
    result.append(contentsOf: text[copied...])
    return String(result)
  }

  /// The string with `…` for a password, `mqtt://user:…@host/topic`: journals are read by others, and what is
  /// typed wrong is still a password.
  ///
  /// - Parameter start: where the user's name would begin.
  func withoutPassword(after start: Index) -> String {
    let text = unicodeScalars
    guard let at = text.lastIndex(of: "@"), at > start, text[start] != "[",
      let colon = text[start..<at].firstIndex(of: ":")
    else { return self }
    return String(text[...colon]) + "…" + String(text[at...])
  }
}

extension Unicode.Scalar {
  fileprivate var isUnprintable: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0: true
    // Line and paragraph separator, and the embeddings, overrides and isolates of bidirectional text.
    case 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
