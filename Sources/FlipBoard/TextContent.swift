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

  /// A module that doesn't rest.
  private struct Mover {
    var module: Int
    var mechanism: Mechanism
    /// What its column's turn is yet to come for.
    var waiting: [Aim] = []

    /// The face that it comes to rest on.
    var goal: Face { waiting.last?.face ?? mechanism.target }

    func isFree(at time: Int64) -> Bool { waiting.isEmpty && mechanism.isFree(at: time) }
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
  private var lines: TextRows
  /// The face of each module that rests; of one that moves another.
  private var standing: [Face]
  /// Modules that weren't at rest when the last message came, or that it moves, ascending.
  private var movers: [Mover] = []
  private var message: Segment.Message
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
    let first = TextContent.split(configuration.text)
    rows = configuration.rows ?? min(1024, max(1, first.count))
    columns = configuration.columns ?? min(1024, max(1, TextRows.width(of: first, beyond: 0)))
    guard rows * columns <= TextContent.mostModules else {
      throw TextContent.tooMany(configuration, rows: rows, columns: columns)
    }
    lines = TextRows(rows: rows, columns: columns, drum: drum, align: align)
    var faces: [Face] = []
    lines.take(first) { faces += $1 }
    standing = faces
    message = Segment.Message(before: [], touched: [])
    text = lines.text
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

  var plan: Plan { TextContent.plan(rows: rows, columns: columns) }

  static func plan(rows: Int, columns: Int) -> Plan {
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

  /// The board that a message needs, no smaller than this one.
  func size(for message: [String]) -> (rows: Int, columns: Int) {
    let needed = growsColumns ? TextRows.width(of: message, beyond: columns) : 0
    let rows = growsRows ? min(1024, max(self.rows, message.count)) : self.rows
    return (rows, max(columns, min(1024, needed)))
  }

  /// Adds rows and columns; what is there stays where it is.
  mutating func grow(rows: Int, columns: Int) {
    guard rows > self.rows || columns > self.columns else { return }
    var standing = Array(repeating: Face.blank, count: rows * columns)
    for row in 0..<self.rows {
      for column in 0..<self.columns {
        standing[row * columns + column] = self.standing[row * self.columns + column]
      }
    }
    for place in movers.indices {
      let module = movers[place].module
      movers[place].module = module / self.columns * columns + module % self.columns
    }
    self.standing = standing
    lines = TextRows(rows: rows, columns: columns, drum: drum, align: align)
    self.rows = rows
    self.columns = columns
  }

  /// A message takes the place of the one before. One from before the last message means that the clock
  /// was set back: whatever was in motion then is taken as over.
  mutating func post(_ rows: [String], at instant: Instant, _ timing: Timing) {
    let time = instant.nanoseconds
    message.before = standing
    message.touched = movers.map(\.module)
    if time < lastPost { settle() }
    lastPost = time
    catchUp(to: time, timing)
    var aims: [(module: Int, face: Face)] = []
    var place = 0
    lines.take(rows) { row, faces in
      for (column, face) in faces.enumerated() {
        let module = row * columns + column
        while place < movers.count, movers[place].module < module { place += 1 }
        let isMover = place < movers.count && movers[place].module == module
        if face != (isMover ? movers[place].goal : standing[module]) { aims.append((module, face)) }
      }
    }
    text = lines.text
    if aims.isEmpty { return }
    aim(aims, at: time, timing)
    message.touched = TextContent.union(message.touched, aims.map(\.module))
  }

  /// Brings what moves to a time: what rests is let go.
  private mutating func catchUp(to time: Int64, _ timing: Timing) {
    let before = saturatingSubtract(time, 1)
    for place in movers.indices {
      let due = movers[place].waiting.prefix { $0.time <= time }
      for aim in due { movers[place].mechanism.aim(at: aim.face, time: aim.time, timing, drum) }
      if !due.isEmpty { movers[place].waiting.removeFirst(due.count) }
      movers[place].mechanism.run(through: before, timing, drum)
      // Written though it be the same: see `Segment.touched`.
      if movers[place].isFree(at: time) { standing[movers[place].module] = movers[place].goal }
    }
    movers.removeAll { $0.isFree(at: time) }
  }

  /// Has modules, ascending, go to other faces.
  private mutating func aim(_ aims: [(module: Int, face: Face)], at time: Int64, _ timing: Timing) {
    var moving: [Mover] = []
    moving.reserveCapacity(movers.count + aims.count)
    var rest = movers[...]
    for (module, face) in aims {
      while let next = rest.first, next.module < module { moving.append(rest.removeFirst()) }
      var mover =
        rest.first?.module == module
        ? rest.removeFirst() : Mover(module: module, mechanism: Mechanism(resting: standing[module]))
      let due = saturatingAdd(time, saturatingMultiply(timing.stagger, Int64(module % columns)))
      if due == time {
        mover.mechanism.aim(at: face, time: time, timing, drum)
      } else {
        if mover.waiting.count >= TextContent.mostWaiting { mover.waiting.removeLast() }
        mover.waiting.append(Aim(time: due, face: face))
      }
      moving.append(mover)
    }
    movers = moving + rest
  }

  /// The modules at that instant, and when the next of them changes, in the time of those that the last
  /// message moved. Before the last message everything stands as that message has it.
  func state(at instant: Instant, _ timing: Timing) -> Board.State {
    let time = instant.nanoseconds
    guard time >= lastPost else {
      var copy = self
      copy.settle()
      return Board.State(standing: copy.standing, busy: [], message: nil, until: lastPost)
    }
    var state = Board.State(standing: standing, busy: [], message: message, until: .max)
    state.busy.reserveCapacity(movers.count)
    for mover in movers {
      var (mechanism, next) = (mover.mechanism, Int64.max)
      for aim in mover.waiting {
        if aim.time > time {
          next = aim.time
          break
        }
        mechanism.aim(at: aim.face, time: aim.time, timing, drum)
      }
      mechanism.run(through: time, timing, drum)
      state.until = min(state.until, next, mechanism.nextEvent(timing))
      state.busy.append(Segment.Busy(module: mover.module, mechanism: mechanism))
    }
    return state
  }

  private mutating func settle() {
    for mover in movers { standing[mover.module] = mover.goal }
    movers = []
  }

  /// All of two ascending lists, each once.
  private static func union(_ a: [Int], _ b: [Int]) -> [Int] {
    var (all, rest) = ([Int](), b[...])
    all.reserveCapacity(a.count + b.count)
    for module in a {
      while let next = rest.first, next < module { all.append(rest.removeFirst()) }
      if rest.first == module { rest.removeFirst() }
      all.append(module)
    }
    return all + rest
  }
}
