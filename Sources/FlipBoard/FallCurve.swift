internal import Glibc

/// The angle of a falling flap over its duration, found by integrating its motion once.
///
/// The flap is a thin plate hinged at one edge on a board that leans back by `lean`, as a clock's face
/// does. With time in units of √(2·length / 3g) gravity turns it by θ″ = sin(θ − lean): at first back
/// against its catch, so that it takes the push to get over the top, and at the end down on the stop,
/// which ends a bounce soon. It lands at 180° and leaves with a part of its speed. docs/motion.md has the
/// derivation.
struct FallCurve {
  /// By how much the board leans back, in radians.
  static let lean = 20 * Double.pi / 180
  /// Angular speed that the release gives, in units of the free fall's own. It must exceed
  /// 2·sin(lean/2) = 0.347, or the flap would not get over the top.
  static let push = 0.6
  /// The part of its speed that the flap keeps in landing; the second time it keeps nothing.
  static let restitution = 0.1

  static let shared = FallCurve()

  /// The part of the duration after which the flap first lands.
  let landing: Double
  /// Degrees, at equal steps from the start to the landing.
  private let falling: [Double]
  /// Degrees, at equal steps from the landing to the end.
  private let bouncing: [Double]

  init() {
    func fall(_ angle: Double) -> Double { sin(angle - FallCurve.lean) }
    // From the landing on the angle is counted back from 180°.
    func bounce(_ angle: Double) -> Double { -sin(angle + FallCurve.lean) }
    let fallTime = FallCurve.time(from: 0, speed: FallCurve.push, to: .pi, fall)
    let falling = FallCurve.angles(from: 0, speed: FallCurve.push, during: fallTime, steps: 1024, fall)
    let rebound = falling.speed * FallCurve.restitution
    let bounceTime = FallCurve.time(from: 0, speed: rebound, to: 0, bounce)
    let bouncing = FallCurve.angles(from: 0, speed: rebound, during: bounceTime, steps: 256, bounce)
    landing = fallTime / (fallTime + bounceTime)
    self.falling = falling.angles.map { min(180, $0 * 180 / .pi) }
    self.bouncing = bouncing.angles.map { min(180, 180 - $0 * 180 / .pi) }
  }

  /// Degrees at that part of the duration, 0 to 1.
  func angle(fraction: Double) -> Double {
    if fraction < landing { return FallCurve.between(falling, fraction / landing) }
    return FallCurve.between(bouncing, (fraction - landing) / (1 - landing))
  }

  private static func between(_ table: [Double], _ fraction: Double) -> Double {
    let place = fraction * Double(table.count - 1)
    let index = max(0, min(table.count - 2, Int(place)))
    let part = place - Double(index)
    return table[index] + (table[index + 1] - table[index]) * part
  }

  /// How long it takes until the angle passes `end`: on the way up, or back down where it starts there.
  private static func time(
    from start: Double, speed: Double, to end: Double, _ acceleration: (Double) -> Double
  ) -> Double {
    let step = 1.0 / 4096
    var (angle, speed, time) = (start, speed, 0.0)
    let isReturn = start == end
    while true {
      let last = angle
      advance(&angle, &speed, by: step, acceleration)
      if isReturn ? angle <= end : angle >= end {
        return time + step * (end - last) / (angle - last)
      }
      time += step
    }
  }

  private static func angles(
    from start: Double, speed: Double, during time: Double, steps: Int,
    _ acceleration: (Double) -> Double
  ) -> (angles: [Double], speed: Double) {
    var (angle, speed) = (start, speed)
    var angles = [start]
    for _ in 0..<steps {
      advance(&angle, &speed, by: time / Double(steps), acceleration)
      angles.append(angle)
    }
    return (angles, speed)
  }

  /// One step of Runge and Kutta's fourth-order method for θ″ = acceleration(θ).
  private static func advance(
    _ angle: inout Double, _ speed: inout Double, by step: Double, _ acceleration: (Double) -> Double
  ) {
    let speed1 = speed
    let change1 = acceleration(angle)
    let speed2 = speed + step / 2 * change1
    let change2 = acceleration(angle + step / 2 * speed1)
    let speed3 = speed + step / 2 * change2
    let change3 = acceleration(angle + step / 2 * speed2)
    let speed4 = speed + step * change3
    let change4 = acceleration(angle + step * speed3)
    angle += step / 6 * (speed1 + 2 * speed2 + 2 * speed3 + speed4)
    speed += step / 6 * (change1 + 2 * change2 + 2 * change3 + change4)
  }
}
