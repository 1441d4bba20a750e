import CData

/// What an INI file says, before it is known what its keys mean.
struct IniDocument: Equatable, Sendable {
  /// `key = value`, with the line it stands on, counted from 1.
  struct Entry: Equatable, Sendable {
    var line: Int
    var section: String
    var key: String
    var value: String
  }

  /// The start of a section.
  struct Heading: Equatable, Sendable {
    var line: Int
    var name: String
  }

  /// A line that is nothing of the kind.
  struct Defect: Equatable, Sendable {
    var line: Int
    var message: String
    /// Whose value it would be, where that is known.
    var key: String?
  }

  var entries: [Entry] = []
  var headings: [Heading] = []
  var defects: [Defect] = []

  /// The longest line that is read, in bytes.
  static let longestLine = 8190

  /// Reads by inih: `[section]`, `key = value` or `key: value`, and comments on lines of their own that
  /// start with `#` or `;`. A value in double quotes keeps the spaces at its ends; the outermost two are
  /// none of it. One that begins with a quote ends with another.
  init(_ bytes: [UInt8]) {
    let lines = LineFeeder(bytes)
    // The feeder outlives the call, and inih keeps neither pointer.
    let pointer = Unmanaged.passUnretained(lines).toOpaque()
    withExtendedLifetime(lines) {
      // What it returns (the first faulty line) the feeder has noticed itself, with every other one.
      _ = flip_ini_parse(feedLine, pointer, takeEntry, pointer, Int32(IniDocument.longestLine + 4))
      lines.closeLine()
    }
    entries = lines.entries
    headings = lines.headings
    defects = lines.defects
  }
}

/// Hands the file to inih line by line and notes what comes back, so that every fault has its line.
private final class LineFeeder {
  var entries: [IniDocument.Entry] = []
  var headings: [IniDocument.Heading] = []
  var defects: [IniDocument.Defect] = []
  private var rest: ArraySlice<UInt8>
  private var number = 0
  /// The line that inih has now; nil once an entry came of it, or where none should.
  private var pending: String?

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest.removeFirst(3) }
  }

  /// The next line, without white space before it and with a line end behind; nil at the end. What is no
  /// text goes to inih as an empty line.
  func nextLine(room: Int) -> [UInt8]? {
    closeLine()
    guard !rest.isEmpty else { return nil }
    number += 1
    let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
    var line = rest[rest.startIndex..<end]
    rest = rest[min(end + 1, rest.endIndex)...]
    if line.last == 0x0D { line.removeLast() }
    // inih would take an indented line for more of the value before it, where it is built that way.
    while let first = line.first, first == 0x20 || first == 0x09 { line.removeFirst() }
    guard line.count <= min(room, IniDocument.longestLine) else {
      return reject("the line is longer than \(min(room, IniDocument.longestLine)) bytes")
    }
    guard !line.contains(0) else { return reject("the line holds a zero byte") }
    guard let text = String(validating: line) else { return reject("the line is not UTF-8") }
    switch line.first {
    case nil, UInt8(ascii: "#"), UInt8(ascii: ";"): break
    case UInt8(ascii: "["): openSection(text)
    default: pending = text
    }
    return line + [0x0A]
  }

  /// Notes the line that inih has had, if it made nothing of it.
  func closeLine() {
    if let line = pending {
      defects.append(.init(line: number, message: "'=' is missing, expected key = value, not \(line.quoted)"))
    }
    pending = nil
  }

  func take(section: String, key: String, value: String) {
    guard let line = pending else { return }
    pending = nil
    guard !headings.isEmpty else {
      defects.append(.init(line: number, message: "'\(key)' stands before the first [section]"))
      return
    }
    if let word = forgetful(line, key) {
      defects.append(
        .init(line: number, message: "'=' is missing behind '\(word)', expected key = value", key: word))
      return
    }
    let bytes = value.utf8
    let isQuoted = bytes.first == UInt8(ascii: "\"")
    guard !isQuoted || bytes.count >= 2 && bytes.last == UInt8(ascii: "\"") else {
      let cited = Setting.named(key)?.cited(value) ?? value.quoted
      defects.append(
        .init(line: number, message: "\(key) = \(cited), expected a \" at its end too", key: key))
      return
    }
    entries.append(
      .init(
        line: number, section: section, key: key,
        value: isQuoted ? String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self) : value))
  }

  /// The setting behind which a line such as `off 22:00-06:30` lacks its `=`: the colon is the value's own.
  private func forgetful(_ line: String, _ key: String) -> String? {
    guard line.first(where: { $0 == "=" || $0 == ":" }) == ":" else { return nil }
    let word = key.prefix { $0 != " " && $0 != "\t" }
    return word.count < key.count ? Setting.named(String(word))?.key : nil
  }

  private func openSection(_ text: String) {
    let (name, behind) = String(text.dropFirst()).cut(at: "]")
    let rest = (behind ?? "").drop(while: { $0 == " " || $0 == "\t" })
    if behind == nil || !(rest.isEmpty || rest.hasPrefix("#") || rest.hasPrefix(";")) {
      defects.append(.init(line: number, message: "expected [section], not \(text.quoted)"))
    }
    headings.append(.init(line: number, name: name))
  }

  private func reject(_ message: String) -> [UInt8] {
    defects.append(.init(line: number, message: message))
    return [0x0A]
  }
}

/// fgets for inih.
private func feedLine(
  _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int32, _ stream: UnsafeMutableRawPointer?
) -> UnsafeMutablePointer<CChar>? {
  guard let buffer, let stream else { return nil }
  let lines = Unmanaged<LineFeeder>.fromOpaque(stream).takeUnretainedValue()
  guard let line = lines.nextLine(room: Int(size) - 3) else { return nil }
  for (index, byte) in line.enumerated() { buffer[index] = CChar(bitPattern: byte) }
  buffer[line.count] = 0
  return buffer
}

/// The handler that inih calls for each entry; it returns whether it could do something with it.
private func takeEntry(
  _ user: UnsafeMutableRawPointer?, _ section: UnsafePointer<CChar>?, _ key: UnsafePointer<CChar>?,
  _ value: UnsafePointer<CChar>?
) -> Int32 {
  guard let user, let section, let key, let value else { return 0 }
  Unmanaged<LineFeeder>.fromOpaque(user).takeUnretainedValue().take(
    section: String(cString: section), key: String(cString: key), value: String(cString: value))
  return 1
}

extension String {
  /// The string that these bytes are, or nil where they are no UTF-8.
  init?(validating bytes: some Collection<UInt8>) {
    var decoder = UTF8()
    var source = bytes.makeIterator()
    while true {
      switch decoder.decode(&source) {
      case .scalarValue: continue
      case .error: return nil
      case .emptyInput:
        self = String(decoding: bytes, as: UTF8.self)
        return
      }
    }
  }
}
