/// Where everything stands on a display: the same for all instants, so that nothing ever shifts but by the
/// drift, and that all at once.
struct Layout: Hashable, Sendable {
  /// Height of a row beside the main ones, in heights of a main row.
  private static let lesser = 0.4
  /// Space between a main row and a smaller one, in heights of a main row.
  private static let rowSpace = 0.14

  let size: Size
  /// One for each module of the plan.
  private(set) var frames: [Rect]
  /// The place of each module in its row, from 0: what `stagger` counts.
  let columns: [Int]
  private(set) var separators: [Scene.Separator]
  /// The least width of a module beside its height.
  let narrowest: Double

  /// - Throws: `BoardError` when the modules would be less than 2 pixels wide.
  init(_ plan: Plan, size: Size, _ configuration: BoardConfiguration) throws(BoardError) {
    func fault(_ setting: String, _ value: String, _ expected: String) -> BoardError {
      BoardError(setting: setting, value: value, expected: expected)
    }
    guard configuration.margin >= 0, configuration.margin < 50 else {
      throw fault("margin", "\(configuration.margin)", "0 to less than 50 percent")
    }
    guard configuration.gap >= 0, configuration.gap <= 200 else {
      throw fault("gap", "\(configuration.gap)", "0 to 200 percent")
    }
    let limit = 1 << 16
    guard size.width > 0, size.height > 0, size.width <= limit, size.height <= limit else {
      throw fault("size", "\(size.width)x\(size.height)", "1x1 to \(limit)x\(limit)")
    }
    let area = try Layout.area(of: size, configuration)
    let margin = Int((configuration.margin / 100 * Double(min(area.width, area.height))).rounded())
    let space = Size(width: area.width - 2 * margin, height: area.height - 2 * margin)
    func fit(stacked: Bool) -> (rows: [Row], unit: Int, height: Int)? {
      let rows = Layout.rows(plan, stacked: stacked, configuration.wordWidths)
      return Layout.fit(rows, in: space, gap: configuration.gap)
    }
    let row = fit(stacked: false)
    var best = row
    if plan.stacks, configuration.arrange != .row {
      let column = fit(stacked: true)
      let isPortrait = size.height > size.width
      // Where there is hardly more height than width, a row of few fields can still be the larger.
      let isLarger = isPortrait && column?.unit ?? 0 >= row?.unit ?? 0
      if configuration.arrange == .column || isLarger { best = column }
    }
    guard let best else {
      throw fault("size", "\(size.width)x\(size.height)", "room for modules of at least 2 pixels")
    }
    self.size = size
    var frames: [Rect] = []
    var columns: [Int] = []
    var separators: [Scene.Separator] = []
    var y = (size.height - best.height) / 2
    for row in best.rows {
      y += row.space
      var x = (size.width - row.width) / 2
      var column = 0
      for item in row.items {
        let width = Layout.width(of: item, unit: row.unit)
        let frame = Rect(x: x, y: y, width: width, height: row.height)
        switch item {
        case .module:
          frames.append(frame)
          columns.append(column)
          column += 1
        case .separator(let literal):
          guard !literal.text.isEmpty else { break }
          let before = Layout.pixels(literal.before, row.unit)
          let own = Rect(
            x: x + before, y: y, width: width - before - Layout.pixels(literal.after, row.unit),
            height: row.height)
          separators.append(Scene.Separator(frame: own, face: Face(literal.text)))
        }
        x += width + row.gap
      }
      y += row.height
    }
    self.frames = frames
    self.columns = columns
    self.separators = separators
    narrowest = Scene.narrowest(of: frames)
  }

  /// What of a display may be covered at one time: it less the inset and the way that it wanders.
  private static func area(of size: Size, _ configuration: BoardConfiguration) throws(BoardError) -> Size {
    let (inset, drift) = (configuration.inset, configuration.drift)
    let shorter = min(size.width, size.height)
    guard inset >= 0, inset < (shorter + 1) / 2 else {
      throw BoardError(
        setting: "inset", value: "\(inset)", expected: "less than half of the display's \(shorter) pixels")
    }
    guard drift >= 0, drift < shorter - 2 * inset else {
      throw BoardError(
        setting: "drift", value: "\(drift)",
        expected: "less than the \(shorter - 2 * inset) pixels that the display has for the picture")
    }
    return Size(width: size.width - 2 * inset - drift, height: size.height - 2 * inset - drift)
  }

  /// The same elsewhere on the display.
  func moved(x: Int, y: Int) -> Layout {
    var copy = self
    for index in copy.frames.indices { copy.frames[index].move(x: x, y: y) }
    for index in copy.separators.indices { copy.separators[index].frame.move(x: x, y: y) }
    return copy
  }

