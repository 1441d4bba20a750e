/// Displays that stay dark, as the board has no room on them: what is told of them, and whether anything is left to
/// do. A machine that runs for years does not end because a small display is plugged in.
struct DarkDisplays: Equatable, Sendable {
  enum Step: Equatable, Sendable {
    /// Something is shown elsewhere, or nothing is dark.
    case goOn
    /// Every display that is there is too small: another may come, or other settings.
    case wait
    /// Nothing can be shown at the start: whoever started it wants to know.
    case end(Failure)
  }

  /// Why, by the connector.
  private(set) var reasons: [String: Failure] = [:]
  /// Whether something was shown, or waited for.
  private var hasStarted = false

  /// Nothing is there to show on, and that is waited for.
  mutating func waitsForDisplay() {
    hasStarted = true
    reasons = [:]
  }

  /// After a look at all displays.
  ///
  /// - Parameters:
  ///   - found: those that are too small, and why.
  ///   - shown: how many others there are.
  /// - Returns: what is new and to be told, and what follows.
  mutating func looked(
    _ found: [(connector: String, failure: Failure)], shown: Int
  ) -> (news: [String], step: Step) {
    if shown == 0, !hasStarted, let first = found.first { return ([], .end(first.failure)) }
    var news: [String] = []
    for (connector, failure) in found where reasons[connector] != failure {
      news += failure.lines.map { "\(connector) stays dark: \($0)" }
    }
    reasons = [:]
    for (connector, failure) in found { reasons[connector] = failure }
    hasStarted = true
    return (news, shown == 0 && !found.isEmpty ? .wait : .goOn)
  }
}
