import FlipBoard
import FlipFaces
import FlipGL
import Testing

extension GL {
  /// How much of a GPU's memory the faces of boards take, over hours.
  @Suite struct TextureMemory {
    private static func configuration(_ format: String) -> BoardConfiguration {
      var configuration = BoardConfiguration()
      configuration.zone = .utc
      configuration.format = format
      return configuration
    }

    /// Makes the faces of a board's scenes at instants, drawing none; the most bytes of textures at once.
    private static func peak(_ board: Board, at instants: [Instant]) throws -> (bytes: Int, pages: Int) {
      let faces = Patterns { _, size in
        Bitmap(
          size: size, format: .coverage, pixels: [UInt8](repeating: 200, count: size.width * size.height))
      }
      let bench = try Bench(Size(width: 16, height: 16), look: board.look, faces: faces)
      var most = (bytes: 0, pages: 0)
      for instant in instants {
        try bench.renderer.draw(board.scene(at: instant), on: bench.target, damage: [])
        let now = bench.renderer.statistics
        most = (max(most.bytes, now.textureBytes), max(most.pages, now.pages))
      }
      return most
    }

    /// Every minute of a day's first hour and more at rest, and in the middle of its flip.
    @Test(arguments: ["{%H}:{%M}", "%H:%M", "{%H}:{%M}:{%S}"])
    func aClockOfHours(format: String) throws {
      let board = try Board(Self.configuration(format), size: Size(width: 1920, height: 1080))
      let minutes = (0..<70).flatMap { minute in
        [0, 30_000].map { Instant(nanoseconds: Int64(minute) * 60_000_000_000 + Int64($0) * 1_000_000) }
      }
      let flips = minutes.map { $0 + Length(nanoseconds: 250_000_000) }
      #expect(try Self.peak(board, at: minutes + flips).bytes < 4_000_000)
    }

    /// All the sixty faces of a drum, on a board of every size: in one page, which one call draws.
    @Test(arguments: [Size(width: 1280, height: 720), Size(width: 3840, height: 2160)])
    func aBoardOfSixtyFaces(size: Size) throws {
      let drum = String((0..<60).map { Character(Unicode.Scalar(UInt8(33 + $0))) })
      var configuration = Self.configuration("")
      configuration.show = .text
      configuration.drum = Drum(drum)
      (configuration.rows, configuration.columns) = (6, 22)
      configuration.text = (0..<6).map { row in String((0..<22).map { Array(drum)[(row * 22 + $0) % 60] }) }
        .joined(separator: "\n")
      let board = try Board(configuration, size: size)
      let peak = try Self.peak(board, at: [Instant(nanoseconds: 0)])
      #expect(peak.bytes < 8_000_000)
      #expect(peak.pages == 1)
    }
  }
}
