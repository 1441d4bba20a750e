import CData

/// What one message of a feed says: the whole new text of the board.
struct FeedMessage: Equatable, Sendable {
  /// The rows, from the top.
  var rows: [String]
  /// Seconds after `render`'s `--at`; nil where the message does not say.
  var at: Double?

  init(rows: [String], at: Double? = nil) {
    self.rows = rows
    self.at = at
  }

  /// The text with its rows split by line feeds.
  var text: String { rows.joined(separator: "\n") }
}

/// Why a line of a feed is no message.
enum FeedLineFault: Error, Equatable, Sendable {
  case tooLong
  case notUTF8
  /// A zero byte, which no text has.
  case holdsZero
  /// What is wrong with it.
  case badJSON(String)
  /// JSON, but not what a feed is made of.
  case badMessage(expected: String)

  var text: String {
    switch self {
    case .tooLong: "the line is longer than \(LineSplitter.longestLine) bytes"
    case .notUTF8: "the line is not UTF-8"
    case .holdsZero: "the line holds a zero byte"
    case .badJSON(let reason): "the line is not JSON: \(reason)"
    case .badMessage(let expected): "expected \(expected)"
    }
  }
}

extension FeedMessage {
  /// U+FEFF in UTF-8.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Reads one line, without its end: a plain text whose rows are split by `\n`, or JSON where it starts
  /// with `{`. A byte order mark before it, as editors of other systems put one at the start of a file,
  /// is no part of it.
  init(line: [UInt8]) throws(FeedLineFault) {
    let marked = line.starts(with: FeedMessage.byteOrderMark)
    let line = marked ? Array(line.dropFirst(FeedMessage.byteOrderMark.count)) : line
    if line.first == UInt8(ascii: "{") {
      try self.init(json: line)
      return
    }
    guard let text = String(validating: line) else { throw .notUTF8 }
    guard !line.contains(0) else { throw .holdsZero }
    self.init(rows: FeedMessage.rows(of: text))
  }

  /// The rows of a text as a setting or a plain line has it: split by a line feed or by `\n`, a
  /// backslash and an n.
  static func rows(of text: String) -> [String] {
    var rows: [String] = []
    var row: [UInt8] = []
    var bytes = text.utf8[...]
    while let byte = bytes.popFirst() {
      let isMark = byte == UInt8(ascii: "\\") && bytes.first == UInt8(ascii: "n")
      if isMark { bytes.removeFirst() }
      if isMark || byte == 0x0A {
        rows.append(String(decoding: row, as: UTF8.self))
        row.removeAll(keepingCapacity: true)
      } else {
        row.append(byte)
      }
    }
    return rows + [String(decoding: row, as: UTF8.self)]
  }

  /// `{"text": "…"}` or `{"rows": ["…", …]}`, with `"at"` or without; other keys are passed over, as
  /// senders have uses of their own for them.
  private init(json: [UInt8]) throws(FeedLineFault) {
    var fault = json_error_t()
    let root = json.withUnsafeBytes { bytes in
      json_loadb(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, Int(JSON_REJECT_DUPLICATES),
        &fault)
    }
    guard let root else {
      if String(validating: json) == nil { throw .notUTF8 }
      throw .badJSON(complaint(about: fault))
    }
    defer { flip_json_release(root) }

    let at = json_object_get(root, "at")
    if let at {
      // Up to a hundred years, so that every instant can hold it.
      guard flip_json_is_number(at), (0...3_155_760_000).contains(json_number_value(at)) else {
        throw .badMessage(expected: "\"at\" to be a number of seconds from 0 on")
      }
      self.at = json_number_value(at)
    }
    switch (json_object_get(root, "text"), json_object_get(root, "rows")) {
    case (let text?, nil):
      guard let string = FeedMessage.string(text) else {
        throw .badMessage(expected: "\"text\" to be a string")
      }
      rows = string.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    case (nil, let list?):
      guard flip_json_is_array(list), json_array_size(list) <= 1000 else {
        throw .badMessage(expected: "\"rows\" to be a list of at most 1000 strings")
      }
      rows = []
      for index in 0..<json_array_size(list) {
        guard let string = FeedMessage.string(json_array_get(list, index)) else {
          throw .badMessage(expected: "\"rows\" to be a list of strings")
        }
        rows += string.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      }
    default:
      throw .badMessage(expected: "either \"text\" or \"rows\"")
    }
  }

  private static func string(_ value: OpaqueJSON?) -> String? {
    guard let value, let bytes = json_string_value(value) else { return nil }
    let buffer = UnsafeBufferPointer(start: bytes, count: json_string_length(value))
    return String(decoding: buffer.lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

private typealias OpaqueJSON = UnsafeMutablePointer<json_t>
