/// The rows of a board of text, as the last message has them: of the next one only those are looked at closely
/// that say something else.
struct TextRows: Sendable {
  private(set) var rows: Int
  private(set) var columns: Int
  private let drum: Drum
  private let align: BoardConfiguration.Align
  /// What the last message had for each row; nil before the first.
  private var said: [String]?
  /// What each row says, without the blanks at its end.
  private var texts: [String]
  private var line: [Face] = []

  init(rows: Int, columns: Int, drum: Drum, align: BoardConfiguration.Align) {
    (self.rows, self.columns, self.drum, self.align) = (rows, columns, drum, align)
    texts = Array(repeating: "", count: rows)
  }

  /// What they say, split by line feeds; none at the end that say nothing.
  var text: String {
    let last = texts.lastIndex { !$0.isEmpty } ?? 0
    var text = texts[0]
    text.reserveCapacity(texts.count * (columns + 1))
    for row in 1..<last + 1 {
      text += "\n"
      text += texts[row]
    }
    return text
  }

  /// How wide the widest of a message's rows is in graphemes, or any number up to `enough`.
  static func width(of message: [String], beyond enough: Int) -> Int {
    var most = 0
    // A grapheme is a byte at least.
    for row in message where row.utf8.count > max(most, enough) { most = max(most, row.count) }
    return most
  }

  /// Takes up a message, and hands over each row that it may change, with its faces as they stand on the board.
  mutating func take(_ message: [String], _ body: (_ row: Int, _ faces: [Face]) -> Void) {
    let before = said
    said = Array(message.prefix(rows))
    for row in 0..<rows {
      let now = row < message.count ? message[row] : ""
      if let before, (row < before.count ? before[row] : "") == now { continue }
      lay(now)
      texts[row] = text(of: line)
      body(row, line)
    }
  }

  /// A row's faces on the board's own modules, cropped where they do not fit.
  private mutating func lay(_ row: String) {
    let faces = TextRows.faces(of: row, drum)
    line.removeAll(keepingCapacity: true)
    let free = columns - faces.count
    let first =
      switch align {
      case .left: 0
      case .center: Int(floorDivide(Int64(free), 2))
      case .right: free
      }
    for column in 0..<columns {
      line.append(faces.indices.contains(column - first) ? faces[column - first] : .blank)
    }
  }

  private static func faces(of row: String, _ drum: Drum) -> [Face] {
    let plain = row.utf8.withContiguousStorageIfAvailable { bytes -> [Face]? in
      // Of ASCII only a carriage return and a line feed are one grapheme.
      if bytes.contains(where: { $0 >= 0x80 || $0 == 0x0D }) { return nil }
      return bytes.prefix(longest).map(drum.face(forASCII:))
    }
    return plain.flatMap { $0 } ?? row.prefix(longest).map(drum.face(for:))
  }

  /// Of a row more is not looked at.
  private static let longest = 4096

  private func text(of faces: [Face]) -> String {
    var text = ""
    for face in faces {
      if face == .blank { text.append(" ") } else { text.append(face.text) }
    }
    return trimmed(text)
  }
}
