/// One setting: a key of the configuration file and a long option of the same name. Everything that is
/// said of a setting anywhere (help, man pages, completions, the table in docs, messages) comes from here.
struct Setting: Sendable {
  var section: Section
  var key: String
  /// What it is, a phrase that fits a line or two of help.
  var meaning: String
  /// The word that stands for the value in help.
  var placeholder: String
  /// What follows "expected" in a message.
  var expected: String
  /// All values, or those worth offering.
  var choices: [String]
  var completion: Completion
  /// The default in words or as it would be written; empty where there is none.
  var fallback: String
  private var explain: (@Sendable (String) -> String?)?
  /// Sets it from its text; false where the text is no value of it.
  var assign: @Sendable (String, inout Settings) -> Bool
  /// What it comes to, as its text; empty where it is unset.
  var value: @Sendable (Settings) -> String

  /// A setting that is kept at `path`.
  init<Value: Sendable>(
    _ section: Section, _ key: String, at path: any WritableKeyPath<Settings, Value> & Sendable,
    as form: ValueForm<Value>, fallback: String, _ meaning: String,
    comesTo: (@Sendable (Settings) -> String)? = nil
  ) {
    self.section = section
    self.key = key
    self.meaning = meaning
    self.placeholder = form.placeholder
    self.expected = form.expected
    self.choices = form.choices
    self.completion = form.completion
    self.fallback = fallback
    self.explain = form.explain
    self.assign = { [read = form.read] text, settings in
      guard let value = read(text) else { return false }
      settings[keyPath: path] = value
      return true
    }
    self.value = comesTo ?? { [write = form.write] settings in write(settings[keyPath: path]) }
  }

  /// A setting that is nil until it is given, and comes to `otherwise` until then.
  init<Value: Sendable>(
    _ section: Section, _ key: String, at path: any WritableKeyPath<Settings, Value?> & Sendable,
    as form: ValueForm<Value>, else otherwise: @escaping @Sendable (Settings) -> Value, fallback: String,
    _ meaning: String
  ) {
    self.init(
      section, key, at: path, as: form.optional(), fallback: fallback, meaning,
      comesTo: { [write = form.write] in write($0[keyPath: path] ?? otherwise($0)) })
  }

  /// A bad value as a message cites it: without the password, even where it is no address yet.
  func cited(_ text: String) -> String {
    let isBroker = key == "mqtt"
    return isBroker || key == "feed" && !isPath(text) ? text.quotedAsAddress(isBroker) : text.quoted
  }

  /// What a message says of a bad value, from `expected` on.
  func complaint(about text: String) -> String {
    explain?(text) ?? "expected \(expected)" + (text.isEmpty ? "" : suggestion(for: text, in: choices))
  }
}

/// A section of the configuration file.
enum Section: String, CaseIterable, Sendable {
  case content
  case motion
  case look
  case display
  case feed

  /// What help says over the section's settings.
  var title: String {
    switch self {
    case .content: "what the board says"
    case .motion: "how flaps move"
    case .look: "how the board looks"
    case .display: "where and when it is shown"
    case .feed: "where text comes from"
    }
  }
}

extension Setting {
  /// All of them, section by section, in the order of every list.
  static let all: [Setting] = content + motion + look + display + feed

  /// The setting of that name.
  static func named(_ key: String) -> Setting? { byKey[key] }

  private static let byKey = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })
}
