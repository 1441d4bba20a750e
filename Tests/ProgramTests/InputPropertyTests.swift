import FlipBoard
import Testing

@testable import flip_kms

/// Values as a file has them, and what they mean; nil where they are at fault.
private let quotedValues: [(String, String?)] = [
  ("\"A\"", "A"), ("\"\"", ""), ("\"\"\"", "\""), ("\" A \"", " A "), ("A\"", "A\""),
  ("a \"b\" c", "a \"b\" c"),
  ("\"A", nil), ("\"", nil), ("\"A\" B", nil), ("\"A\" # B", nil),
]

/// What holds for whatever is given, over many inputs that nobody would write; the same ones each time.
@Suite struct InputPropertyTests {
  /// A small generator of numbers (xorshift), so that what fails can be looked at again.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
  }

  private static let pieces = [
    "\"", "'", "\\", "\\n", " ", "\t", "=", ":", "#", ";", "[", "]", "{", "}", "%", "%H", "%%", "%d", "-",
    "--",
    "/", "//", "@", ",", ".", "0", "1", "9", "999999999", "a", "A", "Mon", "é", "e\u{301}", "\u{301}", "漢",
    "😀",
    "\u{202E}", "\u{A0}", "\u{85}", "\u{7F}", "\u{1B}[31m", "\r", "\u{FEFF}", "mqtt://", "user:secret@",
    "host",
    "22:00-06:30", "30%", "1920x1080", "@60", "#fff", "2026-01-01", "T10:00:00", "Z", "1h30m", "d",
  ]

  private func text(_ numbers: inout Numbers, _ pieces: [String], upTo count: Int) -> String {
    (0..<Int.random(in: 0...count, using: &numbers)).map { _ in pieces.randomElement(using: &numbers)! }
      .joined()
  }

  /// Any text that a setting takes comes back from a file as it is, through the spelling that `check` prints.
  @Test func everyTextSurvivesAFile() throws {
    var numbers = Numbers(state: 0x1234_5678_9ABC_DEF1)
    for round in 0..<5000 {
      let value = text(&numbers, InputPropertyTests.pieces, upTo: 8)
      var alone = Settings()
      guard Setting.named("text")!.assign(value, &alone) else { continue }
      // A line end within a text is spelt \n by then.
      let kept = Setting.named("text")!.value(alone)
      let bytes = Array("[content]\nshow = text\ntext = \(iniValue(kept))\n".utf8)
      let document = IniDocument(bytes)
      #expect(document.defects == [], "\(round): \(value)")
      #expect(document.entries.last?.value == kept, "\(round): \(value)")
    }
  }

  /// Every setting takes a text or says in one printable line what it expects; what it takes, it writes so
  /// that it takes it again for the same.
  @Test func everySettingTakesOrTells() {
    var numbers = Numbers(state: 0x0DDB_A115_EED5_0001)
    for setting in Setting.all where !["timezone", "locale"].contains(setting.key) {
      for _ in 0..<500 {
        let value = text(&numbers, InputPropertyTests.pieces, upTo: 6)
        var settings = Settings()
        if setting.assign(value, &settings) {
          var again = Settings()
          #expect(setting.assign(setting.value(settings), &again), "\(setting.key) = \(value)")
          #expect(again == settings, "\(setting.key) = \(value)")
        } else {
          let line = "\(value.quoted), \(setting.complaint(about: value))".printable
          #expect(setting.complaint(about: value).hasPrefix("expected "), "\(setting.key) = \(value)")
          #expect(!line.unicodeScalars.contains { $0.isControl }, "\(setting.key) = \(value)")
        }
      }
    }
  }

  /// Any bytes are a configuration or faults of its lines, each told once and within bounds.
  @Test func anyBytesAreAConfigurationOrFaults() {
    var numbers = Numbers(state: 0xFEED_FACE_CAFE_BEEF)
    let lines = [
      "[content]", "[look", "[feed]", "[]", "rows = ", "text = ", "font=", "nonsense", "= x", ":", "\n",
      "\r\n",
      "  ", "\u{0}", "# ", "off: ",
    ]
    for round in 0..<1000 {
      var bytes = Array(text(&numbers, lines + InputPropertyTests.pieces + ["\n", "\n"], upTo: 30).utf8)
      if round % 3 == 0, !bytes.isEmpty {
        bytes[bytes.count / 2] = UInt8.random(in: 0...255, using: &numbers)
      }
      do throws(Failure) {
        _ = try Resolution.resolve(file: ConfigurationFile(path: "c", bytes: bytes), options: [])
      } catch {
        #expect(error.code == .configuration, "\(bytes)")
        let count = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).count
        for fault in error.faults {
          #expect(fault.place.map { (1...count).contains($0.line) } ?? true, "\(bytes)")
          #expect(!fault.message.isEmpty && fault.message.count < 1000, "\(bytes)")
        }
      }
    }
  }

  /// Any words are a command line or one line with code 64.
  @Test func anyWordsAreACommandLineOrAFault() {
    var numbers = Numbers(state: 0x5EED_5EED_5EED_5EED)
    let words =
      Command.allCases.map(\.rawValue) + Setting.all.map { "--\($0.key)" } + CommandOption.all.map(\.spelling)
      + [
        "--", "-", "-o", "-ox", "-h", "--size=", "--text=x", "--json=1", "x", "", "---", "--=", "-=", "=",
        "é",
      ]
    for _ in 0..<5000 {
      let arguments = (0..<Int.random(in: 0...6, using: &numbers)).map { _ in
        words.randomElement(using: &numbers)!
      }
      do throws(Failure) {
        let invocation = try Invocation(arguments)
        let known = Set(invocation.command.options.map(\.name)).union(["version", "print", "help"])
        let isHelp = ["help", "version", "print"].contains { invocation[$0] != nil }
        #expect(isHelp || invocation.options.keys.allSatisfy { known.contains($0) }, "\(arguments)")
      } catch {
        #expect(error.code == .usage && error.lines.count == 1, "\(arguments)")
      }
    }
  }

  /// What is said of a line in the section `feed`, and of options.
  private func told(_ line: String, _ options: [Invocation.Given]) -> String {
    let file = ConfigurationFile(path: "c", bytes: Array("[feed]\n\(line)\n".utf8))
    do throws(Failure) { _ = try Resolution.resolve(file: file, options: options) } catch {
      return error.lines.joined()
    }
    return ""
  }

  /// Of an address the password is never cited, whatever else is wrong with it.
  @Test func noPasswordIsEverCited() {
    var numbers = Numbers(state: 0xC0FF_EE00_C0FF_EE01)
    for scheme in ["mqtt://", "mqtts://", "mqt://", "http://", "MQTT://", "//", "mqtt//", "mqtt:/", ""] {
      for _ in 0..<100 {
        let around = text(&numbers, ["a", "/", "#", "+", ":", "é", " ", "%", "."], upTo: 4)
        let address = "\(scheme)user:\(around)SECRET\(around)@\(around)host/\(around)"
        #expect(BrokerAddress(address) == nil, "\(address)")
        // As an option, as a value in quotes or not, and where somebody forgot the key.
        let option = told("", [Invocation.Given(key: "mqtt", text: address)])
        let others = ["mqtt = \(address)", "mqtt = \"\(address)\"", "mqtt = \"\(address)", address].map {
          told($0, [])
        }
        for lines in [option] + others {
          #expect(!lines.isEmpty && !lines.contains("SECRET"), "\(address): \(lines)")
        }
      }
    }
    // Nothing is left out where there is none.
    for address in [
      "mqtt://user@host/topic", "mqtt://[::1]:1883/t", "a: b@c", "://", "//", "//@", "@", "http://host/a",
    ] {
      #expect(address.quoted == "'\(address)'")
    }
  }

  /// Wherever an address was typed: a heading, a file's name, in the middle of a line.
  @Test func noLineTellsAPassword() {
    let told = told("[x mqtt://bob:SECRET@h/t]\n[feed mqtt://bob:SECRET@h/t", [])
    #expect(told.withoutPasswords.split(separator: "SECRET").count == 1 && told.contains("SECRET"))
    for (line, expected) in [
      ("no file 'mqtt://bob:s:e@c@h/t': gone", "no file 'mqtt://bob:…@h/t': gone"),
      ("a //u:p@h b //v:q@h", "a //u:…@h b //v:…@h"),
      ("/etc//x:1: a@b", "/etc//x:1: a@b"), ("//", "//"), ("/", "/"), ("", ""), ("é// :@", "é// :@"),
      ("mqtt://[::1]:1883/a@b", "mqtt://[::1]:1883/a@b"),
    ] {
      #expect(line.withoutPasswords == expected)
    }
  }

  /// A value that begins with a quote ends with one, and they are none of it.
  @Test(arguments: quotedValues)
  func quotes(value: String, meaning: String?) {
    let document = IniDocument(Array("[content]\ntext = \(value)\n".utf8))
    #expect(document.entries.map(\.value) == (meaning.map { [$0] } ?? []))
    #expect(
      document.defects.map(\.message)
        == (meaning == nil ? ["text = \(value.quoted), expected a \" at its end too"] : []))
  }
}
