import FlipBoard
import Testing

/// What changed, as rectangles: hardly more than that while they are few enough, and never less.
@Suite struct DamageTests {
  @Test("Many flips at once are rectangles of little more than they cover; as an outline they are few")
  func manyRectangles() throws {
    var board = try makeBoard {
      $0.show = .text
      $0.rows = 12
      $0.columns = 40
      $0.travel = .direct
    }
    let start = at("2026-01-01T00:00:00Z")
    let playback = Playback(board)
    playback.advance(to: start)
    // Every other module, so that no two flips touch.
    let row = String(repeating: "A ", count: 20)
    board.post(rows: Array(repeating: row, count: 12), at: start)
    playback.replace(board)
    playback.advance(to: start + Length(seconds: 0.1))
    #expect(playback.changed.count == 240)
    var outline = Outline(display: board.size)
    for rect in playback.damage { outline.add(rect) }
    #expect((8...Outline.limit).contains(outline.rects.count))
    var least = 0
    for module in playback.changed {
      let frame = playback.scene.modules[module].frame
      #expect(playback.damage.contains { $0.contains(frame) })
      #expect(outline.rects.contains { $0.contains(frame) })
      least += frame.area
    }
    // A flap that has just begun to fall is hardly wider than its card.
    var pixels = Set<Int>()
    for rect in playback.damage {
      for y in rect.y..<rect.y + rect.height {
        for x in rect.x..<rect.x + rect.width { pixels.insert(y * board.size.width + x) }
      }
    }
    #expect(pixels.count >= least)
    #expect(pixels.count <= least * 11 / 10)
  }

  @Test("More rectangles than are kept are joined, and none is lost")
  func rectanglesWithoutEnd() {
    let display = Size(width: 4000, height: 2000)
    var numbers = PlaybackTests.Generator(state: 8)
    var damage = Damage(display: display)
    var added: [Rect] = []
    for _ in 0..<3 * Damage.limit {
      added.append(
        Rect(
          x: .random(in: 0..<3990, using: &numbers), y: .random(in: 0..<1990, using: &numbers), width: 10,
          height: 10))
      damage.add(added[added.count - 1])
      #expect(damage.rects.count <= Damage.limit)
    }
    for rect in added { #expect(damage.rects.contains { $0.contains(rect) }) }
  }
}
