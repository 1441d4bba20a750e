/// One connector that something can be shown on, and what decides its place among the others.
struct Candidate {
  var cardIndex: Int
  var connectorIndex: Int
  /// The card's place among the cards, its number aside.
  var cardRank: Int
  var card: CardDescription
  var connector: ConnectorDescription

  /// What decided between two candidates, strongest first.
  enum Ground {
    case status, driver, panel, card, order
  }

  private var statusRank: Int {
    switch connector.status {
    case .connected: 0
    case .unknown: 1
    case nil: 2
    case .disconnected: 3
    }
  }

  /// On what ground one goes before the other; nil where they are one and the same.
  static func ground(_ a: Candidate, before b: Candidate) -> Ground? {
    if a.statusRank != b.statusRank { return a.statusRank < b.statusRank ? .status : nil }
    if a.card.driverClass != b.card.driverClass {
      return a.card.driverClass < b.card.driverClass ? .driver : nil
    }
    if a.connector.isInternal != b.connector.isInternal { return a.connector.isInternal ? .panel : nil }
    if a.cardRank != b.cardRank { return a.cardRank < b.cardRank ? .card : nil }
    return a.connectorIndex < b.connectorIndex ? .order : nil
  }

  /// Why this one and not the next best, as the first half of a sentence.
  func reason(over other: Candidate?) -> String {
    guard let other, let ground = Self.ground(self, before: other) else {
      return connector.status == .connected
        ? "the only display connected" : "nothing is connected, and this output cannot tell"
    }
    let rival = "\(printable(other.connector.name)) of \(printable(other.card.path))"
    return switch ground {
    case .status:
      connector.status == .connected ? "connected, while \(rival) cannot tell" : "it may be connected"
    case .driver: "\(card.driverClass.phrase) goes before \(other.card.driverClass.phrase), \(rival)"
    case .panel: "an internal panel goes before \(rival)"
    case .card: "its card goes before that of \(rival)"
    case .order: "the first of the displays connected, before \(printable(other.connector.name))"
    }
  }
}

extension CardDescription {
  /// An order of cards that does not hang on their numbers: by path of the hardware, by driver, by outputs,
  /// and only between cards that are alike in all of these by the node's number.
  func goesBefore(_ other: CardDescription) -> Bool {
    let (mine, theirs) = (identity, other.identity)
    if mine != theirs { return mine.lexicographicallyPrecedes(theirs) }
    let (a, b) = (nodeNumber, other.nodeNumber)
    return a != b ? a < b : path < other.path
  }

  private var identity: [String] {
    [byPath.map { "0\($0)" } ?? "1", driver ?? "~"] + (connectors ?? []).map(\.name)
  }

  private var nodeNumber: Int {
    let digits = path.reversed().prefix { $0.isASCII && $0.isNumber }
    return wholeNumber(Substring(String(digits.reversed()))) ?? .max
  }

  /// Whether the card has display outputs, as far as the description tells.
  var canShow: Bool { isKMS ?? (connectors != nil) }
}
