/// Lets one frame at a time out to the display, and knows what to do when its event is late, lost or old.
///
/// It touches nothing and reads no clock: each function is told what happened and when (CLOCK_MONOTONIC, in
/// nanoseconds), and returns what to do. A frame goes: `want` says draw, the frame is drawn, `arm` *before*
/// the ioctl (the event can beat its return), then nothing, or `busy` or `refused` by the ioctl's errno;
/// later `flipped`, or `timePassed` without it.
public struct FlipLatch: Sendable {
  private enum State: Hashable {
    /// Nothing is on its way: a frame may go out at once.
    case idle
    /// A frame is on its way, since that instant; its event has not come.
    case waiting(since: Int64)
    /// A frame is on its way, and there is already more to draw after it.
    case waitingWithMore(since: Int64)
    /// The kernel would not take a frame yet (EBUSY): it is kept, and offered again on an event or then.
    case keeping(since: Int64, retryAt: Int64)
    /// The same, and there is already more to draw after it.
    case keepingWithMore(since: Int64, retryAt: Int64)
    /// An event was lost: a modeset is due, and everything is drawn anew.
    case mending
    /// Paused, blanked or gone: nothing goes out, and no event means anything.
    case stopped
  }

  /// What the caller does next.
  public enum Action: Hashable, Sendable {
    /// Nothing.
    case rest
    /// Draws a frame and sends it.
    case draw
    /// Sends again the frame that is kept, with its damage.
    case retry
    /// Does one modeset, with a frame drawn anew.
    case modeset
    /// Ends the program, so that the service starts it again.
    case exit
  }

  /// After this many good flips in a row a lost event is forgiven.
  static let healingFlips = 100
  private static let leastPatience: Int64 = 1_000_000_000

  /// From one vblank to the next, in nanoseconds.
  public var period: Int64
  private var state = State.idle
  /// Which frame is on its way; its event carries the number back, so that an old event is known as one.
  private var token: UInt32 = 0
  private var hasLostOne = false
  /// The frame whose event was given up, should it come late.
  private var overdue: UInt32?
  private var goodFlips = 0

  /// - Parameters:
  ///   - period: in nanoseconds.
  ///   - numberAbove: the numbers of frames come after it, so that events of whoever used the CRTC before are
  ///     known as theirs.
  public init(period: Int64, numberAbove: UInt32 = 0) {
    self.period = max(period, 1)
    token = numberAbove
  }

  /// How long an event may take: five periods, and at least a second.
  public var patience: Int64 {
    max(Self.leastPatience, period.multipliedReportingOverflow(by: 5).partialValue)
  }

  /// Whether a frame is on its way or kept, so that none may be drawn into the buffers' last place.
  public var isBusy: Bool {
    switch state {
    case .waiting, .waitingWithMore, .keeping, .keepingWithMore: true
    case .idle, .mending, .stopped: false
    }
  }

  /// When `timePassed` has something to say; nil while it has not.
  public var deadline: Int64? {
    switch state {
    case .waiting(let since), .waitingWithMore(let since): since + patience
    case .keeping(let since, let retryAt), .keepingWithMore(let since, let retryAt):
      min(retryAt, since + patience)
    case .idle, .mending, .stopped: nil
    }
  }

  /// There is something new to show. What comes while a frame is on its way is drawn after it, once.
  public mutating func want() -> Action {
    switch state {
    case .idle: return .draw
    case .waiting(let since): state = .waitingWithMore(since: since)
    case .keeping(let since, let retryAt): state = .keepingWithMore(since: since, retryAt: retryAt)
    case .mending: return .modeset
    case .waitingWithMore, .keepingWithMore, .stopped: break
    }
    return .rest
  }

  /// A frame, or the one that is kept, or a modeset, is about to be handed to the kernel.
  ///
  /// - Returns: the number to hand along (`user_data`), which its event brings back.
  public mutating func arm(at now: Int64) -> UInt32 {
    token &+= 1
    switch state {
    case .idle, .waiting, .mending: state = .waiting(since: now)
    // How long the kernel has been busy counts from its first refusal, or it could be busy for ever.
    case .keeping(let since, _): state = .waiting(since: since)
    case .keepingWithMore(let since, _): state = .waitingWithMore(since: since)
    case .waitingWithMore: state = .waitingWithMore(since: now)
    case .stopped: break
    }
    return token
  }

  /// A commit that blocks has come back, and its event may still be on its way. A kernel that waits for a flip
  /// that it lost takes ten seconds for it (`drm_crtc_commit_wait`): they are not the event's.
  public mutating func returned(at now: Int64) {
    switch state {
    case .waiting: state = .waiting(since: now)
    case .waitingWithMore: state = .waitingWithMore(since: now)
    case .idle, .keeping, .keepingWithMore, .mending, .stopped: break
    }
  }

  /// The kernel said EBUSY: the frame and its damage are kept.
  public mutating func busy(at now: Int64) -> Action {
    switch state {
    case .waiting(let since): state = .keeping(since: since, retryAt: now + period)
    case .waitingWithMore(let since): state = .keepingWithMore(since: since, retryAt: now + period)
    case .idle, .keeping, .keepingWithMore, .mending, .stopped: break
    }
    return .rest
  }

  /// The kernel refused the frame for another reason, which is not this latch's matter: none is on its way.
  public mutating func refused() {
    if state != .stopped { state = .idle }
  }

  /// A flip's event came, with the number that `arm` gave; nil where the event carries none.
  public mutating func flipped(_ number: UInt32?) -> Action {
    let isOurs = number == nil || number == token
    if let number, number == overdue {
      // Late, as on a machine with too much to do, is not lost: the next one may be as late.
      overdue = nil
      hasLostOne = false
    }
    switch state {
    case .waiting where isOurs, .waitingWithMore where isOurs:
      goodFlips += 1
      if goodFlips >= Self.healingFlips {
        hasLostOne = false
        goodFlips = 0
      }
      let more = if case .waitingWithMore = state { true } else { false }
      state = .idle
      return more ? .draw : .rest
    // Whatever it was that kept the kernel busy is over.
    case .keeping, .keepingWithMore: return .retry
    case .idle, .waiting, .waitingWithMore, .mending, .stopped: return .rest
    }
  }

  /// The deadline may have passed.
  public mutating func timePassed(_ now: Int64) -> Action {
    switch state {
    case .waiting(let since) where now >= since + patience,
      .waitingWithMore(let since) where now >= since + patience,
      .keeping(let since, _) where now >= since + patience,
      .keepingWithMore(let since, _) where now >= since + patience:
      state = .mending
      goodFlips = 0
      overdue = token
      token &+= 1
      if hasLostOne { return .exit }
      hasLostOne = true
      return .modeset
    case .keeping(let since, let retryAt) where now >= retryAt:
      state = .keeping(since: since, retryAt: now + period)
      return .retry
    case .keepingWithMore(let since, let retryAt) where now >= retryAt:
      state = .keepingWithMore(since: since, retryAt: now + period)
      return .retry
    default: return .rest
    }
  }

  /// The display is let go of: paused, blanked, unplugged. What was on its way no longer matters.
  public mutating func stop() {
    state = .stopped
    token &+= 1
  }

  /// The display is ours again; the first thing is a modeset.
  public mutating func start() {
    if state == .stopped { state = .idle }
  }
}
