/// What stands on a board, row by row, before anything has a size: the layout's input.
///
/// Widths are in units of a single module's width.
struct Plan: Hashable, Sendable {
  enum Item: Hashable, Sendable {
    /// A module. Those of one field stay together when fields are stacked.
    case module(units: Double)
    /// Text without a card; only space where it is blank.
    case separator(Literal)

    var units: Double {
      switch self {
      case .module(let units): units
      case .separator(let literal): literal.total
      }
    }
  }

  struct Row: Hashable, Sendable {
    var items: [Item]
    /// Rows beside the main ones stand smaller: the date under a clock.
    var isMain: Bool
  }

  var rows: [Row]
  /// Whether fields may be stacked on a portrait display; a board of text keeps its rows.
  var stacks: Bool

  /// Width of a card that holds so many characters: each after the first adds less than a module, since
  /// they share the card's edges.
  static func cardUnits(characters: Double) -> Double {
    1 + max(0, characters - 1) * 0.8
  }

  /// How wide a character is beside a digit.
  static func characterUnits(_ character: Character) -> Double {
    switch character {
    case ":", ".", ",", ";", "'", "|", "!", "·", "’", " ": return 0.5
    default: return 1
    }
  }
}

/// What a board says at one moment.
struct Shown: Hashable, Sendable {
  /// One for each module, in the plan's order.
  var faces: [Face]
  /// The same as a text, without the blanks that only keep a place.
  var text: String
}
