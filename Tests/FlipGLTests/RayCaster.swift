import FlipBoard
import FlipFaces
import Glibc

/// Draws a scene on the CPU as one would see it: a ray through each of many points of a pixel, onto the
/// planes in space. Slow, simple, and nothing of it shared with the renderer.
final class RayCaster {
  /// What a ray meets.
  struct Hit {
    /// 0 the background; else a half or the side of a flap.
    var surface: Int
    /// Of the surface: bit 0 its hinge's gap, bit 1 its lit edge or its outline.
    var part = 0
    /// Of ink, 0 to 255.
    var coverage: UInt8 = 0
    var light = 1.0
    var plus = 0.0
    /// Of the outline's colour.
    var rim = 0.0
  }

  let scene: Scene
  let look: Look
  let light: RayCasterLight
  private let faces: any FaceSource
  private struct Outlined: Hashable {
    var frame: Rect
    var angle: Double
  }

  private var outlines: [Outlined: RayCasterOutline] = [:]
  private var bitmaps: [Face: Bitmap?] = [:]
  private let card: SIMD4<Double>
  private let background: SIMD4<Double>

  init(_ scene: Scene, _ look: Look, _ faces: any FaceSource) {
    self.scene = scene
    self.look = look
    self.faces = faces
    light = RayCasterLight(shading: look.shading)
    card = RayCaster.color(look.card)
    background = RayCaster.color(look.background)
  }

  static func color(_ c: Color) -> SIMD4<Double> {
    SIMD4(Double(c.red), Double(c.green), Double(c.blue), 255) / 255
  }

  /// What a ray through a point of the screen meets.
  func cast(_ x: Double, _ y: Double) -> Hit {
    var number = 1000
    for module in scene.modules.reversed() {
      for index in module.flaps.reversed() {
        number += 10
        if let hit = flap(scene.flaps[index], module, x, y, number) { return hit }
      }
    }
    number = 0
    for module in scene.modules {
      number += 10
      if let hit = standing(module, x, y, number) { return hit }
    }
    return Hit(surface: 0)
  }

  private func flap(
    _ flap: Scene.Flap, _ module: Scene.Module, _ x: Double, _ y: Double, _ number: Int
  ) -> Hit? {
    let frame = module.frame
    let (w, h) = (Double(frame.width), Double(frame.height))
    let hinge = (x: Double(frame.x) + w / 2, y: Double(frame.y) + h / 2)
    let vanish =
      look.vanishingPoint == .module
      ? hinge : (x: Double(scene.size.width) / 2, y: Double(scene.size.height) / 2)
    let a = flap.angle * .pi / 180
    // Space: from the vanishing point, x right, y up, z toward the eye.
    let (sx, sy) = (x - vanish.x, vanish.y - y)
    let (hx, hy) = (hinge.x - vanish.x, vanish.y - hinge.y)
    let nearness = look.perspective > 0 ? 1 / (look.perspective * h) : 0
    let r = (sy - hy) / (cos(a) + sy * sin(a) * nearness)
    let s = 1 - r * sin(a) * nearness
    guard r > 0, r < h / 2, s > 0 else { return nil }
    let along = s * sx - hx + w / 2
    guard along > 0, along < w, !isCutOff(along, r, w, h) else { return nil }
    // The front's normal against the way back to the eye.
    let toEye = nearness > 0 ? (y: -(hy + r * cos(a)), z: 1 / nearness - r * sin(a)) : (y: 0, z: 1)
    let front = -sin(a) * toEye.y + cos(a) * toEye.z > 0
    let row = front ? h / 2 - r : h / 2 + r
    let side = front ? RayCasterLight.Side.upper : .lower
    let coverage = ink(front ? flap.front : flap.back, frame, Int(along), min(Int(row), frame.height - 1))
    let edge = light.edge(a, fromEdge: h / 2 - r, height: h)
    let amount =
      light.along(side, distance: r, height: h) * light.turned(front: front, a) * edge.times
    var rim = 0.0
    if !light.shading {
      let key = Outlined(frame: frame, angle: flap.angle)
      let outline =
        outlines[key]
        ?? RayCasterOutline(width: w, length: h / 2, radius: radius(h)) { x, r in
          SIMD2(hx + x, hy + r * cos(a)) / (1 - r * sin(a) * nearness)
        }
      outlines[key] = outline
      if outline.distance(to: SIMD2(sx, sy)) < RayCasterOutline.breadth(h) {
        rim = RayCasterOutline.share(a)
      }
    }
    let part = (r < light.gap(side, h) && light.shading ? 1 : 0) + (edge.plus > 0 || rim > 0 ? 2 : 0)
    return Hit(
      surface: number + (front ? 0 : 1), part: part, coverage: coverage, light: amount, plus: edge.plus,
      rim: rim)
  }

