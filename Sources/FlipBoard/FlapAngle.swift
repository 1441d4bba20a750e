internal import Glibc

/// How far a flap has turned about its hinge, with the cosine and the sine that all that is seen of it comes
/// from: had once for all flaps that fall together.
public struct FlapAngle: Hashable, Sendable {
  /// 0 upright, 180 down.
  public let degrees: Double
  public let cosine: Double
  public let sine: Double

  public init(degrees: Double) {
    self.degrees = degrees
    let radians = degrees * .pi / 180
    cosine = cos(radians)
    sine = sin(radians)
  }
}
