import CEGL
import FlipBoard

/// What a quad is and shows, as the vertex shaders take it at each corner: 16 bytes, written only when it changes.
struct Shape: Equatable {
  enum Kind: UInt8 {
    case upper = 0
    case lower = 1
    case front = 2
    case back = 3
    case separator = 4
    case background = 5
  }

  /// The module's or the separator's x, y, width, height in logical pixels.
  var x, y, width, height: Int16
  /// The texel of the leaf's upper left corner; it may lie outside the page.
  var texelX, texelY: Int16
  /// Which corner: bit 0 right, bit 1 the lower (of a flap: the farther down) one.
  var corner: UInt8 = 0
  var kind: UInt8
  var column, row: UInt8

  /// What `texelX` says where there is no face to sample.
  static let noTexel: Int16 = -30000

  init(_ kind: Kind, _ frame: Rect, _ tile: Atlas.Tile?) {
    (x, y) = (Int16(frame.x), Int16(frame.y))
    (width, height) = (Int16(frame.width), Int16(frame.height))
    (texelX, texelY) = (tile?.x ?? Shape.noTexel, tile?.y ?? 0)
    self.kind = kind.rawValue
    (column, row) = (tile?.column ?? 0, tile?.row ?? 0)
  }

  /// The same at a corner.
  func at(_ corner: UInt8) -> Shape {
    var copy = self
    copy.corner = corner
    return copy
  }

  var isSeparator: Bool { kind == Kind.separator.rawValue }

  /// A quad without any area.
  static let nothing = Shape(.separator, Rect(x: 0, y: 0, width: 0, height: 0), nil)
}

/// What of a quad moves, at each corner: 8 bytes.
struct Turn: Equatable {
  private var parts: SIMD4<Int16>

  private init(_ first: Double, _ second: Double, _ third: Int) {
    func whole(_ value: Double) -> Int16 { Int16(max(-32768, min(32767, value.rounded()))) }
    parts = SIMD4(whole(first), whole(second), Int16(max(-32768, min(32767, third))), 0)
  }

  /// A half that stands in a shade.
  ///
  /// - Parameter rows: how many of its rows are seen, from the outer edge.
  init(_ shade: Shade, rows: Int) {
    self.init(Double(shade.atHinge) * 4096, Double(shade.atEdge) * 4096, rows)
  }

  /// A flap.
  init(_ angle: FlapAngle) { self.init(angle.cosine * 32767, angle.sine * 32767, 0) }

  /// A half in the same shade of which so many rows are seen.
  func showing(rows: Int) -> Turn {
    var copy = self
    copy.parts[2] = Int16(max(-32768, min(32767, rows)))
    return copy
  }

  static let none = Turn(.none, rows: 0)

  /// Whether a flap so turned shows so many texels in a pixel that one sample is too few; flap.vert has the
  /// same bound.
  static func isSqueezed(_ angle: FlapAngle) -> Bool { abs(angle.cosine) < 0.6 }
}

/// Attributes in the order of their locations.
struct Attribute {
  var name: String
  var count: GLint
  var type: GLenum
  var offset: Int
  /// Whether it is of `Turn` and not of `Shape`.
  var turns = false

  static let all = [
    Attribute(name: "a_frame", count: 4, type: GLenum(GL_SHORT), offset: 0),
    Attribute(name: "a_cell", count: 2, type: GLenum(GL_SHORT), offset: 8),
    Attribute(name: "a_part", count: 4, type: GLenum(GL_UNSIGNED_BYTE), offset: 12),
    Attribute(name: "a_turn", count: 4, type: GLenum(GL_SHORT), offset: 0, turns: true),
  ]
}

extension Rect {
  func intersects(_ other: Rect) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
  }
}
