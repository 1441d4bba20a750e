/// A small deterministic source of numbers (xorshift64*), so that a failing case can be found again.
struct Dice {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func roll() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }

  /// A number from a range.
  mutating func roll(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(roll() % UInt64(range.count))
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[roll(0...elements.count - 1)] }

  mutating func chance(_ percent: Int) -> Bool { roll(1...100) <= percent }
}

/// Walks every order of events up to a length: `step` makes the next world of a world and an event, nil
/// where that event cannot happen there.
///
/// - Returns: how many steps were taken.
@discardableResult
func walk<World, Event>(
  _ world: World, events: [Event], length: Int, step: (World, Event) -> World?
) -> Int {
  guard length > 0 else { return 0 }
  var count = 0
  for event in events {
    guard let next = step(world, event) else { continue }
    count += 1 + walk(next, events: events, length: length - 1, step: step)
  }
  return count
}
