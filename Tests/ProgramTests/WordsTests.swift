import Testing

@testable import flip_kms

/// Words between cards, from the command line to the scene: they take the room that they have in the font.
@Suite(.serialized) struct WordsTests {
  /// How far the second card is from the first, in widths of a card.
  private func distance(_ format: String, _ options: [String] = []) throws -> Double {
    let folder = Folder()
    let run = try ProgramRun(
      [
        "render", "--config", "/dev/null", "--size", "1000x300", "--at", "2026-01-01T10:00:00Z", "--format",
        format,
        "-o", folder.file("x.jsonl"),
      ] + options)
    #expect(run.code == 0)
    #expect(run.lines == [])
    let line = String(decoding: folder.bytes("x.jsonl"), as: UTF8.self)
    func numbers(_ key: String) -> [Double] {
      line.split(separator: "\"\(key)\":").dropFirst().compactMap { part in
        Double(String(part.prefix { $0.isNumber }))
      }
    }
    // The display's own width comes first, and has no x.
    return (numbers("x")[1] - numbers("x")[0] - numbers("width")[1]) / numbers("width")[1]
  }

  @Test func theFontSaysHowWideTheyAre() throws {
    let narrow = try distance("{%H}iiii{%M}")
    let wide = try distance("{%H}WWWW{%M}")
    #expect(wide > narrow * 2)
    // A wider font has wider letters.
    #expect(try distance("{%H}WWWW{%M}", ["--font", "DejaVu Sans:bold"]) > wide * 1.1)
    // Signs have their place in any font.
    let sign = try distance("{%H}:{%M}")
    #expect(try distance("{%H}:{%M}", ["--font", "DejaVu Sans:bold"]) == sign)
  }

  /// Scenes need no font; without it words are as wide as words usually are.
  @Test func withoutTheFontTheyAreGuessed() throws {
    let missing = ["--font", "No Such Font"]
    #expect(try distance("{%H}iiii{%M}", missing) == distance("{%H}WWWW{%M}", missing))
  }
}
