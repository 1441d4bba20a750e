import FlipBoard
import Glibc

// Values whose grammar belongs to the board: read there, kept here as they were written, so that a
// message and `check` can cite them.

extension ValueForm where Value == String {
  /// A text that `read` takes; what it throws says what was expected.
  private static func checked(
    _ placeholder: String, _ expected: String, completion: Completion = .choices,
    _ read: @escaping @Sendable (String) throws(BoardError) -> Void
  ) -> ValueForm {
    ValueForm(
      placeholder: placeholder, expected: expected, completion: completion,
      read: { text in (try? read(text)) == nil ? nil : text }, write: { $0 },
      explain: { text in
        do throws(BoardError) { try read(text) } catch { return error.complaint }
        return nil
      })
  }

  /// An instant; where it is local, the zone of the settings decides later which one.
  static let instant = checked(
    "INSTANT", "an instant such as 2026-12-31T23:59:59.75, with Z, an offset such as +01:00, or neither"
  ) { text throws(BoardError) in
    _ = try Instant(parsing: text, zone: .utc)
  }

  /// An instant or a length.
  static let moment = ValueForm(
    placeholder: "INSTANT|LENGTH",
    expected: "an instant such as 2026-12-31T23:59:59Z or a length such as 1h30m",
    read: { text in
      let isLength = (try? Length(parsing: text, setting: "")) != nil
      return isLength || (try? Instant(parsing: text, zone: .utc)) != nil ? text : nil
    },
    write: { $0 },
    explain: { text in
      // It began as one or the other does.
      for told in [
        complaint { () throws(BoardError) in _ = try Instant(parsing: text, zone: .utc) },
        complaint { () throws(BoardError) in _ = try Length(parsing: text, setting: "") },
      ] {
        if let told, [Instant.range, Instant.noLeapSecond, Length.range].contains(told.expected) {
          return told.complaint
        }
      }
      return nil
    })

  /// The name of a zone that the system knows.
  static let zone = checked("ZONE", "the name of a zone such as Europe/Berlin", completion: .zone) {
    text throws(BoardError) in
    _ = try Zone(named: text)
  }

  /// The faces of a drum.
  static let drum = ValueForm(
    placeholder: "FACES", expected: "two different faces or more, such as \" ABC123\"",
    read: { text in
      guard let text = filled("", "").read(text), Drum(text).faces.count > 1 else { return nil }
      return text
    },
    write: { $0 }, explain: filled("", "").explain)

  /// A locale that the system has.
  static let locale = checked("LOCALE", "a locale that `locale -a` lists, in UTF-8") {
    text throws(BoardError) in
    _ = try NameLocale(named: text)
  }
}

/// What `read` refuses; nil where it does not.
private func complaint(_ read: () throws(BoardError) -> Void) -> BoardError? {
  do throws(BoardError) { try read() } catch { return error }
  return nil
}

extension BoardError {
  /// What follows a bad value in a message.
  var complaint: String {
    "expected \(expected)" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
      // That it is not there is what was said.
      + (code == ENOENT ? "" : call.map { " (\($0): \(describe(code)))" } ?? "")
  }
}
