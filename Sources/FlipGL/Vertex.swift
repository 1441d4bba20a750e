import CEGL
import FlipBoard

/// What a quad is and shows, as the vertex shaders take it at each corner: twice 8 bytes, each written only when it
/// changes. A flip changes what is shown, and hardly ever where.
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
  struct Place: Equatable {
    var x, y, width, height: Int16
  }

  struct Leaf: Equatable {
    /// The texel of the leaf's upper left corner; it may lie outside the page.
    var texelX, texelY: Int16
    /// Which corner: bit 0 right, bit 1 the lower (of a flap: the farther down) one.
    var corner: UInt8 = 0
    var kind: UInt8
    var column, row: UInt8

    var isSeparator: Bool { kind == Kind.separator.rawValue }

    /// The same at a corner.
    func at(_ corner: UInt8) -> Leaf {
      var copy = self
      copy.corner = corner
      return copy
    }
  }

  var place: Place
  var leaf: Leaf

  /// What `texelX` says where there is no face to sample.
  static let noTexel: Int16 = -30000

  init(_ kind: Kind, _ frame: Rect, _ tile: Atlas.Tile?) {
    place = Place(
      x: Int16(frame.x), y: Int16(frame.y), width: Int16(frame.width), height: Int16(frame.height))
    leaf = Leaf(
      texelX: tile?.x ?? Shape.noTexel, texelY: tile?.y ?? 0, kind: kind.rawValue, column: tile?.column ?? 0,
      row: tile?.row ?? 0)
  }

  init(_ place: Place, _ leaf: Leaf) { (self.place, self.leaf) = (place, leaf) }

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
  var part: Part
  /// In its part, in bytes.
  var offset = 0

  /// What it belongs to: each has a buffer of its own.
  enum Part {
    case place
    case leaf
    case turn
  }

  static let all = [
    Attribute(name: "a_frame", count: 4, type: GLenum(GL_SHORT), part: .place),
    Attribute(name: "a_cell", count: 2, type: GLenum(GL_SHORT), part: .leaf),
    Attribute(name: "a_part", count: 4, type: GLenum(GL_UNSIGNED_BYTE), part: .leaf, offset: 4),
    Attribute(name: "a_turn", count: 4, type: GLenum(GL_SHORT), part: .turn),
  ]
}

extension Rect {
  func intersects(_ other: Rect) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
  }
}
