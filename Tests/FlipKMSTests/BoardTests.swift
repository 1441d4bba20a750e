import Testing

@testable import FlipKMS
@testable import flip_kms

@Suite("The choice on machines that others reported")
struct BoardTests {
  @Test("There are forty of them") func count() { #expect(Board.all.count == 40) }

  // Where a board says that the rules do not settle it, ours still is the answer it puts first.
  @Test("Card, connector, mode and warning are those expected", arguments: Board.all)
  func choice(_ board: Board) {
    do throws(NothingToShow) {
      let choices = try board.machine.choose()
      let choice = choices[0]
      #expect(choices.count == 1)
      #expect(choice.card == board.card)
      #expect(choice.connector == board.connector)
      #expect(choice.mode?.label == board.mode)
      #expect(choice.modeIndex == board.modeIndex)
      #expect(choice.warnings.isEmpty == !board.warns, "\(choice.warnings)")
      #expect(!choice.why.isEmpty)
    } catch {
      #expect(board.connector == nil, "\(error)")
      #expect(error.card == board.card)
      #expect(board.warns)
      #expect(error.mayMendItself)
    }
  }

  @Test("What is printed of a mode is accepted by the setting, and means that mode", arguments: Board.all)
  func labels(_ board: Board) throws {
    for connector in board.machine.cards.flatMap({ $0.connectors ?? [] }) {
      for mode in connector.modes ?? [] {
        for (text, isPrecise) in [(mode.label, false), (mode.preciseLabel, true)] {
          let wish = try ModePreference(text)
          let found = connector.chooseMode(wish, current: nil, missing: .refuse)?.mode
          #expect((isPrecise ? found?.preciseLabel : found?.label) == text)
        }
      }
    }
  }

  @Test("A rate that no display has is told as such, and one mode is the only one, however slow")
  func words() throws {
    func choice(_ name: String) throws -> Choice? {
      try Board.all.first { $0.name == name }?.machine.choose().first
    }
    let small = try choice("spi-st7735r-zero-refresh")
    #expect(
      small?.warnings == ["Virtual-1 states 0.05 Hz, which no display has; it is drawn at 60 Hz or less"])
    let slow = try choice("canaan-k230-dsi-30hz-no-xr24")
    #expect(slow?.why.hasSuffix("1080x1920@30.00 is its only mode") == true)
    #expect(slow?.warnings == ["DSI-1 at 1080x1920@30.00 is slow: 30.00 Hz"])
  }
}
