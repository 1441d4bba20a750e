import FlipBoard
import Testing

/// The clock of the README, from its configuration to its scene.
@Suite struct FirstFlipTests {
  static func board(_ format: String) throws -> Board {
    var configuration = BoardConfiguration()
    configuration.format = format
    configuration.motion = .linear
    return try Board(configuration, size: Size(width: 1920, height: 1080))
  }

  static func instant(_ text: String) throws -> Instant { try Instant(parsing: text, zone: .utc) }

  @Test("From 09:59 to 10:00 every digit flips once, a quarter of a turn in a quarter of a second")
  func everyDigit() throws {
    let board = try FirstFlipTests.board("%H:%M")
    let scene = board.scene(at: try FirstFlipTests.instant("2026-01-01T10:00:00.25Z"))
    #expect(scene.text == "10:00")
    #expect(scene.modules.map(\.upper.text) == ["1", "0", "0", "0"])
    #expect(scene.modules.map(\.lower.text) == ["0", "9", "5", "9"])
    #expect(scene.flaps.map(\.front.text) == ["0", "9", "5", "9"])
    #expect(scene.flaps.map(\.back.text) == ["1", "0", "0", "0"])
    #expect(scene.flaps.allSatisfy { $0.angle == 90 })
    #expect(scene.separators.map(\.face.text) == [":"])
  }

  @Test(
    "A flap starts in its instant and rests after its duration",
    arguments: [
      ("09:59:59.999999999", "0", "0", []), ("10:00:00", "1", "0", [0.0]), ("10:00:00.1", "1", "0", [36.0]),
      ("10:00:00.499999999", "1", "0", [179.99999964]), ("10:00:00.5", "1", "1", []),
    ] as [(String, String, String, [Double])])
  func stages(time: String, upper: String, lower: String, angles: [Double]) throws {
    let board = try FirstFlipTests.board("%H:%M")
    let scene = board.scene(at: try FirstFlipTests.instant("2026-01-01T\(time)Z"))
    let module = scene.modules[0]
    #expect(module.upper.text == upper)
    #expect(module.lower.text == lower)
    #expect(scene.flaps[module.flaps].map(\.angle) == angles)
  }

  @Test("Braces make wide cards, and a minute leaves the hour's card still")
  func braces() throws {
    let board = try FirstFlipTests.board("{%H}:{%M}")
    let scene = board.scene(at: try FirstFlipTests.instant("2026-01-01T10:01:00.125Z"))
    #expect(scene.modules.map(\.upper.text) == ["10", "01"])
    #expect(scene.modules.map(\.lower.text) == ["10", "00"])
    #expect(scene.modules[0].flaps.isEmpty)
    #expect(scene.flaps == [Scene.Flap(front: Face("00"), back: Face("01"), angle: 45)])
  }

  @Test("The scene as data has the contract's keys in their order")
  func json() throws {
    let frame = Rect(x: 96, y: 210, width: 420, height: 660)
    let scene = Scene(
      at: try FirstFlipTests.instant("2026-01-01T10:00:00.25Z"), size: Size(width: 1920, height: 1080),
      text: "10:00",
      modules: [Scene.Module(frame: frame, upper: Face("1"), lower: Face("0"), flaps: 0..<1)],
      flaps: [Scene.Flap(front: Face("0"), back: Face("1"), angle: 90)], separators: [])
    let expected =
      #"{"at":"2026-01-01T10:00:00.250Z","width":1920,"height":1080,"text":"10:00","#
      + #""modules":[{"x":96,"y":210,"width":420,"height":660,"upper":"1","lower":"0","#
      + #""flaps":[{"front":"0","back":"1","angle":90.0}]}],"#
      + #""damage":[{"x":96,"y":210,"width":420,"height":660}]}"#
    #expect(scene.jsonLine(damage: [frame]) == expected)
  }

  @Test("Faces that JSON has to escape, and those it must not")
  func jsonStrings() throws {
    let scene = Scene(
      at: at("1970-01-01T00:00:00Z"), size: Size(width: 1, height: 2), text: "\"\\\n\u{1}",
      modules: [
        Scene.Module(
          frame: Rect(x: 0, y: 0, width: 1, height: 2), upper: Face("😀"), lower: .blank, flaps: 0..<0)
      ],
      flaps: [], separators: [])
    let expected =
      #"{"at":"1970-01-01T00:00:00.000Z","width":1,"height":2,"text":"\"\\\n\u0001","#
      + #""modules":[{"x":0,"y":0,"width":1,"height":2,"upper":"😀","lower":"","flaps":[]}],"damage":[]}"#
    #expect(scene.jsonLine(damage: []) == expected)
  }
}
