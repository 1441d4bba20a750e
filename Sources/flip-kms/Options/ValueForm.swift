/// How a setting's value is written: what to call it, what to say when it is wrong, and the way there
/// and back.
///
/// `read(write(value)) == value` for every value that `read` can give.
struct ValueForm<Value: Sendable>: Sendable {
  /// The word that stands for the value in help: `SECONDS`.
  var placeholder: String
  /// What follows "expected" in a message: `a number from 0.05 to 60`.
  var expected: String
  /// All values, or those worth offering, for completions and "did you mean".
  var choices: [String] = []
  /// What a shell should complete.
  var completion = Completion.choices
  /// The value, or nil where the text is none.
  var read: @Sendable (String) -> Value?
  /// The text that `read` understands.
  var write: @Sendable (Value) -> String
  /// What a message says of a bad text, from "expected" on, where it can say more than `expected`.
  var explain: (@Sendable (String) -> String?)?
}

/// What a shell should offer for a value.
enum Completion: Sendable {
  /// The form's own choices, if any.
  case choices
  case file
  case folder
  /// A name under /usr/share/zoneinfo.
  case zone
}

extension ValueForm {
  /// The form whose value may be absent; an empty text means that.
  func orEmpty() -> ValueForm<Value?> {
    ValueForm<Value?>(
      placeholder: placeholder, expected: expected, choices: choices, completion: completion,
      read: { [read] text in text.isEmpty ? .some(nil) : read(text).map(Optional.some) },
      write: { [write] value in value.map(write) ?? "" }, explain: explain)
  }

  /// The form whose value may be absent; there is no text for that.
  func optional() -> ValueForm<Value?> {
    ValueForm<Value?>(
      placeholder: placeholder, expected: expected, choices: choices, completion: completion,
      read: { [read] text in read(text).map(Optional.some) },
      write: { [write] value in value.map(write) ?? "" }, explain: explain)
  }

  /// The same form under other words.
  func named(_ placeholder: String, expected: String? = nil) -> ValueForm {
    var form = self
    form.placeholder = placeholder
    form.expected = expected ?? form.expected
    return form
  }
}

extension ValueForm where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of a few words.
  static var word: ValueForm {
    let names = Value.allCases.map(\.rawValue)
    return ValueForm(
      placeholder: names.joined(separator: "|"), expected: alternatives(names), choices: names,
      read: { Value(rawValue: $0) }, write: \.rawValue)
  }
}

extension ValueForm where Value == Bool {
  /// `on` or `off`.
  static let onOff = ValueForm(
    placeholder: "on|off", expected: "on or off", choices: ["on", "off"],
    read: { $0 == "on" ? true : $0 == "off" ? false : nil }, write: { $0 ? "on" : "off" })
}

extension ValueForm where Value == String {
  /// A text of at most 4096 bytes. A line feed is kept as `\n`, as a configuration has it; other control
  /// characters are none of a text's, and might be commands to the terminal that `check` prints it on.
  static func text(_ placeholder: String, _ expected: String, completion: Completion = .choices) -> ValueForm
  {
    ValueForm(
      placeholder: placeholder, expected: expected, completion: completion,
      read: { text in
        guard text.utf8.count <= longestText else { return nil }
        var line = ""
        for scalar in text.unicodeScalars {
          if scalar == "\n" {
            line += "\\n"
          } else {
            guard !scalar.isControl else { return nil }
            line.unicodeScalars.append(scalar)
          }
        }
        return line
      },
      write: { $0 },
      explain: { text in
        if text.utf8.count > longestText { return "expected at most \(longestText) bytes" }
        let holdsControl = text.unicodeScalars.contains { $0.isControl && $0 != "\n" }
        return holdsControl ? "expected no control characters" : nil
      })
  }

  /// A text of at least one character.
  static func filled(
    _ placeholder: String, _ expected: String, completion: Completion = .choices
  ) -> ValueForm {
    var form = text(placeholder, expected, completion: completion)
    form.read = { [read = form.read] in $0.isEmpty ? nil : read($0) }
    return form
  }
}

/// Bytes that a setting's text may have.
private let longestText = 4096

extension Unicode.Scalar {
  /// Whether this is one of the C0 or C1 control characters, or DEL.
  var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }
}

/// "a, b or c"
func alternatives(_ names: [String]) -> String {
  guard names.count > 1, let last = names.last else { return names.first ?? "" }
  return names.dropLast().joined(separator: ", ") + " or " + last
}
