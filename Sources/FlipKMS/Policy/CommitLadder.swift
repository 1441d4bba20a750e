/// Which kind of buffer and which mode to try next, when GBM, the kernel or the hardware refuses one.
///
/// From what is wanted down to what works: format modifiers, no modifier, LINEAR, the next format; then the
/// same with the display's preferred mode, and with smaller ones. What was refused for the buffers' sake is
/// not tried again with another mode, and what worked is where the next modeset begins.
public struct CommitLadder: Sendable {
  /// How pixels lie in a buffer.
  public enum Arrangement: String, Hashable, Sendable, CaseIterable {
    case modifiers = "with modifiers"
    case implicit = "without modifiers"
    case linear
  }

  /// One rung: a whole request.
  public struct Attempt: Hashable, Sendable {
    public var format: FourCC
    public var arrangement: Arrangement
    public var mode: ModeDescription
    /// Its place in the connector's list; nil for a modeline.
    public var modeIndex: Int?
  }

  /// Who refused.
  public enum Stage: String, Hashable, Sendable, CaseIterable {
    /// GBM or EGL has no such buffers.
    case surface
    /// AddFB2 takes no such buffers.
    case framebuffer
    /// The test commit, or the commit itself.
    case commit
  }

  private enum State: Hashable {
    /// This rung is to be tried, and so many after it, round and round.
    case trying(Int, left: Int)
    /// This rung works.
    case standing(Int)
    /// None is left.
    case exhausted
  }

  private struct Kind: Hashable {
    var format: FourCC
    var arrangement: Arrangement
  }

  private var rungs: [Attempt] = []
  private var state = State.exhausted
  private var refusedKinds: Set<Kind> = []
  private var lastGood: Attempt?
  private static let smallerModes = 4

  /// - Parameters:
  ///   - choice: the mode wanted and the formats, best first; without a known mode there is no rung.
  ///   - modes: the connector's list.
  ///   - hasModifiers: whether driver and EGL share any.
  ///   - before: the ladder of the modeset before on this card, for what it has learnt.
  public init(
    choice: Choice, modes: [ModeDescription], hasModifiers: Bool, after before: CommitLadder? = nil
  ) {
    refusedKinds = before?.refusedKinds ?? []
    lastGood = before?.lastGood
    guard let wanted = choice.mode else { return }
    var kinds: [Kind] = choice.formats.flatMap { format in
      Arrangement.allCases
        .filter { $0 != .modifiers || hasModifiers }
        .map { Kind(format: format, arrangement: $0) }
    }.filter { !refusedKinds.contains($0) }
    // What worked before goes first.
    if let good = lastGood.map({ Kind(format: $0.format, arrangement: $0.arrangement) }),
      let place = kinds.firstIndex(of: good)
    {
      kinds.remove(at: place)
      kinds.insert(good, at: 0)
    }
    for (mode, index) in Self.modes(from: wanted, at: choice.modeIndex, in: modes) {
      for kind in kinds {
        rungs.append(
          Attempt(format: kind.format, arrangement: kind.arrangement, mode: mode, modeIndex: index))
      }
    }
    state = rungs.isEmpty ? .exhausted : .trying(0, left: rungs.count - 1)
  }

  /// What to try; nil when nothing is left.
  public var current: Attempt? {
    switch state {
    case .trying(let rung, _), .standing(let rung): rungs[rung]
    case .exhausted: nil
    }
  }

  /// It was refused: the next rung is current.
  ///
  /// - Parameter error: the call and its errno, as the log has it.
  /// - Returns: the line for the log: what was refused, how it differs from what last worked, what is next.
  public mutating func refused(at stage: Stage, _ error: String) -> String {
    guard let bad = current else { return "nothing is left to try" }
    if stage != .commit { refusedKinds.insert(Kind(format: bad.format, arrangement: bad.arrangement)) }
    switch state {
    case .trying(let rung, let left): state = next(after: rung, left: left)
    // What worked no longer does, as the world has changed: every other rung has its turn again.
    case .standing(let rung): state = next(after: rung, left: rungs.count - 1)
    case .exhausted: break
    }
    let against = lastGood.map { " (last good: \(bad.difference(from: $0)))" } ?? ""
    return "\(stage.rawValue) refused, \(error): \(bad)\(against); "
      + (current.map { "next: \($0.difference(from: bad))" } ?? "nothing is left to try")
  }

  /// It works, and is remembered.
  public mutating func accepted() {
    guard case .trying(let rung, _) = state else { return }
    state = .standing(rung)
    lastGood = rungs[rung]
  }

  /// The next rung whose kind of buffer has not been refused.
  private func next(after rung: Int, left: Int) -> State {
    for step in 1..<max(left + 1, 1) {
      let place = (rung + step) % rungs.count
      let kind = Kind(format: rungs[place].format, arrangement: rungs[place].arrangement)
      if !refusedKinds.contains(kind) { return .trying(place, left: left - step) }
    }
    return .exhausted
  }

  /// The mode wanted, the preferred one, then smaller ones that are smooth, each size once.
  private static func modes(
    from wanted: ModeDescription, at index: Int?, in list: [ModeDescription]
  ) -> [(ModeDescription, Int?)] {
    var result: [(ModeDescription, Int?)] = [(wanted, index)]
    let preferred = list.indices.first { list[$0].isPreferred ?? false }
    if let preferred, !list[preferred].isSame(as: wanted) { result.append((list[preferred], preferred)) }
    let smaller = list.indices
      .filter { list[$0].isSmooth && list[$0].area < wanted.area && $0 != preferred }
      .sorted {
        (-list[$0].area, list[$0].distanceFrom60, $0) < (-list[$1].area, list[$1].distanceFrom60, $1)
      }
    var area = 0
    for index in smaller where list[index].area != area {
      guard result.count < 2 + smallerModes else { break }
      area = list[index].area
      result.append((list[index], index))
    }
    return result
  }
}

extension CommitLadder.Attempt: CustomStringConvertible {
  /// `XR24 with modifiers at 1920x1080@60.00`.
  public var description: String { "\(format) \(arrangement.rawValue) at \(mode.preciseLabel)" }

  /// Only what is different, in this one's words.
  public func difference(from other: Self) -> String {
    let parts = [
      format == other.format ? nil : "\(format)",
      arrangement == other.arrangement ? nil : arrangement.rawValue,
      mode == other.mode ? nil : "at \(mode.preciseLabel)",
    ].compactMap { $0 }
    return parts.isEmpty ? "the same" : parts.joined(separator: " ")
  }
}