  /// For each module the angle about its hinge at which the viewer stands, in degrees.
  func eyes(_ look: Look) -> [Double] {
    frames.map { FlapGeometry(frame: $0, display: size, look: look).eyeAngle }
  }

  /// A row in whole pixels.
  private struct Row {
    var items: [Plan.Item]
    /// Width of a single module.
    var unit: Int
    /// Even.
    var height: Int
    var gap: Int
    var width: Int
    /// Above it.
    var space: Int
  }

  /// The plan's rows as they are to stand; stacked, each field of the main ones has a row of its own.
  private static func rows(_ plan: Plan, stacked: Bool, _ widths: [String: Double]) -> [Plan.Row] {
    var result: [Plan.Row] = []
    for row in plan.rows {
      if stacked && row.isMain {
        let groups = row.items.split { if case .separator = $0 { true } else { false } }
        result += groups.map { Plan.Row(items: Array($0), isMain: true) }
      } else {
        var items = row.items[...]
        while let last = items.last, isSpace(last) { items.removeLast() }
        while let first = items.first, isSpace(first) { items.removeFirst() }
        guard let (first, last) = items.indices.first.map({ ($0, items.endIndex - 1) }) else { continue }
        for index in items.indices {
          guard case .separator(var literal) = items[index] else { continue }
          literal = literal.measured(widths)
          // A row begins and ends with what is seen.
          if index == first { literal.before = 0 }
          if index == last { literal.after = 0 }
          items[index] = .separator(literal)
        }
        result.append(Plan.Row(items: Array(items), isMain: row.isMain))
      }
    }
    return result
  }

  private static func isSpace(_ item: Plan.Item) -> Bool {
    if case .separator(let literal) = item { literal.text.isEmpty } else { false }
  }

  private static func pixels(_ units: Double, _ unit: Int) -> Int { Int((units * Double(unit)).rounded()) }

  private static func width(of item: Plan.Item, unit: Int) -> Int {
    switch item {
    case .module(let units): max(1, pixels(units, unit))
    case .separator(let literal) where literal.text.isEmpty: max(1, pixels(literal.total, unit))
    case .separator(let literal):
      pixels(literal.before, unit) + max(1, pixels(literal.units, unit)) + pixels(literal.after, unit)
    }
  }

  /// The largest rows in whole pixels that fit in the space; nil where even the smallest do not.
  private static func fit(
    _ rows: [Plan.Row], in space: Size, gap: Double
  ) -> (rows: [Row], unit: Int, height: Int)? {
    func laid(_ row: Plan.Row, unit: Int, space: Int) -> Row {
      let gapPixels = gap == 0 ? 0 : max(1, Int((gap / 100 * Double(unit)).rounded()))
      let widths = row.items.reduce(0) { $0 + width(of: $1, unit: unit) }
      return Row(
        items: row.items, unit: unit, height: max(2, 2 * Int((Double(unit) / Card.aspect / 2).rounded())),
        gap: gapPixels, width: widths + gapPixels * (row.items.count - 1), space: space)
    }
    func laid(unit: Int) -> (rows: [Row], unit: Int, height: Int)? {
      var result: [Row] = []
      var height = 0
      for (index, row) in rows.enumerated() {
        var unit = row.isMain ? unit : max(2, Int((Double(unit) * lesser).rounded()))
        let gapAbove = max(gap == 0 ? 0 : 1, Int((gap / 100 * Double(unit)).rounded()))
        var above = index == 0 ? 0 : gapAbove
        if index > 0, row.isMain != rows[index - 1].isMain {
          above = Int((Double(row.isMain ? unit : result[index - 1].unit) / Card.aspect * rowSpace).rounded())
        }
        var next = laid(row, unit: unit, space: above)
        while next.width > space.width, !row.isMain, unit > 2 {
          unit -= 1
          next = laid(row, unit: unit, space: above)
        }
        guard next.width <= space.width else { return nil }
        height += above + next.height
        result.append(next)
      }
      return height <= space.height ? (result, unit, height) : nil
    }
    // Rounding makes the sizes not quite monotonous in the unit: from just above the exact one down.
    let units = rows.filter(\.isMain).map { row in
      let sum = row.items.reduce(0.0) { $0 + $1.units }
      return Double(space.width) / (sum + gap / 100 * Double(row.items.count - 1))
    }
    let mains = rows.count { $0.isMain }
    let most = min(units.min() ?? 0, Double(space.height) / Double(max(1, mains)) * Card.aspect)
    guard most.isFinite, most >= 1 else { return nil }
    for unit in stride(from: Int(most) + 2, to: 1, by: -1) {
      if let result = laid(unit: unit) { return result }
    }
    return nil
  }
}

extension Rect {
  fileprivate mutating func move(x: Int, y: Int) {
    self.x += x
    self.y += y
  }
}
