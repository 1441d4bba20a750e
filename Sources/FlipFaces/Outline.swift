import CText
import FlipBoard

/// A box in 1/64 pixel, y upward from the baseline.
struct Box: Equatable {
  var left: Int
  var bottom: Int
  var right: Int
  var top: Int

  static let empty = Box(left: .max, bottom: .max, right: .min, top: .min)
  var isEmpty: Bool { left >= right || bottom >= top }
  var width: Int { isEmpty ? 0 : right - left }
  var height: Int { isEmpty ? 0 : top - bottom }
  var middleX: Double { Double(left + right) / 2 }
  var middleY: Double { Double(bottom + top) / 2 }

  mutating func form(union other: Box) {
    guard !other.isEmpty else { return }
    self = Box(
      left: min(left, other.left), bottom: min(bottom, other.bottom), right: max(right, other.right),
      top: max(top, other.top))
  }
}

/// The outlines of several glyphs gathered into one, so that where they overlap (the joins of Arabic)
/// no seam shows: the rasteriser fills their union.
struct Outline {
  private(set) var points: [FT_Vector] = []
  private var tags: [FT_Byte] = []
  private var ends: [Int] = []
  private var flags: Int32 = 0

  var isEmpty: Bool { points.isEmpty }

  /// Adds what the glyph slot holds, moved by (x, y) in 1/64 pixel. False where FreeType could not
  /// address so many points.
  mutating func append(_ outline: FT_Outline, x: Int, y: Int) -> Bool {
    let count = Int(outline.n_points)
    let first = points.count
    guard first + count <= Int(Int16.max) else { return false }
    guard count > 0 else { return true }
    for i in 0..<count {
      points.append(FT_Vector(x: outline.points[i].x + x, y: outline.points[i].y + y))
      tags.append(FT_Byte(truncatingIfNeeded: outline.tags[i]))
    }
    for i in 0..<Int(outline.n_contours) { ends.append(first + Int(outline.contours[i])) }
    flags |= outline.flags
    return true
  }

  /// Scales about the start of the baseline, then moves.
  mutating func transform(scaleX: Double, scaleY: Double, x: Int, y: Int) {
    for i in points.indices {
      if scaleX != 1 { points[i].x = Int((Double(points[i].x) * scaleX).rounded()) }
      if scaleY != 1 { points[i].y = Int((Double(points[i].y) * scaleY).rounded()) }
      points[i].x += x
      points[i].y += y
    }
  }

  /// The tight box of the curves themselves, not of their control points.
  var box: Box {
    guard !isEmpty else { return .empty }
    var bounds = FT_BBox()
    var copy = self
    let code = copy.withOutline { outline in FT_Outline_Get_BBox(&outline, &bounds) }
    guard code == 0 else { return .empty }
    return Box(left: bounds.xMin, bottom: bounds.yMin, right: bounds.xMax, top: bounds.yMax)
  }

  /// Calls `body` with FreeType's view of the outline. Points that it moves stay moved.
  mutating func withOutline<R>(_ body: (inout FT_Outline) -> R) -> R {
    var shortEnds = ends.map { Int16(truncatingIfNeeded: $0) }
    let flags = flags
    return points.withUnsafeMutableBufferPointer { points in
      tags.withUnsafeMutableBufferPointer { tags in
        shortEnds.withUnsafeMutableBufferPointer { ends in
          var outline = FT_Outline()
          outline.n_points = .init(truncatingIfNeeded: points.count)
          outline.n_contours = .init(truncatingIfNeeded: ends.count)
          outline.points = points.baseAddress
          outline.flags = flags
          // The element types differ between FreeType's versions (signed until 2.13.2), their sizes
          // do not.
          flip_set_outline_arrays(&outline, tags.baseAddress, ends.baseAddress)
          return body(&outline)
        }
      }
    }
  }

  /// Fills into rows from the top, one byte a pixel; the baseline is `baseline` pixels below the top.
  /// What lies outside is cut off.
  func fill(_ pixels: inout [UInt8], size: Size, baseline: Double, library: FontLibrary) {
    var copy = self
    // FreeType's rows count from the bitmap's bottom.
    copy.transform(scaleX: 1, scaleY: 1, x: 0, y: Int(((Double(size.height) - baseline) * 64).rounded()))
    copy.withOutline { outline in
      pixels.withUnsafeMutableBufferPointer { pixels in
        var bitmap = FT_Bitmap()
        bitmap.rows = UInt32(size.height)
        bitmap.width = UInt32(size.width)
        bitmap.pitch = Int32(size.width)
        bitmap.buffer = pixels.baseAddress
        bitmap.num_grays = 256
        bitmap.pixel_mode = UInt8(FT_PIXEL_MODE_GRAY.rawValue)
        // It fails only where memory is out, and then the face stays blank.
        _ = FT_Outline_Get_Bitmap(library.handle, &outline, &bitmap)
      }
    }
  }
}
