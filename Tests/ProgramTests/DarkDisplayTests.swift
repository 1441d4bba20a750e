import FlipKMS
import Testing

@testable import flip_kms

/// Displays that the board has no room on: they stay dark, and the others go on.
@Suite struct DarkDisplayTests {
  private let failure = Failure(.usage, "no room")
  private let other = Failure(.usage, "no room at all")

  @Test func atTheStartItEndsOnlyWhereNothingCanBeShown() {
    var none = DarkDisplays()
    let end = none.looked([("A", failure), ("B", other)], shown: 0)
    #expect(end.step == .end(failure))
    var one = DarkDisplays()
    let beside = one.looked([("A", failure)], shown: 1)
    #expect(beside.step == .goOn)
    #expect(beside.news == ["A stays dark: no room"])
  }

  /// Neither one that comes to others, nor one that comes to a machine that had none, nor one in another's place.
  @Test func oneThatComesLaterEndsNothing() {
    var shown = DarkDisplays()
    let first = shown.looked([], shown: 1)
    #expect(first.step == .goOn)
    let beside = shown.looked([("B", failure)], shown: 1)
    #expect(beside.step == .goOn)
    #expect(beside.news == ["B stays dark: no room"])
    let instead = shown.looked([("B", failure)], shown: 0)
    #expect(instead.step == .wait)
    var waiting = DarkDisplays()
    waiting.waitsForDisplay()
    let small = waiting.looked([("A", failure)], shown: 0)
    #expect(small.step == .wait)
    let other = waiting.looked([], shown: 1)
    #expect(other.step == .goOn)
  }

  @Test func eachIsToldOnceUntilItIsAnotherOrHasGone() {
    var dark = DarkDisplays()
    let looks: [([(connector: String, failure: Failure)], [String])] = [
      ([("A", failure)], ["A stays dark: no room"]),
      ([("A", failure)], []),
      ([("A", failure), ("B", failure)], ["B stays dark: no room"]),
      ([("A", other), ("B", failure)], ["A stays dark: no room at all"]),
      ([("B", failure)], []),
      ([("A", other), ("B", failure)], ["A stays dark: no room at all"]),
    ]
    for (found, news) in looks {
      let told = dark.looked(found, shown: 1).news
      #expect(told == news)
    }
    dark.waitsForDisplay()
    let again = dark.looked([("A", other)], shown: 0).news
    #expect(again == ["A stays dark: no room at all"])
  }

  /// A thousand rows need a thousand pixels at least.
  @Test(arguments: [(640, 480, false), (16384, 16384, true)])
  func aBoardHasRoomOrNot(width: Int, height: Int, hasRoom: Bool) throws {
    let program = try Programme(
      Invocation(["--config", "/dev/null", "--show", "text", "--text", "A", "--rows", "1000"]),
      isService: false)
    let refusal = program.refusal(in: ModeDescription(width: width, height: height))
    let expected = Failure(
      .usage,
      "--rows '1000': expected fewer modules, as no display of \(width)x\(height) has room for so many")
    #expect(refusal == (hasRoom ? nil : expected))
  }
}
