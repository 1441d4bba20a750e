import Glibc

/// A call to the kernel, to a seat daemon or to GBM that did not work: which one, its errno, and a
/// sentence that a user can act on.
public struct KMSError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What a program makes of it; product.md gives each its exit code.
  public enum Kind: Hashable, Sendable {
    /// No card that can show, or none that works with us (69).
    case noDisplay
    /// Another program holds the display (75).
    case held
    /// The device may not be opened by this user (77).
    case permission
    /// A path that was named is not there (66).
    case missing
    /// A call failed where it should not have (70).
    case fault
  }

  public var kind: Kind
  /// The C function, as its manual spells it: `drmModeAddFB2WithModifiers`.
  public var call: String
  /// The errno it left, 0 where it leaves none.
  public var code: Int32
  /// The whole line for the user, without a full stop.
  public var description: String

  public init(_ kind: Kind = .fault, call: String, code: Int32, sentence: String? = nil) {
    self.kind = kind
    self.call = call
    self.code = code
    description = sentence ?? "\(call): \(KMSError.words(for: code))"
  }

  /// The error that the C call which just returned left in `errno`; to be read before anything else
  /// is called.
  static func last(_ call: String, _ kind: Kind = .fault, about subject: String? = nil) -> KMSError {
    let code = errno
    let sentence = subject.map { "\($0): \(call): \(words(for: code))" }
    return KMSError(kind, call: call, code: code, sentence: sentence)
  }

  /// What to do about it where it came from a commit.
  public var reaction: CommitReaction { CommitReaction(errno: code) }

  /// strerror's words, with the symbol that bug trackers are searched by.
  static func words(for code: Int32) -> String {
    guard code != 0 else { return "failed" }
    return "\(String(cString: strerror(code)))\(symbol(for: code).map { " (\($0))" } ?? "")"
  }

  /// The names of the codes that KMS gives.
  static func symbol(for code: Int32) -> String? {
    switch code {
    case EPERM: "EPERM"
    case ENOENT: "ENOENT"
    case EINTR: "EINTR"
    case EIO: "EIO"
    case EAGAIN: "EAGAIN"
    case ENOMEM: "ENOMEM"
    case EACCES: "EACCES"
    case EBUSY: "EBUSY"
    case ENODEV: "ENODEV"
    case EINVAL: "EINVAL"
    case ENOSPC: "ENOSPC"
    case ERANGE: "ERANGE"
    case EOPNOTSUPP: "EOPNOTSUPP"
    default: nil
    }
  }
}
