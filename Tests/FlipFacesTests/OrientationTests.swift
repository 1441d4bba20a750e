import FlipBoard
import Testing

@testable import FlipFaces

/// Photographs stand upright however the camera was held.
@Suite struct OrientationTests {
  /// Where the stored picture's first row and first column are seen, by Exif's own table.
  private static let table: [(orientation: Int, row: String, column: String)] = [
    (1, "top", "left"), (2, "top", "right"), (3, "bottom", "right"), (4, "bottom", "left"),
    (5, "left", "top"), (6, "right", "top"), (7, "right", "bottom"), (8, "left", "bottom"),
  ]

  @Test func rowsAndColumnsStandWhereExifSays() {
    // Six pixels of two rows: each tells its row and column.
    let pixels = (0..<6).flatMap { (i: Int) -> [UInt8] in [UInt8(i / 3), UInt8(i % 3), 0, 255] }
    let stored = Raster(width: 3, height: 2, pixels: pixels)
    for (orientation, row, column) in Self.table.dropFirst() {
      let seen = stored.turned(orientation)
      #expect(seen.width == (orientation < 5 ? 3 : 2) && seen.height == (orientation < 5 ? 2 : 3))
      for y in 0..<seen.height {
        for x in 0..<seen.width {
          let from = ["left": x, "right": seen.width - 1 - x, "top": y, "bottom": seen.height - 1 - y]
          let at = (y * seen.width + x) * 4
          #expect(Int(seen.pixels[at]) == from[row] && Int(seen.pixels[at + 1]) == from[column])
        }
      }
    }
  }

  /// The note of a camera as it stands in a file: a TIFF directory with one entry.
  private func note(_ orientation: UInt8, littleEndian: Bool) -> [UInt8] {
    let tiff: [UInt8] =
      littleEndian
      ? [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]
      : [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
    let body = Array("Exif\0\0".utf8) + tiff
    return [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body
  }

  @Test(arguments: [true, false])
  func theCamerasNoteIsFollowed(_ littleEndian: Bool) throws {
    let folder = Folder()
    // Left half red, right half blue.
    let pixels = (0..<32 * 16).flatMap { (i: Int) -> [UInt8] in
      i % 32 < 16 ? [255, 0, 0, 255] : [0, 0, 255, 255]
    }
    let plain = makeJPEG(width: 32, height: 16, pixels)
    func read(_ orientation: UInt8) throws -> Raster {
      let noted = plain[..<2] + note(orientation, littleEndian: littleEndian) + plain[2...]
      return try Raster(contentsOf: folder.write("a.jpg", Array(noted)))
    }
    for (orientation, _, column) in Self.table {
      let raster = try read(UInt8(orientation))
      #expect(raster.width == (orientation < 5 ? 32 : 16))
      let probes = [
        "left": (2, raster.height / 2), "right": (raster.width - 3, raster.height / 2),
        "top": (raster.width / 2, 2), "bottom": (raster.width / 2, raster.height - 3),
      ]
      let (x, y) = try #require(probes[column])
      #expect(raster.pixels[(y * raster.width + x) * 4] > 200, "\(orientation)")
    }
    // A note that means nothing leaves the picture as it is.
    for orientation in [0, 9, 255] as [UInt8] { #expect(try read(orientation).width == 32) }
  }

  @Test func brokenNotesDoNoHarm() {
    var random = SplitMix(state: 5)
    let start: [UInt8] = [0xFF, 0xD8] + note(6, littleEndian: false) + [0xFF, 0xDA]
    for length in 0...start.count { _ = Exif.orientation(ofJPEG: Array(start[..<length])) }
    for _ in 0..<2000 {
      var bytes = start
      for _ in 0..<3 {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      if let orientation = Exif.orientation(ofJPEG: bytes) { #expect(2...8 ~= orientation) }
    }
  }
}
