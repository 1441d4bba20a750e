import Testing

@testable import FlipBoard

/// What a flap is told by from the card behind it where there is no light.
@Suite struct RimTests {
  @Test("Half way from card to ink, where they are far apart")
  func halfWay() {
    let look = Look(
      card: Color(red: 255, green: 200, blue: 0), ink: Color(red: 1, green: 0, blue: 101),
      background: Color(red: 9, green: 9, blue: 9))
    #expect(look.rim == Color(red: 128, green: 100, blue: 51))
  }

  @Test("Where the ink is as the card, half way to black or white, whichever is farther")
  func unseenInk() {
    for (card, rim) in [(0, 128), (255, 128), (100, 178), (200, 100)] as [(UInt8, UInt8)] {
      let grey = Color(red: card, green: card, blue: card)
      let look = Look(card: grey, ink: grey, background: grey)
      #expect(look.rim == Color(red: rim, green: rim, blue: rim), "\(card)")
    }
  }

  @Test("It stands out from every card, and is as opaque")
  func isSeen() {
    let steps: [UInt8] = [0, 64, 128, 192, 255]
    let colors = steps.flatMap { red in
      steps.flatMap { green in steps.map { Color(red: red, green: green, blue: $0) } }
    }
    for card in colors {
      for ink in colors {
        let look = Look(card: card, ink: ink, background: card)
        #expect(look.rim.contrast(to: card) > 1.3, "\(card) \(ink)")
      }
    }
    let clear = Look(
      card: Color(red: 1, green: 2, blue: 3, alpha: 77), ink: colors[0], background: colors[0])
    #expect(clear.rim.alpha == 77)
  }
}
