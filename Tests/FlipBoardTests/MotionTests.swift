import FlipBoard
import Testing

/// The angle of a flap over its duration.
@Suite struct MotionTests {
  static let steps = 20_000
  static let fall = (0...steps).map { Motion.fall.angle(fraction: Double($0) / Double(steps)) }

  @Test("Both motions start upright and end down, exactly, and stay there", arguments: Motion.allCases)
  func ends(motion: Motion) {
    #expect(motion.angle(fraction: 0) == 0)
    #expect(motion.angle(fraction: 1) == 180)
    #expect(motion.angle(fraction: -3) == 0)
    #expect(motion.angle(fraction: 3) == 180)
  }

  @Test("Linear is linear", arguments: [0.1, 0.25, 0.5, 0.9])
  func linear(fraction: Double) {
    #expect(Motion.linear.angle(fraction: fraction) == 180 * fraction)
  }

  @Test("A falling flap only falls until it lands, bounces once by a few degrees, and rests")
  func shape() throws {
    let fall = MotionTests.fall
    #expect(fall.allSatisfy { (0...180).contains($0) })
    let landing = try #require(fall.firstIndex { $0 > 179.99 })
    for index in 1...landing { #expect(fall[index] > fall[index - 1]) }
    let bounce = fall[landing...]
    let lowest = try #require(bounce.indices.min { bounce[$0] < bounce[$1] })
    #expect((1.5...5).contains(180 - bounce[lowest]))
    #expect((0.7...0.85).contains(Double(landing) / Double(MotionTests.steps)))
    for index in (landing + 20)..<lowest { #expect(fall[index] <= fall[index - 1]) }
    for index in (lowest + 1)...MotionTests.steps { #expect(fall[index] >= fall[index - 1]) }
  }

  @Test("Its energy is the one that gravity gives: θ′² = v₀² + 2·cos β − 2·cos(θ − β)")
  func energy() throws {
    // Taylor's series of the cosine: the tests of this module need no C library.
    func cosine(_ degrees: Double) -> Double {
      let x = degrees * .pi / 180
      var (term, sum) = (1.0, 1.0)
      for n in 1...20 {
        term *= -x * x / Double((2 * n - 1) * 2 * n)
        sum += term
      }
      return sum
    }
    let fall = MotionTests.fall
    // The unit of time, from the speed of the push at the start.
    let first = (fall[20] - fall[0]) / 20
    for index in stride(from: 1000, to: 15000, by: 500) {
      let speed = (fall[index + 20] - fall[index - 20]) / 40 / first * 0.6
      let expected = 0.36 + 2 * cosine(20) - 2 * cosine(fall[index] - 20)
      #expect(abs(speed * speed - expected) < 0.01 * max(1, expected), "at \(fall[index])°")
    }
  }

  @Test("No frame jumps: at 240 Hz and half a second a flap turns less than 9 degrees")
  func smooth() {
    for index in 1...120 {
      let step =
        Motion.fall.angle(fraction: Double(index) / 120)
        - Motion.fall.angle(fraction: Double(index - 1) / 120)
      #expect(abs(step) < 9)
    }
  }
}
