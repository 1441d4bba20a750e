import FlipBoard
@testable import FlipGL
import Testing

extension GL {
  /// Each side of a flap shows its own half, right side up and not mirrored; all of a stage in one frame.
  @Suite struct FlapSides {
    /// Four quarters of different coverage for each face, so that a wrong half, a mirror image or a turn
    /// gives a wrong grey.
    static let quarters: [String: [Int]] = [
      "old": [20, 60, 100, 140], "new": [180, 220, 40, 80],
    ]

    static var faces: Patterns {
      Patterns.coverage { text, x, y, size in
        quarters[text]![(y < size.height / 2 ? 0 : 2) + (x < size.width / 2 ? 0 : 1)]
      }
    }

    /// Card black and ink white, so that a grey says which coverage it is of, by the same ramp at rest.
    static var look: Look {
      var look = Look.flat
      look.card = Color(red: 0, green: 0, blue: 0)
      look.ink = Color(red: 255, green: 255, blue: 255)
      return look
    }

    static let frame = Rect(x: 20, y: 20, width: 60, height: 80)
    static let size = Size(width: 100, height: 120)

    @Test(arguments: [1, 30, 60, 85])
    func frontIsTheOldUpperHalf(angle: Int) throws {
      let greys = try restGreys("old")
      let picture = try midFlip(angle)
      // Just above the hinge, left and right.
      #expect(picture[35, 57] == greys[0])
      #expect(picture[65, 57] == greys[1])
      // Behind it the old lower half.
      #expect(picture[35, 80] == greys[2])
      #expect(picture[65, 80] == greys[3])
    }

    @Test(arguments: [95, 120, 150, 179])
    func backIsTheNewLowerHalf(angle: Int) throws {
      let greys = try restGreys("new")
      let picture = try midFlip(angle)
      #expect(picture[35, 40] == greys[0])
      #expect(picture[65, 40] == greys[1])
      #expect(picture[35, 62] == greys[2])
      #expect(picture[65, 62] == greys[3])
    }

    /// Rows of known coverage: what is far from the hinge at rest is far from it on the flap.
    @Test(arguments: [30, 60, 120, 150])
    func rowsKeepTheirOrder(angle: Int) throws {
      let faces = Patterns.coverage { _, _, y, size in y * 255 / (size.height - 1) }
      let flap = Scene.Flap(front: Face("f"), back: Face("f"), angle: Double(angle))
      let picture = try Bench(Self.size, look: Self.look, faces: faces)
        .draw(.one(Self.size, Self.frame, flaps: [flap]))
      let rows = (22..<98).map { picture[50, $0][0] }
      // Where flap and half meet the greys jump, in one place; all else grows downward.
      let falls = zip(rows, rows.dropFirst()).filter { $0 > $1 }.count
      #expect(falls <= 2, "\(rows)")
    }

    @Test func standingHalvesAreTheNewUpperAndTheOldLower() throws {
      let (old, new) = (try restGreys("old"), try restGreys("new"))
      let picture = try midFlip(90)
      #expect([picture[35, 30], picture[65, 30]] == [new[0], new[1]])
      #expect([picture[35, 90], picture[65, 90]] == [old[2], old[3]])
    }

    private func midFlip(_ angle: Int) throws -> Picture {
      try Bench(Self.size, look: Self.look, faces: Self.faces).draw(
        .one(
          Self.size, Self.frame, upper: "new", lower: "old",
          flaps: [.init(front: Face("old"), back: Face("new"), angle: Double(angle))]))
    }

    /// The four quarters as they stand: the ramp's own greys, each other than the rest.
    private func restGreys(_ face: String) throws -> [[Int]] {
      let picture = try Bench(Self.size, look: Self.look, faces: Self.faces)
        .draw(.one(Self.size, Self.frame, upper: face, lower: face))
      let greys = [picture[35, 40], picture[65, 40], picture[35, 80], picture[65, 80]]
      #expect(Set(greys).count == 4)
      return greys
    }
  }
}
