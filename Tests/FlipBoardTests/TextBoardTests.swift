import FlipBoard
import Testing

/// Boards of text: what they say is a function of the feed's history.
@Suite struct TextBoardTests {
  static let start = at("2026-01-01T00:00:00Z")

  static func seconds(_ seconds: Double) -> Instant { start + Length(seconds: seconds) }

  static func board(_ text: String, _ change: (inout BoardConfiguration) -> Void = { _ in }) throws -> Board {
    try makeBoard {
      $0.show = .text
      $0.text = text
      change(&$0)
    }
  }

  @Test("A to K passes every letter, ten flaps, and K to A goes on round the drum")
  func drum() throws {
    var board = try TextBoardTests.board("A")
    board.post("K", at: TextBoardTests.start)
    for step in 0..<10 {
      let scene = board.scene(at: TextBoardTests.seconds(0.5 * Double(step) + 0.25))
      let letters = Array("ABCDEFGHIJK").map(String.init)
      #expect(flips(scene) == ["\(letters[step])>\(letters[step + 1])"])
      #expect(scene.flaps[0].angle == 90)
    }
    #expect(board.scene(at: TextBoardTests.seconds(5)).flaps.isEmpty)
    let there = TextBoardTests.seconds(10)
    board.post("A", at: there)
    let count = Drum.standard.faces.count - 10
    let last = there + Length(seconds: 0.5 * Double(count) - 0.25)
    #expect(flips(board.scene(at: last)) == [">A"])
    #expect(board.scene(at: last + Length(seconds: 0.25)).flaps.isEmpty)
  }

  @Test("A, B and C within 50 ms end on C; the flap that fell first finishes")
  func lastWins() throws {
    var board = try TextBoardTests.board("A") { $0.travel = .direct }
    board.post("B", at: TextBoardTests.start)
    board.post("X", at: TextBoardTests.seconds(0.02))
    board.post("C", at: TextBoardTests.seconds(0.05))
    #expect(flips(board.scene(at: TextBoardTests.seconds(0.25))) == ["A>B"])
    #expect(board.scene(at: TextBoardTests.seconds(0.25)).text == "C")
    #expect(flips(board.scene(at: TextBoardTests.seconds(0.75))) == ["B>C"])
    #expect(uppers(board.scene(at: TextBoardTests.seconds(1))) == ["C"])
    #expect(board.segment(at: TextBoardTests.seconds(1)).until == nil)
  }

  @Test("The same text again moves nothing")
  func sameAgain() throws {
    var board = try TextBoardTests.board("HELLO")
    let before = board.scene(at: TextBoardTests.start)
    board.post("HELLO", at: TextBoardTests.start)
    #expect(board.scene(at: TextBoardTests.start) == before)
    #expect(board.segment(at: TextBoardTests.start).until == nil)
  }

  @Test("One grapheme is one module, folded or blank, and the length holds")
  func folding() throws {
    let board = try TextBoardTests.board("Á é ß 😀 e\u{301} ø Ł\u{1F1E9}\u{1F1EA}ñ")
    let scene = board.scene(at: TextBoardTests.start)
    #expect(uppers(scene).joined() == "A E     E O L N")
    #expect(scene.modules.count == 15)
  }

  @Test(
    "A drum of other scripts folds in its own letters", arguments: [("ΑΒΓ", "ά", "Α"), ("абвий", "ѝ", "и")])
  func otherScripts(drum: String, text: String, face: String) {
    #expect(Drum(drum).face(for: Character(text)) == Face(face))
  }

  @Test(
    "Text is aligned, and cropped where it does not fit",
    arguments: [
      (BoardConfiguration.Align.left, "AB  ", "ABCD"), (.center, " AB ", "BCDE"), (.right, "  AB", "CDEF"),
    ])
  func align(align: BoardConfiguration.Align, short: String, long: String) throws {
    for (text, expected) in [("ab", short), ("abcdef", long)] {
      let board = try TextBoardTests.board(text) {
        $0.align = align
        $0.rows = 1
        $0.columns = 4
      }
      #expect(uppers(board.scene(at: TextBoardTests.start)).joined() == expected)
    }
  }

  @Test("Rows are split by \\n in either form, and the scene says them so")
  func rows() throws {
    let board = try TextBoardTests.board("GATE 7\\nBOARDING\nNOW")
    let scene = board.scene(at: TextBoardTests.start)
    #expect(scene.modules.count == 3 * 8)
    #expect(scene.text == "GATE 7\nBOARDING\nNOW")
  }

  @Test("A board without a fixed size grows with its messages and never shrinks")
  func growth() throws {
    var board = try TextBoardTests.board("")
    #expect(board.scene(at: TextBoardTests.start).modules.count == 1)
    board.post(rows: ["ONE", "TWO"], at: TextBoardTests.start)
    #expect(board.scene(at: TextBoardTests.start).modules.count == 6)
    board.post("X", at: TextBoardTests.seconds(60))
    #expect(board.scene(at: TextBoardTests.seconds(200)).text == "X")
    #expect(board.scene(at: TextBoardTests.seconds(200)).modules.count == 6)
  }

