/// A board of text: what it shows is a function of the messages that it was given. Of the past it keeps
/// only what is still moving.
struct TextContent: Sendable {
  /// More modules than this no display shows.
  static let mostModules = 16384
  /// Messages that a module still has before it, because its column starts later; past so many the
  /// newest takes the place of the one before.
  private static let mostWaiting = 8

  private struct Aim {
    var time: Int64
    var face: Face
  }

  private(set) var rows: Int
  private(set) var columns: Int
  /// What the last message says.
  private(set) var text: String

  private let drum: Drum
  private let align: BoardConfiguration.Align
  /// Whether the board may grow with its messages, down and to the right.
  private let growsRows: Bool
  private let growsColumns: Bool
  private var lines: [[Face]]
  private var mechanisms: [Mechanism]
  private var waiting: [[Aim]]
  /// Modules that weren't at rest when the last message came, or that it moves, ascending.
  private var busy: [Int] = []
  private var lastPost = Int64.min

  init(_ configuration: BoardConfiguration) throws(BoardError) {
    drum = configuration.drum
    align = configuration.align
    growsRows = configuration.rows == nil
    growsColumns = configuration.columns == nil
    guard drum.faces.count > 1 else {
      let value = drum.faces.first.map { $0 == .blank ? " " : $0.text } ?? ""
      throw BoardError(setting: "drum", value: value, expected: "two different faces or more")
    }
    for (setting, value) in [("rows", configuration.rows), ("columns", configuration.columns)] {
      if let value, !(1...1024).contains(value) {
        throw BoardError(setting: setting, value: "\(value)", expected: "1 to 1024")
      }
    }
    lines = TextContent.lines(TextContent.split(configuration.text), drum)
    rows = configuration.rows ?? min(1024, max(1, lines.count))
    columns = configuration.columns ?? min(1024, max(1, lines.map(\.count).max() ?? 0))
    guard rows * columns <= TextContent.mostModules else {
      throw TextContent.tooMany(configuration, rows: rows, columns: columns)
    }
    text = ""
    mechanisms = []
    waiting = Array(repeating: [], count: rows * columns)
    let faces = aligned()
    mechanisms = faces.map { Mechanism(resting: $0) }
    text = TextContent.text(faces, columns: columns)
  }

  /// What is wrong where the board is too large: the setting that asks for it, as it was given.
  private static func tooMany(_ configuration: BoardConfiguration, rows: Int, columns: Int) -> BoardError {
    func most(_ unit: String, with other: Int, _ others: String) -> String {
      "at most \(mostModules / other) \(unit) with \(other) \(others), as a board has at most \(mostModules) modules"
    }
    if let given = configuration.columns {
      return BoardError(
        setting: "columns", value: "\(given)", expected: most("columns", with: rows, "rows"))
    }
    if let given = configuration.rows {
      return BoardError(
        setting: "rows", value: "\(given)", expected: most("rows", with: columns, "columns"))
    }
    return BoardError(
      setting: "text", value: configuration.text,
      expected: "at most \(mostModules) modules, not \(rows) rows of \(columns)")
  }

  var plan: Plan {
    let row = Plan.Row(items: Array(repeating: .module(units: 1), count: columns), isMain: true)
    return Plan(rows: Array(repeating: row, count: rows), stacks: false)
  }

  /// Rows split by a line feed, or by backslash and n.
  static func split(_ text: String) -> [String] {
    var rows = [""]
    var rest = Substring(text)
    while let character = rest.popFirst() {
      if character == "\\", rest.first == "n" {
        rest.removeFirst()
        rows.append("")
      } else if character == "\n" || character == "\r\n" {
        rows.append("")
      } else {
        rows[rows.count - 1].append(character)
      }
    }
    return rows
  }

  /// Whether the message needs a larger board than this one, as far as boards grow.
  func size(for message: [String]) -> (rows: Int, columns: Int) {
    let needed = message.map(\.count).max() ?? 0
    let columns = growsColumns ? min(1024, max(self.columns, needed)) : self.columns
    let rows = growsRows ? min(1024, max(self.rows, message.count)) : self.rows
    return rows * columns <= TextContent.mostModules ? (rows, columns) : (self.rows, self.columns)
  }

