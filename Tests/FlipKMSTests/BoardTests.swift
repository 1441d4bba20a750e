import FlipKMS
import Testing

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
}
