import FlipBoard
import Glibc

/// A leaf's outline as it is seen: up one side from the hinge, along the free edge, down the other.
struct RayCasterOutline {
  /// Between each point and the next: the way, and what makes the part of it that something is along.
  private var ways: [(start: SIMD2<Double>, way: SIMD2<Double>, perSquare: Double)] = []

  /// - Parameters:
  ///   - seen: where a point of the leaf is seen: from the hinge's middle, and from the hinge.
  init(width: Double, length: Double, radius: Double, seen: (Double, Double) -> SIMD2<Double>) {
    var points = [seen(-width / 2, 0)]
    for (side, turns) in [(-1.0, 0...8), (1.0, 8...16)] {
      for turn in turns {
        let a = Double(turn) / 16 * .pi
        points.append(
          seen(side * (width / 2 - radius) - radius * cos(a), length - radius + radius * sin(a)))
      }
    }
    points.append(seen(width / 2, 0))
    for (start, end) in zip(points, points.dropFirst()) {
      let way = end - start
      let square = (way * way).sum()
      if square > 0 { ways.append((start, way, 1 / square)) }
    }
  }

  /// How far a point of the screen is from it.
  func distance(to point: SIMD2<Double>) -> Double {
    var nearest = Double.infinity
    for (start, way, perSquare) in ways {
      let there = point - start
      let along = min(max((way * there).sum() * perSquare, 0), 1)
      let off = there - along * way
      nearest = min(nearest, (off * off).sum())
    }
    return nearest.squareRoot()
  }

  /// How much of the outline's colour a flap has within it, whose height is the module's.
  static func share(_ a: Double) -> Double { min(1, 2 * sin(a)) }

  /// How wide it is seen.
  static func breadth(_ height: Double) -> Double { max(1, 0.006 * height) }

  /// Half way from the card to an ink that is far from it.
  static func color(_ look: Look) -> SIMD4<Double> {
    let (card, ink) = (RayCaster.color(look.card), RayCaster.color(look.ink))
    return (card + ink) / 2
  }
}
