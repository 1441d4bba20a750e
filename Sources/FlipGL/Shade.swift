import FlipBoard
import Glibc

/// The shadow that flaps in the air throw on the halves behind them; docs/shading.md has the derivation.
///
/// A shade is what a pixel's light lacks, along a half from the hinge to the outer edge: a line, which the
/// shader bounds to 0…`most`.
struct Shade: Hashable {
  var atHinge: Float
  var atEdge: Float

  static let none = Shade(atHinge: 0, atEdge: 0)
  static let most = 0.38
  /// The light comes from so far above the viewer's axis.
  static let elevation = 50.0 * .pi / 180

  /// Of several flaps the deepest shade counts.
  static func deeper(_ a: Shade, _ b: Shade) -> Shade { b.atHinge > a.atHinge ? b : a }

  /// On the upper half, which a flap at this angle uncovers: the nearer, the darker.
  static func upper(_ angle: FlapAngle) -> Shade {
    if angle.degrees <= 0 || angle.degrees >= 90 { return .none }
    let dark = Float(most * (1 - angle.sine))
    return Shade(atHinge: dark, atEdge: dark)
  }

  /// On the lower half: the free edge's shadow falls at sin a · tan e − cos a half heights below the
  /// hinge, the softer the farther the edge is from the half.
  static func lower(_ angle: FlapAngle) -> Shade {
    if angle.degrees <= 0 || angle.degrees >= 180 { return .none }
    let edge = angle.sine * tan(elevation) - angle.cosine
    let soft = 0.15 + 1.1 * angle.sine
    // The line is `most` at edge − soft / 2 and 0 at edge + soft / 2.
    func line(_ t: Double) -> Float { Float(most * (edge + soft / 2 - t) / soft) }
    return Shade(atHinge: line(0), atEdge: line(1))
  }
}
