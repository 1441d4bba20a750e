import Testing

@testable import FlipKMS

@Suite("Damage")
struct DamageTests {
  @Test("A rectangle in the corner, turned with the picture")
  func corner() {
    // 3 right and 2 down in a picture of 100x50, 10 wide and 5 high.
    let clip = Clip(x1: 3, y1: 2, x2: 13, y2: 7)
    #expect(clip.turned(.upright, width: 100, height: 50) == clip)
    // Turned clockwise the picture's top left is at the buffer's top right (50 wide, 100 high).
    #expect(clip.turned(.clockwise, width: 100, height: 50) == Clip(x1: 43, y1: 3, x2: 48, y2: 13))
    #expect(clip.turned(.half, width: 100, height: 50) == Clip(x1: 87, y1: 43, x2: 97, y2: 48))
    #expect(clip.turned(.counterclockwise, width: 100, height: 50) == Clip(x1: 2, y1: 87, x2: 7, y2: 97))
  }

  @Test("Four quarter turns are none, two are a half, and areas stay")
  func turns() {
    var dice = Dice(seed: 3)
    for _ in 0..<500 {
      let (w, h) = (Int32(dice.roll(1...4000)), Int32(dice.roll(1...4000)))
      let (x, y) = (Int32(dice.roll(0...Int(w) - 1)), Int32(dice.roll(0...Int(h) - 1)))
      let clip = Clip(x1: x, y1: y, x2: Int32(dice.roll(Int(x) + 1...Int(w))), y2: h)
      let once = clip.turned(.clockwise, width: w, height: h)
      let twice = once.turned(.clockwise, width: h, height: w)
      #expect(twice == clip.turned(.half, width: w, height: h))
      #expect(
        twice.turned(.clockwise, width: w, height: h) == clip.turned(.counterclockwise, width: w, height: h))
      #expect(once.turned(.counterclockwise, width: h, height: w) == clip)
      #expect(once.width == clip.height && once.height == clip.width)
      #expect(once == once.clamped(width: h, height: w))
    }
    #expect(
      Clip(x1: -5, y1: 4, x2: 3, y2: 99).clamped(width: 10, height: 10) == Clip(x1: 0, y1: 4, x2: 3, y2: 10))
    #expect(Clip(x1: 20, y1: 0, x2: 30, y2: 5).clamped(width: 10, height: 10).isEmpty)
  }

  /// A display of 16 places that is drawn into a queue of buffers, as EGL hands them out.
  @Test("Whatever the queue of buffers, drawing what is collected makes the frame whole", arguments: 1...5)
  func history(_ queue: Int) {
    var dice = Dice(seed: UInt64(queue))
    var history = DamageHistory(depth: 4, rectangles: 3)
    var frame = Array(repeating: 0, count: 16)
    // What is in each buffer, and the frame in which it was drawn; nil before.
    var buffers: [(content: [Int], drawn: Int)?] = Array(repeating: nil, count: queue)
    var result: [Clip] = []
    var wholes = 0
    for number in 1...600 {
      if dice.chance(2) {
        buffers = Array(repeating: nil, count: queue)
        history.forget()
      }
      var damage: [Clip] = []
      for _ in 0..<dice.roll(0...5) {
        let place = Int32(dice.roll(0...15))
        frame[Int(place)] = number
        damage.append(Clip(x1: place, y1: 0, x2: place + 1, y2: 1))
      }
      // Mostly in turn, now and then another.
      let index = dice.chance(80) ? number % queue : dice.roll(0...queue - 1)
      let age = buffers[index].map { number - $0.drawn } ?? 0
      var content = buffers[index]?.content ?? Array(repeating: -1, count: 16)
      if history.collect(age: age, damage: damage, into: &result) {
        for clip in result { for x in clip.x1..<clip.x2 { content[Int(x)] = frame[Int(x)] } }
      } else {
        content = frame
        wholes += 1
      }
      #expect(content == frame)
      buffers[index] = (content, number)
      history.swapped(damage)
    }
    #expect(wholes < 600)
    #expect(result.capacity < 64)
  }

  @Test("An age of nothing, and one from before what is known, is a whole picture")
  func wholes() {
    var history = DamageHistory(depth: 2, rectangles: 2)
    var result: [Clip] = []
    let clip = Clip(x1: 0, y1: 0, x2: 1, y2: 1)
    #expect(!history.collect(age: 0, damage: [clip], into: &result) && result.isEmpty)
    #expect(history.collect(age: 1, damage: [clip], into: &result) && result == [clip])
    #expect(!history.collect(age: 2, damage: [clip], into: &result))
    for _ in 0..<9 { history.swapped([clip]) }
    #expect(history.collect(age: 3, damage: [], into: &result) && result == [clip, clip])
    #expect(!history.collect(age: 4, damage: [], into: &result))
    #expect(!history.collect(age: -1, damage: [], into: &result))
    history.forget()
    #expect(!history.collect(age: 2, damage: [], into: &result))
  }

  @Test("More rectangles than are kept are one around them all, once; the later ones are kept again")
  func many() {
    var history = DamageHistory(depth: 2, rectangles: 2)
    history.swapped((0..<3).map { Clip(x1: $0 * 10, y1: $0, x2: $0 * 10 + 1, y2: $0 + 1) })
    var result: [Clip] = []
    #expect(history.collect(age: 2, damage: [], into: &result))
    #expect(result == [Clip(x1: 0, y1: 0, x2: 21, y2: 3)])
  }
}
