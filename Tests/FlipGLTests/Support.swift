import FlipBoard
import FlipFaces
@testable import FlipGL
import Testing

/// All suites that draw, one after the other: GL has one thread at a time here.
@Suite(.serialized) enum GL {}

/// Faces of known patterns instead of letters.
final class Patterns: FaceSource {
  private(set) var made = 0
  private let draw: (Face, Size) -> Bitmap?

  init(_ draw: @escaping (Face, Size) -> Bitmap?) { self.draw = draw }

  func card(_ face: Face, size: Size) throws(FaceError) -> Bitmap? {
    made += 1
    return draw(face, size)
  }

  func separator(_ face: Face, size: Size) throws(FaceError) -> Bitmap? { try card(face, size: size) }

  /// Coverage as a function of x and y; the face's text picks a pattern. "" is blank.
  static func coverage(_ value: @escaping (String, Int, Int, Size) -> Int) -> Patterns {
    Patterns { face, size in
      if face.text.isEmpty { return nil }
      var pixels: [UInt8] = []
      for y in 0..<size.height {
        for x in 0..<size.width { pixels.append(UInt8(value(face.text, x, y, size))) }
      }
      return Bitmap(size: size, format: .coverage, pixels: pixels)
    }
  }

  /// No ink at all, whatever the face says.
  static var plain: Patterns { coverage { _, _, _, _ in 0 } }
}

/// A picture that was read back.
struct Picture: Equatable {
  var size: Size
  var pixels: [UInt8]

  subscript(x: Int, y: Int) -> [Int] {
    let at = (y * size.width + x) * 4
    return pixels[at..<at + 4].map(Int.init)
  }
}

/// A context, a target and a renderer over it.
struct Bench {
  let context: Context
  let target: OffscreenTarget
  let renderer: Renderer

  init(
    _ size: Size, look: Look, faces: any FaceSource = Patterns.plain, version: Context.Version = .three,
    textureLimit: Int? = nil, budget: Int? = nil
  ) throws {
    context = try Context.offscreen(version: version, textureLimit: textureLimit)
    target = try OffscreenTarget(context, size: size)
    renderer = try Renderer(context, look: look, faces: faces, texelBudget: budget)
  }

  func draw(
    _ scene: Scene, changed: [Int]? = nil, damage: [Rect]? = nil, orientation: Orientation = .upright,
    brightness: Double = 1
  ) throws -> Picture {
    try renderer.draw(
      scene, on: target, changed: changed, damage: damage, orientation: orientation, brightness: brightness)
    return Picture(size: target.size, pixels: try target.readPixels())
  }
}

extension Look {
  static let flat = Look(
    card: Color(red: 255, green: 255, blue: 255), ink: Color(red: 0, green: 0, blue: 0),
    background: Color(red: 255, green: 0, blue: 0), shading: false, perspective: 3, radius: 0)
}

extension Scene {
  /// One module at rest, or with flaps at these angles.
  static func one(
    _ size: Size, _ frame: Rect, upper: String = "a", lower: String = "a", flaps: [Flap] = []
  ) -> Scene {
    Scene(
      at: Instant(nanoseconds: 0), size: size, text: "",
      modules: [Module(frame: frame, upper: Face(upper), lower: Face(lower), flaps: 0..<flaps.count)],
      flaps: flaps, separators: [])
  }
}
