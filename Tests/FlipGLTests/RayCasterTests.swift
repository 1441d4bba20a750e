import FlipBoard
@testable import FlipGL
import Testing

extension GL {
  /// The renderer against the caster, in the figures that the project holds itself to.
  @Suite struct AgainstRays {
    static let angles = [0, 30, 60, 89, 91, 120, 150, 176]

    /// Strokes and discs, smooth and sharp, different for every face.
    static var faces: Patterns {
      Patterns.coverage { text, x, y, size in
        let shift = text == "a" ? 0 : 5
        let (dx, dy) = (x - size.width / 2 + shift, y - size.height / 2)
        let d = dx * dx * 4 + dy * dy
        if d < size.height * size.height / 14 { return 0 }
        if d < size.height * size.height / 6 { return 255 }
        return x > size.width / 8 && x < size.width / 5 && y > 8 ? 128 : 0
      }
    }

    @Test(arguments: angles)
    func flapIsWhereRaysMeetIt(angle: Int) throws {
      var look = AgainstRays.flat
      look.shading = true
      try compareFlap(angle, look)
    }

    @Test(arguments: [20, 45, 80, 91, 150], [0, 128, 255])
    func flatFlapIsWhereRaysMeetIt(angle: Int, card: UInt8) throws {
      var look = AgainstRays.flat
      look.card = Color(red: card, green: card, blue: card)
      look.ink = card == 0 ? Color(red: 255, green: 240, blue: 200) : Color(red: 0, green: 0, blue: 0)
      try compareFlap(angle, look)
    }

    /// So large a card that its outline is wider than what is smooth of it.
    @Test(arguments: [45, 140])
    func anOutlineIsAsWideAsRaysSay(angle: Int) throws {
      let size = Size(width: 70, height: 430)
      let scene = Scene.one(
        size, Rect(x: 10, y: 10, width: 50, height: 410), upper: "", lower: "",
        flaps: [.init(front: Face(""), back: Face(""), angle: Double(angle))])
      let errors = try compare(scene, AgainstRays.flat)
      #expect(errors.mean < 1, "mean \(errors)")
      #expect(errors.worstInside <= 2, "inside \(errors)")
      #expect(errors.edges < 12, "edges \(errors)")
    }

    private static var flat: Look {
      var look = Look.flat
      look.radius = 9
      look.background = Color(red: 90, green: 30, blue: 10)
      look.card = Color(red: 235, green: 230, blue: 240)
      return look
    }

    private func compareFlap(_ angle: Int, _ look: Look) throws {
      let size = Size(width: 72, height: 76)
      let scene = Scene.one(
        size, Rect(x: 15, y: 8, width: 42, height: 60), upper: "b", lower: "a",
        flaps: angle == 0 ? [] : [.init(front: Face("a"), back: Face("b"), angle: Double(angle))])
      let errors = try compare(scene, look)
      #expect(errors.mean < 1, "mean \(errors)")
      #expect(errors.worstInside <= 2, "inside \(errors)")
      #expect(errors.edges < 12, "edges \(errors)")
    }

    @Test(arguments: [0.0, 1.5, 10], [true, false])
    func perspectiveIsWhereRaysMeetIt(perspective: Double, display: Bool) throws {
      let size = Size(width: 80, height: 76)
      let scene = Scene.one(
        size, Rect(x: 30, y: 20, width: 30, height: 44), upper: "b", lower: "a",
        flaps: [
          .init(front: Face("a"), back: Face("b"), angle: 140),
          .init(front: Face("b"), back: Face("a"), angle: 40),
        ])
      var look = Look.flat
      look.shading = true
      look.perspective = perspective
      look.vanishingPoint = display ? .display : .module
      look.radius = 6
      let errors = try compare(scene, look)
      #expect(errors.mean < 1, "mean \(errors)")
      #expect(errors.worstInside <= 2, "inside \(errors)")
      #expect(errors.edges < 12, "edges \(errors)")
    }

    struct Errors {
      var mean = 0.0
      var worstInside = 0.0
      var edges = 0.0
      /// Where inside is worst, what was drawn there, and what is true.
      var place: [Int] = []
    }

    func compare(_ scene: Scene, _ look: Look) throws -> Errors {
      let picture = try Bench(scene.size, look: look, faces: Self.faces).draw(scene)
      let caster = RayCaster(scene, look, Self.faces)
      let (w, h) = (scene.size.width, scene.size.height)
      var truth: [SIMD4<Double>] = []
      var sorts: [Set<Int>] = []
      for y in 0..<h {
        for x in 0..<w {
          let pixel = caster.pixel(x, y)
          truth.append(pixel.color)
          sorts.append(pixel.met)
        }
      }
      var errors = Errors()
      var (edgeSum, edgeCount) = (0.0, 0)
      for y in 0..<h {
        for x in 0..<w {
          let at = y * w + x
          let drawn = picture[x, y]
          var (sum, worst) = (0.0, 0.0)
          for channel in 0..<3 {
            let error = abs(Double(drawn[channel]) - truth[at][channel] * 255)
            sum += error / 3
            worst = max(worst, error)
          }
          errors.mean += sum / Double(w * h)
          // An edge: what rays of the pixel or of its neighbours meet isn't all the same.
          var around = sorts[at]
          for ny in max(y - 1, 0)...min(y + 1, h - 1) {
            for nx in max(x - 1, 0)...min(x + 1, w - 1) { around.formUnion(sorts[ny * w + nx]) }
          }
          if around.count > 1 {
            edgeSum += sum
            edgeCount += 1
          } else {
            if worst > errors.worstInside {
              errors.worstInside = worst
              errors.place =
                [x, y] + drawn.dropLast() + truth[at].indices.dropLast().map { Int(truth[at][$0] * 255) }
            }
          }
        }
      }
      errors.edges = edgeSum / Double(max(edgeCount, 1))
      return errors
    }
  }
}
