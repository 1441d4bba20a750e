/// Rows of a name and numbers, in columns that are no wider than they have to be: a terminal may have 80.
struct BenchTable {
  private enum Line {
    case row(String, [String], remark: String)
    case words(String)
  }

  private var content: [Line] = []

  /// A name, numbers at the right of their columns, and what they are, behind them.
  mutating func row(_ name: String, _ columns: [String], remark: String = "") {
    content.append(.row(name, columns, remark: remark))
  }

  /// A line that heeds no column.
  mutating func line(_ words: String = "") { content.append(.words(words)) }

  var lines: [String] {
    var wide = 0
    var widths: [Int] = []
    for case .row(let name, let columns, _) in content {
      wide = max(wide, name.count)
      for (index, text) in columns.enumerated() {
        if index == widths.count { widths.append(0) }
        widths[index] = max(widths[index], text.count)
      }
    }
    return content.map { line in
      switch line {
      case .words(let words): return words
      case .row(let name, let columns, let remark):
        var text = name + BenchTable.blanks(wide - name.count)
        for (column, width) in zip(columns, widths) {
          text += BenchTable.blanks(2 + width - column.count) + column
        }
        return remark.isEmpty ? text : text + "  " + remark
      }
    }
  }

  private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}
