import Testing

@testable import FlipBoard

@Suite struct SeparatorColorTests {
  @Test func contrastIsThatOfTheStandard() {
    let white = Color(red: 255, green: 255, blue: 255)
    let black = Color(red: 0, green: 0, blue: 0)
    let gray = Color(red: 0x77, green: 0x77, blue: 0x77)
    #expect(white.contrast(to: black) == 21)
    #expect(black.contrast(to: white) == 21)
    #expect(gray.contrast(to: gray) == 1)
    // The known borderline of WCAG's 4.5:1 on white.
    #expect(abs(gray.contrast(to: white) - 4.48) < 0.005)
  }

  @Test func separatorsAreSeenInEveryTheme() {
    for theme in Look.themes {
      #expect(theme.look.separator.contrast(to: theme.look.background) >= 2, "\(theme.name)")
    }
  }

  @Test func inkThatTheBackgroundSwallowsGivesWayToTheCard() {
    let black = Color(red: 0, green: 0, blue: 0)
    let white = Color(red: 255, green: 255, blue: 255)
    #expect(Look(card: white, ink: black, background: black).separator == white)
    #expect(Look(card: black, ink: white, background: black).separator == white)
    #expect(Look(card: black, ink: black, background: black).separator == black)
  }
}
