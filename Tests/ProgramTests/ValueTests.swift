import FlipBoard
import Testing

@testable import flip_kms

/// Values as people write them.
@Suite struct ValueTests {
  @Test func numbers() {
    let good: [(String, Double)] = [
      ("0", 0), ("3", 3), ("0.25", 0.25), (".5", 0.5), ("5.", 5), ("-1", -1), ("007", 7), ("-.5", -0.5),
    ]
    for (text, value) in good { #expect(fraction(text) == value, "\(text)") }
    for text in [
      "", ".", "-", "+1", "1e3", "0x10", "nan", "inf", "1.2.3", "1,5", " 1", "1 ", "١", "1_0", "-.", "--1",
    ] {
      #expect(fraction(text) == nil, "\(text)")
    }
    #expect(fraction(String(repeating: "9", count: 21)) == nil)
    for text in ["", "-1", "+1", "1.0", "1234567890", "0x1", "1 "] {
      #expect(decimal(text) == nil, "\(text)")
    }
    #expect(decimal("999999999") == 999_999_999)
    // Written and read, every number is itself.
    var random = SystemRandomNumberGenerator()
    for _ in 0..<10_000 {
      let digits = Int.random(in: 0...6, using: &random)
      let value =
        Double(Int.random(in: 0...100_000_000, using: &random)) / [1, 10, 100, 1e3, 1e4, 1e5, 1e6][digits]
      #expect(fraction(plain(value)) == value)
    }
    #expect(plain(0.00001) == "0.00001")
    #expect(plain(0.000015) == "0.000015")
    #expect(plain(3) == "3")
  }

  @Test func colours() {
    let form = ValueForm<Color>.color
    #expect(form.read("#fff") == Color(red: 255, green: 255, blue: 255))
    #expect(form.read("#1aF") == Color(red: 0x11, green: 0xAA, blue: 0xFF))
    #expect(form.read("#1a2b3c") == Color(red: 0x1A, green: 0x2B, blue: 0x3C))
    #expect(form.read("#1A2B3C80") == Color(red: 0x1A, green: 0x2B, blue: 0x3C, alpha: 0x80))
    for text in [
      "", "#", "#1", "#12", "#1234", "#12345", "#1234567", "#123456789", "fff", "#ggg", "# fff", "#fff ",
    ] {
      #expect(form.read(text) == nil, "\(text)")
    }
    for value: UInt32 in stride(from: 0, through: 0xFFFF_FFFF, by: 0x1_0F37) {
      let color = Color(
        red: UInt8(value >> 24), green: UInt8(value >> 16 & 255), blue: UInt8(value >> 8 & 255),
        alpha: UInt8(value & 255))
      #expect(form.read(form.write(color)) == color)
    }
  }

  @Test func sizes() {
    let form = ValueForm<Size>.size(16...16384)
    #expect(form.read("1920x1080") == Size(width: 1920, height: 1080))
    #expect(form.read("16x16384") == Size(width: 16, height: 16384))
    for text in [
      "", "x", "1920", "1920x", "x1080", "15x16", "16x16385", "1920X1080", "1920x1080x1", "1920 x 1080",
      "-16x16", "99999999999x16",
    ] {
      #expect(form.read(text) == nil, "\(text)")
    }
  }

  @Test(
    arguments: [
      ("timezne", "timezone"), ("timezoen", "timezone"), ("TIMEZONE", "timezone"), ("formt", "format"),
      ("vanishing", "vanishing-point"), ("colums", "columns"), ("durration", "duration"), ("xyzzy", nil),
      ("", nil), ("t", nil), ("of", "off"), ("locales", "locale"), ("zone", nil),
      (String(repeating: "a", count: 10_000), nil),
    ] as [(String, String?)])
  func nearestNames(word: String, name: String?) {
    #expect(nearest(to: word, in: Setting.all.map(\.key)) == name)
  }

  @Test func everySlipOfOneLetterFindsItsName() {
    let names = Setting.all.map(\.key).filter { $0.count >= 4 }
    for name in names {
      let letters = Array(name)
      for place in letters.indices {
        var slip = letters
        slip.remove(at: place)
        #expect(alike(String(slip), name, names))
        slip = letters
        slip[place] = "q"
        #expect(alike(String(slip), name, names))
        guard place > 0 else { continue }
        slip = letters
        slip.swapAt(place, place - 1)
        #expect(alike(String(slip), name, names))
      }
    }
  }

  /// Whether the nearest name is the one meant, or another that is as near by chance.
  private func alike(_ slip: String, _ name: String, _ names: [String]) -> Bool {
    let found = nearest(to: slip, in: names)
    return found == name || names.contains(slip) || found.map { nearest(to: slip, in: [$0]) != nil } ?? false
  }

  @Test func printableLines() {
    #expect("a\nb\tc\r".printable == "a\\nb\\tc\\r")
    #expect("\u{1B}[31m\u{9B}\u{7F}".printable == "\\u{1b}[31m\\u{9b}\\u{7f}")
    #expect("\u{202E}x\u{2028}".printable == "\\u{202e}x\\u{2028}")
    #expect("é 漢 😀".printable == "é 漢 😀")
    #expect(String(repeating: "x", count: 61).quoted == "'\(String(repeating: "x", count: 60))…'")
  }

  @Test func numbersInJSON() {
    let value = JSON.object([
      ("a\"b", .list([.null, .bool(true), .number(-1), .fraction(0.5), .fraction(.nan)])),
      ("text", .text("\u{1}\\\n é")),
    ])
    #expect(value.text == #"{"a\"b":[null,true,-1,0.5,null],"text":"\u0001\\\n é"}"#)
  }
}
