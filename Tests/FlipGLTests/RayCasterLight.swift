import FlipBoard
import Glibc

/// docs/shading.md, written a second time: light as a function of where on a leaf a ray meets it.
struct RayCasterLight {
  var shading: Bool

  enum Side { case upper, lower }

  /// Light along a half; `distance` from the hinge in pixels, `height` the module's.
  func along(_ side: Side, distance: Double, height: Double) -> Double {
    guard shading else { return 1 }
    let t = distance / (height / 2)
    let course =
      side == .upper ? min(0.76 + 1.5 * t, 0.89 + 0.11 * t) : min(0.84 + 1.6 * t, 1 - 0.18 * t)
    return distance < gap(side, height) ? course * 0.25 : course
  }

  /// Pixels of the hinge's gap on one side of it.
  func gap(_ side: Side, _ height: Double) -> Double {
    let pixels = max(1, Int((height * 0.008).rounded()))
    return Double(side == .upper ? pixels - pixels / 2 : pixels / 2)
  }

  /// What a flap's side gets by its angle in radians.
  func turned(front: Bool, _ a: Double) -> Double {
    guard shading else { return 1 }
    let e = 50 * Double.pi / 180
    let direct = max(0, front ? cos(a + e) : -cos(a + e))
    let more = direct - cos(e)
    return more < 0 ? 1 + 0.45 * more : 1 + 0.2 * more
  }

  /// What the free edge's light does to a colour: times, plus.
  func edge(_ a: Double, fromEdge distance: Double, height: Double) -> (times: Double, plus: Double) {
    guard shading, distance < max(1, 0.006 * height) else { return (1, 0) }
    return (1 + 0.25 * sin(a), 0.07 * sin(a))
  }

  /// What flaps at these angles (degrees) leave of the light on a half that stands.
  func behind(_ flaps: [Double], _ side: Side, t: Double) -> Double {
    guard shading else { return 1 }
    var deepest = (atHinge: 0.0, here: 0.0)
    for degrees in flaps {
      let a = degrees * .pi / 180
      let (atHinge, here): (Double, Double)
      switch side {
      case .upper:
        guard degrees > 0, degrees < 90 else { continue }
        atHinge = 0.38 - 0.38 * sin(a)
        here = atHinge
      case .lower:
        guard degrees > 0, degrees < 180 else { continue }
        let k = sin(a) * tan(50 * Double.pi / 180) - cos(a)
        let w = 0.15 + 1.1 * sin(a)
        atHinge = 0.38 * (k + w / 2) / w
        here = 0.38 * (k + w / 2 - t) / w
      }
      if atHinge > deepest.atHinge { deepest = (atHinge, here) }
    }
    return 1 - min(max(deepest.here, 0), 0.38)
  }
}
