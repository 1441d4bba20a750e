/// When the display is off or darker: windows of the local day, on some days of the week.
///
/// A window over midnight belongs to the day it starts on. Off goes before dim, and of several dims the
/// darkest holds. Local time alone decides, so that a change of the clocks moves nothing but the clock.
public struct DisplaySchedule: Hashable, Sendable {
  /// One window of the day.
  public struct Window: Hashable, Sendable {
    /// Bit 0 is Sunday, bit 6 Saturday, as `tm_wday` counts.
    public var days: UInt8
    /// Minutes after midnight, 0 to 1439: inside.
    public var from: Int
    /// Minutes after midnight, 0 to 1440: outside; not after `from` means on the next day.
    public var until: Int

    public init(days: UInt8 = 0x7f, from: Int, until: Int) {
      self.days = days
      self.from = from
      self.until = until
    }
  }

  /// What the display does.
  public enum State: Hashable, Sendable {
    case on
    case off
    /// Percent, 1 to 100.
    case dim(Int)
  }

  /// A local time of day to come.
  public struct Change: Hashable, Sendable {
    /// 0 is today.
    public var daysAhead: Int
    /// Seconds after midnight, 0 to 86399.
    public var second: Int
    /// What holds from then on.
    public var state: State
  }

  public var off: [Window]
  /// Windows with their brightness in percent.
  public var dim: [(window: Window, brightness: Int)]

  public init(off: [Window] = [], dim: [(window: Window, brightness: Int)] = []) {
    self.off = off
    self.dim = dim
  }

  /// What holds at a second (0 to 86399) of a weekday (0 is Sunday).
  public func state(weekday: Int, second: Int) -> State {
    if off.contains(where: { $0.contains(weekday: weekday, second: second) }) { return .off }
    let brightness = dim.filter { $0.window.contains(weekday: weekday, second: second) }.map(\.brightness)
      .min()
    return brightness.map(State.dim) ?? .on
  }

  /// The first change after a second of a weekday; nil where nothing ever changes.
  public func nextChange(weekday: Int, second: Int) -> Change? {
    let now = state(weekday: weekday, second: second)
    let edges = Set((off + dim.map(\.window)).flatMap { [$0.from * 60, $0.until * 60 % 86_400] } + [0])
      .sorted()
    for day in 0...8 {
      for edge in edges where day > 0 || edge > second {
        let then = state(weekday: (weekday + day) % 7, second: edge)
        if then != now { return Change(daysAhead: day, second: edge, state: then) }
      }
    }
    return nil
  }

  public static func == (a: Self, b: Self) -> Bool {
    a.off == b.off && a.dim.map(\.window) == b.dim.map(\.window)
      && a.dim.map(\.brightness) == b.dim.map(\.brightness)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(off)
    for (window, brightness) in dim {
      hasher.combine(window)
      hasher.combine(brightness)
    }
  }
}

extension DisplaySchedule.Window {
  /// Whether it holds at a second of a weekday.
  func contains(weekday: Int, second: Int) -> Bool {
    let today = days & (1 << UInt8(weekday)) != 0
    if until > from { return today && (from * 60..<until * 60).contains(second) }
    let yesterday = days & (1 << UInt8((weekday + 6) % 7)) != 0
    return today && second >= from * 60 || yesterday && second < until * 60
  }
}
