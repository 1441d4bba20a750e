import Testing

@testable import FlipBoard

/// Words and signs between modules.
@Suite struct LiteralTests {
  @Test("Signs, stops and blanks have their places in any font; only words are measured")
  func words() throws {
    var configuration = BoardConfiguration()
    #expect(try configuration.words() == [])
    configuration.format = "%d.%m, %Y - {%H} : {%M}/%S"
    #expect(try configuration.words() == [])
    configuration.format = "Gate {%H}h{%M} min : %S o'clock\n24h %d 's"
    #expect(try configuration.words() == ["Gate", "h", "min :", "o'clock", "24h", "'s"])
    configuration.show = .countdown
    configuration.until = .length(Length(seconds: 1))
    configuration.format = "%D days"
    #expect(try configuration.words() == ["days"])
    configuration.show = .text
    configuration.text = "words"
    #expect(try configuration.words() == [])
  }

  private func scene(_ format: String, _ widths: [String: Double]) throws -> Scene {
    try makeBoard(Size(width: 2000, height: 1000)) {
      $0.format = format
      $0.wordWidths = widths
      $0.margin = 0
      $0.gap = 10
    }.scene(at: at("2026-01-01T10:00:30Z"))
  }

  @Test("A word's frame is its width and 0.05 of a module at each side, and as far again from its neighbours")
  func frames() throws {
    let scene = try scene("%Hab%M", ["ab": 0.8])
    let word = scene.separators[0].frame
    let modules = scene.modules.map(\.frame)
    let unit = Double(modules[0].width)
    #expect((Double(word.width) - (0.8 / 0.64 + 0.1) * unit).magnitude <= 1)
    for room in [word.x - modules[1].x - modules[1].width, modules[2].x - word.x - word.width] {
      #expect((Double(room) - (0.1 + 0.05) * unit).magnitude <= 1)
    }
    #expect((word.y, word.height) == (modules[0].y, modules[0].height))
  }

  @Test("A blank is room on its own side")
  func blanks() throws {
    for (format, before, after) in [
      ("%H ab%M", 0.34, 0.1), ("%Hab  %M", 0.1, 0.68), ("%H ab %M", 0.34, 0.34),
    ] {
      let scene = try scene(format, ["ab": 0.8])
      let word = scene.separators[0].frame
      let modules = scene.modules.map(\.frame)
      let unit = Double(modules[0].width)
      let rooms = (word.x - modules[1].x - modules[1].width, modules[2].x - word.x - word.width)
      #expect((Double(rooms.0) - (0.1 + before - 0.05) * unit).magnitude <= 1, "\(format)")
      #expect((Double(rooms.1) - (0.1 + after - 0.05) * unit).magnitude <= 1, "\(format)")
    }
  }

  @Test("A row begins and ends with what is seen, in the middle of the display")
  func ends() throws {
    for format in ["  ab %H", "ab%H  ", "%H ab  ", "  %H ab"] {
      let scene = try scene(format, ["ab": 0.8])
      let all = (scene.modules.map(\.frame) + scene.separators.map(\.frame)).sorted { $0.x < $1.x }
      let (first, last) = (all[0], all[all.count - 1])
      #expect((first.x - (2000 - last.x - last.width)).magnitude <= 1, "\(format)")
    }
  }
}