  /// Adds rows and columns; what is there stays where it is.
  mutating func grow(rows: Int, columns: Int) {
    guard rows > self.rows || columns > self.columns else { return }
    var mechanisms = Array(repeating: Mechanism(resting: .blank), count: rows * columns)
    var waiting: [[Aim]] = Array(repeating: [], count: rows * columns)
    for row in 0..<self.rows {
      for column in 0..<self.columns {
        mechanisms[row * columns + column] = self.mechanisms[row * self.columns + column]
        waiting[row * columns + column] = self.waiting[row * self.columns + column]
      }
    }
    self.mechanisms = mechanisms
    self.waiting = waiting
    busy = []
    self.rows = rows
    self.columns = columns
  }

  /// A message takes the place of the one before. One from before the last message means that the clock
  /// was set back: whatever was in motion then is taken as over.
  mutating func post(_ message: [String], at instant: Instant, _ timing: Timing) {
    let time = instant.nanoseconds
    if time < lastPost { settle() }
    lastPost = time
    lines = TextContent.lines(message, drum)
    let faces = aligned()
    text = TextContent.text(faces, columns: columns)
    for module in mechanisms.indices {
      catchUp(module, to: time, timing)
      let due = saturatingAdd(time, saturatingMultiply(timing.stagger, Int64(module % columns)))
      if due == time {
        mechanisms[module].aim(at: faces[module], time: time, timing, drum)
      } else if faces[module] != waiting[module].last?.face ?? mechanisms[module].target {
        if waiting[module].count >= TextContent.mostWaiting { waiting[module].removeLast() }
        waiting[module].append(Aim(time: due, face: faces[module]))
      }
    }
    busy = mechanisms.indices.filter { !mechanisms[$0].isResting || !waiting[$0].isEmpty }
  }

  /// The modules at that instant, and when the next of them changes, in the time of those that the last
  /// message moved. Before the last message everything stands as that message has it.
  func state(at instant: Instant, _ timing: Timing) -> Board.State {
    let time = instant.nanoseconds
    guard time >= lastPost else {
      var copy = self
      copy.settle()
      return Board.State(modules: copy.mechanisms, busy: [], isBesideMessage: false, until: lastPost)
    }
    var state = Board.State(modules: mechanisms, busy: [], isBesideMessage: true, until: .max)
    state.busy.reserveCapacity(busy.count)
    for module in busy {
      var (mechanism, next) = (mechanisms[module], Int64.max)
      for aim in waiting[module] {
        if aim.time > time {
          next = aim.time
          break
        }
        mechanism.aim(at: aim.face, time: aim.time, timing, drum)
      }
      mechanism.run(through: time, timing, drum)
      state.until = min(state.until, next, mechanism.nextEvent(timing))
      state.busy.append(Segment.Busy(module: module, mechanism: mechanism))
    }
    return state
  }

  private mutating func catchUp(_ module: Int, to time: Int64, _ timing: Timing) {
    let due = waiting[module].prefix { $0.time <= time }
    guard !due.isEmpty else { return }
    for aim in due { mechanisms[module].aim(at: aim.face, time: aim.time, timing, drum) }
    waiting[module].removeFirst(due.count)
  }

  private mutating func settle() {
    for module in mechanisms.indices {
      mechanisms[module] = Mechanism(resting: waiting[module].last?.face ?? mechanisms[module].target)
      waiting[module].removeAll()
    }
    busy = []
  }

  private static func lines(_ message: [String], _ drum: Drum) -> [[Face]] {
    message.prefix(1024).map { $0.prefix(4096).map(drum.face(for:)) }
  }

  /// The lines on the board's own modules, cropped where they do not fit.
  private func aligned() -> [Face] {
    var faces = Array(repeating: Face.blank, count: rows * columns)
    for (row, line) in lines.prefix(rows).enumerated() {
      let free = columns - line.count
      let first: Int
      switch align {
      case .left: first = 0
      case .center: first = Int(floorDivide(Int64(free), 2))
      case .right: first = free
      }
      for (index, face) in line.enumerated() where (0..<columns).contains(first + index) {
        faces[row * columns + first + index] = face
      }
    }
    return faces
  }

  private static func text(_ faces: [Face], columns: Int) -> String {
    var rows = stride(from: 0, to: faces.count, by: columns).map { start in
      trimmed(faces[start..<(start + columns)].map { $0 == .blank ? " " : $0.text }.joined())
    }
    while rows.count > 1, rows.last == "" { rows.removeLast() }
    return rows.joined(separator: "\n")
  }
}
