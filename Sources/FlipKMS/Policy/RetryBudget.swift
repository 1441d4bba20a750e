/// How often, and for how long, something that another program holds is asked for again.
///
/// Pauses double up to a longest one; after the whole span it is enough. Instants are nanoseconds of any
/// clock that does not jump.
public struct RetryBudget: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    /// Asks again at that instant.
    case again(at: Int64)
    /// Gives up.
    case giveUp
  }

  private enum State: Hashable {
    /// Nothing has been refused yet.
    case fresh
    /// Refused since that instant, and asked again after pauses of which the next is this long.
    case spending(since: Int64, pause: Int64)
    /// The span is used up.
    case spent
  }

  public let firstPause: Int64
  public let longestPause: Int64
  public let span: Int64
  private var state = State.fresh

  /// - Parameters: in nanoseconds; a first pause of 100 ms, at most a second between, ten seconds in all.
  public init(
    firstPause: Int64 = 100_000_000, longestPause: Int64 = 1_000_000_000, span: Int64 = 10_000_000_000
  ) {
    self.firstPause = max(firstPause, 1)
    self.longestPause = max(longestPause, self.firstPause)
    self.span = max(span, 0)
  }

  /// It was refused once more.
  public mutating func refused(at now: Int64) -> Action {
    switch state {
    case .fresh:
      state = .spending(since: now, pause: min(firstPause * 2, longestPause))
      return span == 0 ? finish() : .again(at: now + min(firstPause, span))
    case .spending(let since, let pause):
      guard now < since + span else { return finish() }
      state = .spending(since: since, pause: min(pause * 2, longestPause))
      return .again(at: min(now + pause, since + span))
    case .spent: return .giveUp
    }
  }

  /// It was granted: the next refusal starts afresh.
  public mutating func granted() { state = .fresh }

  private mutating func finish() -> Action {
    state = .spent
    return .giveUp
  }
}
