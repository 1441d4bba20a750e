internal import Glibc

extension Zone {
  /// Decodes a zone file, versions 1 to 4 (tzfile(5), RFC 8536); nil where the bytes are none.
  init?(name: String, file bytes: [UInt8]) {
    var reader = ByteReader(bytes: bytes)
    guard var header = reader.header() else { return nil }
    var wide = false
    if header.version >= UInt8(ascii: "2") {
      // The first block repeats the data in 32 bits for old readers.
      guard reader.skip(header.size(wide: false)), let second = reader.header() else { return nil }
      header = second
      wide = true
    }
    guard header.types > 0, header.types <= 256,
      header.size(wide: wide) <= bytes.count - reader.position
    else { return nil }
    self.name = name
    transitions = (0..<header.times).map { _ in reader.integer(bytes: wide ? 8 : 4) }
    periodOfTransition = (0..<header.times).map { _ in Int(reader.byte()) }
    let raw = (0..<header.types).map { _ in
      (offset: reader.integer(bytes: 4), isDaylight: reader.byte() != 0, name: Int(reader.byte()))
    }
    let names = bytes[reader.position..<(reader.position + header.characters)]
    periods = raw.map { type in
      let letters = names.dropFirst(type.name).prefix { $0 != 0 }
      return Period(
        offset: type.offset, isDaylight: type.isDaylight,
        abbreviation: String(decoding: letters, as: UTF8.self))
    }
    rule = nil
    guard periodOfTransition.allSatisfy({ $0 < raw.count }),
      zip(transitions, transitions.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    guard wide else { return }
    let footer = bytes.dropFirst(reader.position + header.characters + header.rest(wide: true))
    guard footer.first == UInt8(ascii: "\n") else { return }
    let text = String(decoding: footer.dropFirst().prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    rule = ZoneRule(parsing: text)
  }

  /// The whole file, at most a mebibyte of it.
  static func contents(of path: String) -> Result<[UInt8], SystemFault> {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return .failure(SystemFault(call: "open", code: errno)) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16384)
    while bytes.count < 1 << 20 {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { return .failure(SystemFault(call: "read", code: errno)) }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return .success(bytes)
  }
}

/// A C function that failed, and its errno.
struct SystemFault: Error {
  var call: String
  var code: Int32
}

private struct Header {
  var version: UInt8
  var utcFlags, standardFlags, leaps, times, types, characters: Int

  /// Bytes of the block after the header.
  func size(wide: Bool) -> Int {
    times * (wide ? 9 : 5) + types * 6 + characters + rest(wide: wide)
  }

  /// Bytes of the block after the names.
  func rest(wide: Bool) -> Int {
    leaps * (wide ? 12 : 8) + standardFlags + utcFlags
  }
}

private struct ByteReader {
  let bytes: [UInt8]
  var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func byte() -> UInt8 {
    defer { position += 1 }
    return position < bytes.count ? bytes[position] : 0
  }

  mutating func integer(bytes count: Int) -> Int64 {
    var value = Int64(Int8(bitPattern: byte()))
    for _ in 1..<count { value = value << 8 | Int64(byte()) }
    return value
  }

  mutating func skip(_ count: Int) -> Bool {
    position += count
    return position <= bytes.count
  }

  mutating func header() -> Header? {
    guard bytes.count - position >= 44, bytes[position..<(position + 4)].elementsEqual("TZif".utf8) else {
      return nil
    }
    position += 4
    let version = byte()
    position += 15
    let counts = (0..<6).map { _ in Int(integer(bytes: 4)) }
    guard counts.allSatisfy({ (0...(1 << 20)).contains($0) }) else { return nil }
    return Header(
      version: version, utcFlags: counts[0], standardFlags: counts[1], leaps: counts[2], times: counts[3],
      types: counts[4], characters: counts[5])
  }
}
