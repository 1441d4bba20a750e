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