  private func standing(_ module: Scene.Module, _ x: Double, _ y: Double, _ number: Int) -> Hit? {
    let frame = module.frame
    let (w, h) = (Double(frame.width), Double(frame.height))
    let (dx, dy) = (x - Double(frame.x), y - Double(frame.y))
    guard dx > 0, dx < w, dy > 0, dy < h, !isCutOff(dx, abs(dy - h / 2), w, h) else { return nil }
    let side = dy < h / 2 ? RayCasterLight.Side.upper : .lower
    let r = abs(dy - h / 2)
    let coverage = ink(side == .upper ? module.upper : module.lower, frame, Int(dx), Int(dy))
    let angles = scene.flaps[module.flaps].map(\.angle)
    let amount =
      light.along(side, distance: r, height: h) * light.behind(angles, side, t: r / (h / 2))
    let part = r < light.gap(side, h) && light.shading ? 1 : 0
    return Hit(surface: number + (side == .upper ? 0 : 1), part: part, coverage: coverage, light: amount)
  }

  /// In percent of the width that the narrowest module would have at this height.
  private func radius(_ h: Double) -> Double {
    look.radius / 100 * scene.modules.map { Double($0.frame.width) / Double($0.frame.height) }.min()! * h
  }

  /// Whether a rounded corner lacks the point; `r` from the hinge.
  private func isCutOff(_ x: Double, _ r: Double, _ w: Double, _ h: Double) -> Bool {
    let radius = radius(h)
    let (dx, dy) = (abs(x - w / 2) - (w / 2 - radius), r - (h / 2 - radius))
    return dx > 0 && dy > 0 && dx * dx + dy * dy > radius * radius
  }

  private func ink(_ face: Face, _ frame: Rect, _ x: Int, _ y: Int) -> UInt8 {
    if bitmaps[face] == nil {
      bitmaps[face] = try? faces.card(face, size: Size(width: frame.width, height: frame.height))
    }
    guard let bitmap = bitmaps[face], let bitmap else { return 0 }
    return bitmap.pixels[y * frame.width + x]
  }

  /// The colour of one surface's part of a pixel: ink mixed with card in linear light by its mean
  /// coverage, 0 to 255, and then lit.
  private func paint(
    _ coverage: Double, _ light: Double, _ plus: Double, _ rim: Double
  ) -> SIMD4<Double> {
    let ink = RayCaster.color(look.ink)
    let part = coverage / 255
    var color = SIMD4<Double>(0, 0, 0, 1)
    for i in 0..<3 {
      let mixed = (card[i] * card[i] * (1 - part) + ink[i] * ink[i] * part).squareRoot()
      color[i] = min(mixed * light + plus, 1)
    }
    return color * (1 - rim) + RayCasterOutline.color(look) * rim
  }

  /// A pixel's colour from 4 × 4 rays or more, each surface weighing what it has of them; and everything
  /// that was met, for finding edges.
  func pixel(_ x: Int, _ y: Int, rows: Int = 4) -> (color: SIMD4<Double>, met: Set<Int>) {
    var met: Set<Int> = []
    var sums: [Int: (count: Double, coverage: Double, light: Double, plus: Double, rim: Double)] = [:]
    for sub in 0..<4 * rows {
      let (column, row) = (sub % 4, sub / 4)
      let hit = cast(Double(x) + (Double(column) + 0.5) / 4, Double(y) + (Double(row) + 0.5) / Double(rows))
      met.insert(hit.surface << 10 | hit.part << 8 | Int(hit.coverage))
      let sum = sums[hit.surface] ?? (0, 0, 0, 0, 0)
      sums[hit.surface] = (
        sum.count + 1, sum.coverage + Double(hit.coverage), sum.light + hit.light, sum.plus + hit.plus,
        sum.rim + hit.rim
      )
    }
    var color = SIMD4<Double>.zero
    for (surface, sum) in sums {
      let n = sum.count
      let part = surface == 0 ? background : paint(sum.coverage / n, sum.light / n, sum.plus / n, sum.rim / n)
      color += part * n / Double(4 * rows)
    }
    return (color, met)
  }
}
