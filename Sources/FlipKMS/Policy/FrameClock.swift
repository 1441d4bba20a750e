/// When to draw so that a frame is seen at a wanted instant, from the flips before it.
///
/// A small value without a clock of its own. Every instant is CLOCK_MONOTONIC in nanoseconds; wall times are
/// converted by the caller, through one paired read of both clocks.
public struct FrameClock: Sendable {
  private enum Source: Hashable {
    /// No flip has told anything: the mode's period is all that is known.
    case unknown
    /// The driver counts vblanks and times them: this one is the last that it told.
    case vblanks(time: Int64, sequence: UInt32)
    /// The driver counts none, or its times are not to be believed: frames are seen when they are sent, and
    /// the last one was sent at this instant.
    case none(last: Int64)
  }

  /// When to wake, when the frame will then be seen, and when it would be if all had been ready in time: the
  /// vblank nearest to the target.
  public struct Plan: Hashable, Sendable {
    public var wake: Int64
    public var presentation: Int64
    public var wanted: Int64
  }

  /// The period that holds: the mode's, or the one measured where the mode's does not.
  public private(set) var period: Int64
  /// What is left between drawing and the vblank, for the scheduler's delays and the kernel's work.
  public var margin: Int64
  /// How long a frame takes to draw: the longest of late, forgotten by and by.
  public private(set) var drawTime: Int64 = 0
  private let nominal: Int64
  /// What a display's period may be, in nanoseconds: from 1000 Hz to 5.
  static let periods = 1_000_000...200_000_000
  private var lastMeasured: Int64 = 0
  private var source = Source.unknown

  /// - Parameters:
  ///   - period: of the mode, in nanoseconds; nil or absurd (SPI panels that state 0.05 Hz) means 60 Hz.
  ///   - margin: 2 ms where nothing is given.
  public init(period: Int?, margin: Int64 = 2_000_000) {
    nominal = period.flatMap { Self.periods.contains($0) ? Int64($0) : nil } ?? 16_666_667
    self.period = nominal
    self.margin = margin
  }

  /// Whether the driver gives vblanks to pace by.
  public var hasVBlanks: Bool { if case .vblanks = source { true } else { false } }

  /// A frame took so long to draw.
  public mutating func drew(in time: Int64) { drawTime = max(time, drawTime - drawTime / 16, 0) }

  /// A flip's event came: the time and the number that it bears, and when it was read.
  ///
  /// - Returns: when the frame was seen, as far as can be believed.
  @discardableResult
  public mutating func flipped(time: Int64, sequence: UInt32, now: Int64) -> Int64 {
    // vkms bears an old time after idling, others zero; a process that was stopped reads a true one late.
    let tolerance = max(2 * period, 100_000_000)
    guard time > 0, abs(now &- time) <= tolerance else {
      if case .vblanks = source {} else { source = .none(last: now) }
      return now
    }
    switch source {
    case .vblanks(let before, let last) where sequence != last:
      measure(from: before, to: time, by: sequence &- last)
      source = .vblanks(time: time, sequence: sequence)
    case .vblanks, .none, .unknown:
      // A number that stays where it is, zero mostly, counts nothing.
      let isCounting = if case .vblanks = source { false } else { sequence != 0 }
      source = isCounting ? .vblanks(time: time, sequence: sequence) : .none(last: time)
    }
    return time
  }

  /// Takes the period from neighbouring vblanks where the mode's own is off by more than 2 %, and two in a
  /// row say so alike: one late event is no other rate.
  private mutating func measure(from before: Int64, to time: Int64, by count: UInt32) {
    guard (1...4).contains(count), time > before else { return }
    let measured = (time - before) / Int64(count)
    guard Self.periods.contains(Int(measured)) else { return }
    if abs(measured - nominal) * 50 <= nominal {
      period = nominal
    } else if abs(measured - lastMeasured) * 50 <= measured {
      period = measured
    }
    lastMeasured = measured
  }

  /// Another clock told of a vblank, such as drmCrtcGetSequence after minutes of rest.
  public mutating func anchor(time: Int64, sequence: UInt32, now: Int64) {
    guard hasVBlanks, time > 0, abs(now &- time) <= max(2 * period, 100_000_000) else { return }
    source = .vblanks(time: time, sequence: sequence)
  }

  /// Whether the last vblank known is so long ago that two crystals, 100 ppm apart, may have drifted by an
  /// eighth of a period: then ask the kernel, or flip at once and take that event.
  public func needsAnchor(at now: Int64) -> Bool {
    guard case .vblanks(let time, _) = source else { return false }
    return now - time > period * 1250
  }

  /// As early as a first frame can be begun: what is sent before the vblank before its own is seen there, and
  /// that one may have drifted by an eighth of a period.
  private var firstLead: Int64 { period * 3 / 4 }

  /// How long before a change that is long known a plan for it must be made: its vblank may come half a period
  /// before it.
  public var planAhead: Int64 { period / 2 + max(drawTime + margin, firstLead) + margin }

  /// When to wake for a frame that is meant to be seen at `target`.
  ///
  /// It is the vblank nearest to the target that can still be reached; without vblanks it is the target
  /// itself, at most one frame a period. Never before `now`.
  ///
  /// - Parameter isFirst: of a change that was long known. Such a frame takes longer than those that fall after
  ///   it, whose time is the one measured: it begins `firstLead` before its vblank, or earlier.
  public func plan(for target: Int64, now: Int64, isFirst: Bool = false) -> Plan {
    let lead = drawTime + margin
    let earliest = now + lead
    switch source {
    case .vblanks(let anchor, _):
      let wanted = anchor + divideDown(target - anchor + period / 2, period) * period
      var vblank = wanted
      if vblank < earliest { vblank = anchor + divideDown(earliest - anchor + period - 1, period) * period }
      let begin = vblank - (isFirst ? max(lead, firstLead) : lead)
      return Plan(wake: max(now, begin), presentation: vblank, wanted: wanted)
    case .none(let last):
      let wanted = max(target, last + period)
      let presentation = max(wanted, earliest)
      return Plan(wake: max(now, presentation - lead), presentation: presentation, wanted: wanted)
    case .unknown:
      let presentation = max(target, earliest)
      return Plan(wake: max(now, presentation - lead), presentation: presentation, wanted: target)
    }
  }
}

/// The quotient rounded down, for a positive divisor.
func divideDown(_ top: Int64, _ bottom: Int64) -> Int64 {
  let quotient = top / bottom
  return top % bottom < 0 ? quotient - 1 : quotient
}
