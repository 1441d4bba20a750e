import Glibc

/// What a refused commit asks for, by its errno (the table of docs/kms.md, "Each frame").
public enum CommitReaction: Hashable, Sendable {
  /// Interrupted: the same call again, at once.
  case again
  /// The flip before is still on its way: keep the frame and its damage, and try again on its event
  /// or after one period.
  case wait
  /// Master is gone (a VT switch, another program): pause until it is given back.
  case pause
  /// The state no longer fits the hardware's: probe again, one modeset, then the ladder.
  case modeset
  /// Bandwidth or memory ran out: a smaller mode or a plainer buffer.
  case reduce
  /// The device is gone: tear down, and wait for udev.
  case tearDown
  /// Nothing we know how to mend.
  case fail

  /// - Parameter errno: the positive code of the failed call.
  public init(errno code: Int32) {
    switch code {
    case EINTR, EAGAIN: self = .again
    case EBUSY: self = .wait
    case EACCES, EPERM: self = .pause
    case EINVAL, ERANGE, ENOENT: self = .modeset
    case ENOSPC, ENOMEM: self = .reduce
    case ENODEV, EIO, ENXIO: self = .tearDown
    default: self = .fail
    }
  }
}