  @Test(
    "A message that has no room has the board grow as far as there is room, and is cropped",
    arguments: [(320, 180), (480, 320), (97, 300)], [(1, 3000), (2, 200), (900, 1), (700, 2)])
  func cropped(_ display: (Int, Int), _ message: (rows: Int, columns: Int)) throws {
    let size = Size(width: display.0, height: display.1)
    func board(_ rows: Int? = nil, _ columns: Int? = nil) throws -> Board {
      var configuration = BoardConfiguration()
      configuration.show = .text
      (configuration.rows, configuration.columns) = (rows, columns)
      return try Board(configuration, size: size)
    }
    // By trying one size after the other, as someone would who gives it himself.
    var (rows, columns) = (1, 1)
    while rows < message.rows, (try? board(rows + 1, columns)) != nil { rows += 1 }
    while columns < min(1024, message.columns), (try? board(rows, columns + 1)) != nil { columns += 1 }
    var grown = try board()
    let line = String(repeating: "W", count: message.columns)
    grown.post(rows: Array(repeating: line, count: message.rows), at: TextBoardTests.start)
    let scene = grown.scene(at: TextBoardTests.seconds(100))
    let crop = String(repeating: "W", count: columns)
    #expect(scene.text == Array(repeating: crop, count: rows).joined(separator: "\n"))
    #expect(rows * columns < message.rows * message.columns)
  }

  @Test("Each column starts its stagger after the one before")
  func stagger() throws {
    var board = try TextBoardTests.board("AAA") {
      $0.travel = .direct
      $0.stagger = Length(seconds: 0.1)
    }
    board.post("BBB", at: TextBoardTests.start)
    let scene = board.scene(at: TextBoardTests.seconds(0.15))
    #expect(uppers(scene) == ["B", "B", "A"])
    #expect(scene.flaps.map { Int($0.angle.rounded()) } == [54, 18])
    #expect(board.segment(at: TextBoardTests.seconds(0.15)).until == TextBoardTests.seconds(0.2))
    board.post("BBC", at: TextBoardTests.seconds(0.16))
    #expect(uppers(board.scene(at: TextBoardTests.seconds(2))) == ["B", "B", "C"])
  }

  @Test("With a cadence shorter than the duration several flaps are in the air, the nearest drawn last")
  func cadence() throws {
    var board = try TextBoardTests.board("A") { $0.cadence = Length(seconds: 0.1) }
    board.post("J", at: TextBoardTests.start)
    // Angles 18, 54, 90, 126 and 162 after 0.45 s: edge-on is nearest.
    let scene = board.scene(at: TextBoardTests.seconds(0.45))
    #expect(uppers(scene) == ["F"])
    #expect(lowers(scene) == ["A"])
    #expect(Set(flips(scene)) == ["A>B", "B>C", "C>D", "D>E", "E>F"])
    let distances = scene.flaps.map { abs($0.angle - 90) }
    #expect(distances == distances.sorted(by: >))
    #expect(scene.flaps.last.map(flip) == "C>D")
    // Nine flaps, the last started at 0.8 s.
    #expect(board.scene(at: TextBoardTests.seconds(1.299)).flaps.count == 1)
    #expect(board.scene(at: TextBoardTests.seconds(1.3)).flaps.isEmpty)
  }

  private func flip(_ flap: Scene.Flap) -> String { "\(flap.front.text)>\(flap.back.text)" }

  @Test("A clock set back neither freezes a flap nor fires it again")
  func setBack() throws {
    var board = try TextBoardTests.board("A") { $0.travel = .direct }
    board.post("B", at: TextBoardTests.start)
    let before = board.scene(at: TextBoardTests.seconds(-86400))
    #expect(before.flaps.isEmpty)
    #expect(before.text == "B")
    board.post("C", at: TextBoardTests.seconds(-3600))
    #expect(flips(board.scene(at: TextBoardTests.seconds(-3600 + 0.25))) == ["B>C"])
    #expect(board.scene(at: TextBoardTests.start).flaps.isEmpty)
  }

  @Test("A flood of messages ends on the last and leaves nothing behind")
  func flood() throws {
    var board = try TextBoardTests.board("0000") {
      $0.rows = 1
      $0.columns = 4
      $0.drum = Drum("0123456789")
      $0.stagger = Length(seconds: 0.5)
    }
    for number in 0..<5000 {
      let text = String(String(10000 + number % 10000).suffix(4))
      board.post(text, at: TextBoardTests.seconds(Double(number) / 1000))
    }
    #expect(board.scene(at: TextBoardTests.seconds(5)).text == "4999")
    #expect(board.scene(at: TextBoardTests.seconds(5)).flaps.count <= 4)
    #expect(uppers(board.scene(at: TextBoardTests.seconds(60))).joined() == "4999")
    #expect(board.segment(at: TextBoardTests.seconds(60)).until == nil)
  }
}
