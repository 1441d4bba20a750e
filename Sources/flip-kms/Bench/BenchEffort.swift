/// How much is measured.
struct BenchEffort: Equatable, Sendable {
  /// No more frames than this.
  var frames: Int
  /// No longer than this, in microseconds; nil as long as it takes.
  var time: Double?
  var floor = false
  var readback = false

  /// Frames that are drawn before any counts: buffers, faces and programs are made then, and a processor
  /// has reached its pace.
  static let warmUp = 40
  /// Fewer where they take longer than this, in microseconds: a huge board has long reached it.
  static let warmUpTime = 2e6
  /// Frames of the program before the floor takes its turn: both get the same share of whatever else goes
  /// on on the machine.
  static let turn = 20
  /// A turn begins no further frame after this long, in microseconds, so that time can be kept.
  static let turnTime = 0.5e6
  /// A turn ends early where its vertices come to so many bytes.
  static let replayBytes = 8 << 20

  /// Seconds that a board's frames may take: a guess, where their number is given.
  var seconds: Double { (time ?? Double(frames) * 10_000) / 1e6 }
}
