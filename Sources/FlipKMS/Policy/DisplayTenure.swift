/// Whether the display is ours: virtual terminals are switched, and other programs take and return it.
///
/// It touches nothing: each function is told what happened and returns what to do, in that order. Instants
/// are CLOCK_MONOTONIC, in nanoseconds.
public struct DisplayTenure: Sendable {
  private enum State: Hashable {
    /// The display is ours.
    case active
    /// Another terminal is in front: nothing of the display is touched until we are told.
    case away
    /// A commit was refused for want of mastership though nobody told us: asked for again by the budget.
    case lost
    /// We were told that the display is ours again, but somebody still holds it: asked for by the budget.
    case returning
    /// It was not given back in time.
    case over
  }

  public enum Action: Hashable, Sendable {
    case nothing
    /// Makes no call to the display any more, then acknowledges, without delay.
    case stopAndAcknowledge
    /// Already stopped; acknowledges.
    case acknowledge
    /// Stops drawing and says so once.
    case stopAndSay
    /// Asks for mastership now (`resume`), then tells `regained` or `refused`.
    case ask
    /// Looks at everything anew, one full modeset, no trust in buffers' ages.
    case restart
    /// Ends with exit code 75.
    case giveUp
  }

  private var state = State.active
  private var budget: RetryBudget
  private var next: Int64?

  public init(budget: RetryBudget = RetryBudget()) { self.budget = budget }

  /// Whether calls to the display make sense.
  public var isActive: Bool { state == .active }

  /// When `timePassed` has something to say.
  public var deadline: Int64? { next }

  /// The session wants the display for another terminal.
  public mutating func paused() -> Action {
    let before = state
    if state == .over { return .nothing }
    state = .away
    next = nil
    switch before {
    case .active: return .stopAndAcknowledge
    case .away, .lost, .returning, .over: return .acknowledge
    }
  }

  /// The session says that the display is ours again.
  public mutating func resumed() -> Action {
    switch state {
    case .away:
      state = .returning
      budget.granted()
      return .ask
    case .lost, .returning: return .ask
    case .active, .over: return .nothing
    }
  }

  /// A commit was refused with EACCES or EPERM.
  public mutating func commitForbidden(at now: Int64) -> Action {
    guard state == .active else { return .nothing }
    state = .lost
    budget.granted()
    switch budget.refused(at: now) {
    case .again(let instant):
      next = instant
      return .stopAndSay
    case .giveUp:
      state = .over
      return .giveUp
    }
  }

  /// The deadline may have passed.
  public mutating func timePassed(_ now: Int64) -> Action {
    guard let next, now >= next, state == .lost || state == .returning else { return .nothing }
    self.next = nil
    return .ask
  }

  /// Mastership was granted.
  public mutating func regained() -> Action {
    guard state == .lost || state == .returning else { return .nothing }
    state = .active
    next = nil
    budget.granted()
    return .restart
  }

  /// Mastership was refused: another still holds it.
  public mutating func refused(at now: Int64) -> Action {
    guard state == .lost || state == .returning else { return .nothing }
    switch budget.refused(at: now) {
    case .again(let instant):
      next = instant
      return .nothing
    case .giveUp:
      state = .over
      next = nil
      return .giveUp
    }
  }
}
