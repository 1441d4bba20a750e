/// What holds between two discrete events of a board: the faces that stand, and the flaps in the air
/// with the instants of their start. Within it only angles change.
public struct Segment: Sendable {
  /// It holds from here on.
  public let from: Instant
  /// The next discrete event: a flap starts or lands, the text changes, or all moves. nil for never.
  public private(set) var until: Instant?

  let text: String
  let mechanisms: [Mechanism]
  private(set) var board: Frame

  /// What of a board does not depend on the instant.
  struct Frame: Sendable {
    var layout: Layout
    var eyes: [Double]
    var motion: Motion
    var duration: Int64
  }

  /// Whether flaps are in the air.
  public var isMoving: Bool { mechanisms.contains { !$0.flaps.isEmpty } }

  /// Whether it holds at that instant.
  public func holds(at instant: Instant) -> Bool {
    guard instant >= from else { return false }
    guard let until else { return true }
    return instant < until
  }

  /// The picture at an instant within the segment.
  public func scene(at instant: Instant) -> Scene {
    var modules: [Scene.Module] = []
    var flaps: [Scene.Flap] = []
    modules.reserveCapacity(mechanisms.count)
    for (index, mechanism) in mechanisms.enumerated() {
      let first = flaps.count
      appendFlaps(of: index, at: instant, to: &flaps)
      modules.append(
        Scene.Module(
          frame: board.layout.frames[index], upper: mechanism.upper, lower: mechanism.lower,
          flaps: first..<flaps.count))
    }
    return Scene(
      at: instant, size: board.layout.size, text: text, modules: modules, flaps: flaps,
      separators: board.layout.separators)
  }

  /// The same where the drift has it at an instant, until it goes on.
  func moved(by drift: Drift, at instant: Instant, _ look: Look) -> Segment {
    var copy = self
    let offset = drift.offset(at: instant.nanoseconds)
    copy.board.layout = board.layout.moved(x: offset.x, y: offset.y)
    copy.board.eyes = copy.board.layout.eyes(look)
    if let change = drift.nextChange(after: instant.nanoseconds) {
      let change = Instant(nanoseconds: change)
      copy.until = until.map { min($0, change) } ?? change
    }
    return copy
  }

  /// One module's flaps with their angles, in the order in which they are drawn.
  func appendFlaps(of module: Int, at instant: Instant, to flaps: inout [Scene.Flap]) {
    let eye = board.eyes[module]
    let first = flaps.count
    for run in mechanisms[module].flaps {
      let gone = saturatingSubtract(instant.nanoseconds, run.start)
      let angle = board.motion.angle(fraction: Double(gone) / Double(board.duration))
      // Seen from the viewer, flaps on one side of the hinge cover each other in the order of their
      // angle from the line of sight, the nearest to it in front; those on the other side never meet
      // them on the screen.
      var place = flaps.count
      while place > first, abs(flaps[place - 1].angle - eye) < abs(angle - eye) { place -= 1 }
      flaps.insert(Scene.Flap(front: run.front, back: run.back, angle: angle), at: place)
    }
  }
}
