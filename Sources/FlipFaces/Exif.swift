/// How a camera was held, as it noted it in a JPEG (Exif 2.3, section 4.6.4, tag 0x0112).
enum Exif {
  /// Orientation 2 to 8; nil where there is none, where it is upright, and where it cannot be read.
  static func orientation(ofJPEG bytes: [UInt8]) -> Int? {
    var at = 2
    // Markers with their lengths, up to the picture itself.
    while at + 4 <= bytes.count, bytes[at] == 0xFF, bytes[at + 1] != 0xDA {
      let length = Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
      let body = bytes[min(at + 4, bytes.count)..<min(max(at + 2 + length, at + 4), bytes.count)]
      if bytes[at + 1] == 0xE1, body.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) {
        return orientation(ofTIFF: Array(body.dropFirst(6)))
      }
      guard length >= 2 else { return nil }
      at += 2 + length
    }
    return nil
  }

  private static func orientation(ofTIFF bytes: [UInt8]) -> Int? {
    guard bytes.count >= 8, bytes[0] == bytes[1], bytes[0] == 0x49 || bytes[0] == 0x4D else { return nil }
    let isLittle = bytes[0] == 0x49
    func number(_ at: Int, _ size: Int) -> Int? {
      guard at >= 0, at + size <= bytes.count else { return nil }
      let part = bytes[at..<at + size]
      return isLittle
        ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : part.reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
    for entry in 0..<count {
      let at = directory + 2 + entry * 12
      guard let tag = number(at, 2), let value = number(at + 8, 2) else { return nil }
      if tag == 0x0112 { return (2...8).contains(value) ? value : nil }
    }
    return nil
  }
}

extension Raster {
  /// The picture upright that was taken in an orientation of 2 to 8.
  func turned(_ orientation: Int) -> Raster {
    // From 5 on rows and columns change places; the rest are mirrors.
    let isTransposed = orientation >= 5
    let mirrorsX = [2, 3, 7, 8].contains(orientation)
    let mirrorsY = [3, 4, 6, 7].contains(orientation)
    var result = self
    if isTransposed { (result.width, result.height) = (height, width) }
    for y in 0..<result.height {
      for x in 0..<result.width {
        let (column, row) = isTransposed ? (y, x) : (x, y)
        let from = (mirrorsY ? height - 1 - row : row) * width + (mirrorsX ? width - 1 - column : column)
        let to = y * result.width + x
        for c in 0..<4 { result.pixels[to * 4 + c] = pixels[from * 4 + c] }
      }
    }
    return result
  }
}
