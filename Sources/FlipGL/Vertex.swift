import FlipBoard

/// A corner of a quad, as flap.vert takes it: 32 bytes.
struct Vertex {
  typealias Four = (Int16, Int16, Int16, Int16)

  /// The module's x, y, width, height in logical pixels.
  var frame: Four
  /// Left, top, right, bottom of what may be drawn of it.
  var clip: Four
  /// Cosine and sine of a flap's angle; shade at the hinge and at the outer edge of a half that stands.
  var turn: (Float, Float)
  /// The texel of the leaf's upper left corner; it may lie outside the page.
  var cell: (Int16, Int16)
  /// Which corner, kind, and column and row of the tile.
  var part: (UInt8, UInt8, UInt8, UInt8)

  enum Kind: UInt8 {
    case upper = 0
    case lower = 1
    case front = 2
    case back = 3
    case separator = 4
  }

  /// What `cell` says where there is no face to sample.
  static let noCell: (Int16, Int16) = (-30000, 0)
  static let noClip: Four = (-30000, -30000, 30000, 30000)

  /// Attributes in the order of their locations: name, components, GL type, offset.
  static let attributes: [(name: String, count: Int32, type: Int32, offset: Int)] = [
    ("a_frame", 4, 0x1402, 0), ("a_clip", 4, 0x1402, 8), ("a_turn", 2, 0x1406, 16),
    ("a_cell", 2, 0x1402, 24), ("a_part", 4, 0x1401, 28),
  ]
}

extension Rect {
  var four: Vertex.Four { (Int16(x), Int16(y), Int16(width), Int16(height)) }

  func intersects(_ other: Rect) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
  }
}
