extension Look {
  /// The colour of a flap's outline on a board without shading, where card stands before card: half way from
  /// the card to the ink, or where the ink is not much lighter or darker than the card, to black or white,
  /// whichever stands out more.
  public var rim: Color {
    let black = Color(red: 0, green: 0, blue: 0)
    let white = Color(red: 255, green: 255, blue: 255)
    let farther = card.contrast(to: white) > card.contrast(to: black) ? white : black
    let other = card.contrast(to: ink) >= 4 ? ink : farther
    func middle(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8((Int(a) + Int(b) + 1) / 2) }
    return Color(
      red: middle(card.red, other.red), green: middle(card.green, other.green),
      blue: middle(card.blue, other.blue), alpha: card.alpha)
  }
}
