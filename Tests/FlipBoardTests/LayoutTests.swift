import FlipBoard
import Testing

/// Where modules stand, on every size of display.
@Suite struct LayoutTests {
  static let sizes = [
    (240, 240), (320, 240), (240, 320), (480, 320), (640, 480), (800, 480), (720, 720), (1024, 600),
    (1080, 1920),
    (1440, 2560), (1920, 1080), (1921, 1081), (1366, 768), (1280, 1024), (3440, 1440), (3840, 2160),
    (2160, 3840),
    (7680, 4320), (4320, 7680), (4320, 4320), (1000, 1010), (241, 4320), (7680, 241),
  ]
  static let formats = [
    "{%H}:{%M}", "%H:%M", "%H:%M:%S", "{%H}:{%M}:{%S}", "%-I:%M %p", "{%H}:{%M}\n%A %d. %B", "%c", "%H",
  ]

  @Test("Nothing is cropped, nothing overlaps, nothing tiny, halves meet", arguments: sizes)
  func fits(width: Int, height: Int) throws {
    let size = Size(width: width, height: height)
    let display = Rect(x: 0, y: 0, width: width, height: height)
    for format in LayoutTests.formats {
      for arrange in BoardConfiguration.Arrange.allCases {
        let board = try makeBoard(size) {
          $0.format = format
          $0.arrange = arrange
        }
        let scene = board.scene(at: at("2026-01-01T10:00:30Z"))
        let margin = Int(Double(min(width, height)) * 0.09 + 0.5)
        let space = Rect(x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin)
        let frames = scene.modules.map(\.frame)
        let all = frames + scene.separators.map(\.frame)
        for (index, frame) in all.enumerated() {
          #expect(space.contains(frame), "\(format) \(frame)")
          for other in all[(index + 1)...] { #expect(frame.intersection(other) == nil) }
        }
        for frame in frames { #expect(frame.height % 2 == 0 && frame.width >= 2) }
        // The board fills the space in one direction, but for rounding.
        let bounds = all.dropFirst().reduce(all[0]) { $0.union($1) }
        let filled = max(
          Double(bounds.width) / Double(space.width), Double(bounds.height) / Double(space.height))
        #expect(filled > 0.9, "\(format) \(arrange) fills \(filled)")
        #expect(display.contains(bounds))
      }
    }
  }

  @Test("With the default margin no flap is cropped at any angle", arguments: sizes)
  func flapsFit(width: Int, height: Int) throws {
    let size = Size(width: width, height: height)
    let display = Rect(x: 0, y: 0, width: width, height: height)
    for format in LayoutTests.formats {
      let scene = try makeBoard(size) { $0.format = format }.scene(at: at("2026-01-01T10:00:30Z"))
      for module in scene.modules {
        let geometry = FlapGeometry(frame: module.frame, display: size, look: .dark)
        for angle in stride(from: 0.0, through: 180, by: 15) {
          #expect(display.contains(geometry.bounds(angle: angle, display: size)), "\(format) at \(angle)°")
        }
      }
    }
  }

  @Test("Digits of one field have one size, and nothing moves all day")
  func steady() throws {
    let board = try makeClock("%-H:%M:%S")
    let first = board.scene(at: at("2026-01-01T00:00:00Z"))
    #expect(Set(first.modules.map(\.frame.width)).count == 1)
    for hour in 0..<24 {
      let scene = board.scene(at: at("2026-01-01T00:00:00Z") + Length(seconds: Double(hour) * 3607))
      #expect(scene.modules.map(\.frame) == first.modules.map(\.frame))
      #expect(scene.separators == first.separators)
    }
  }

  @Test("A portrait display stacks the fields and hides the separators")
  func portrait() throws {
    let size = Size(width: 1440, height: 2560)
    let board = try makeBoard(size) { $0.format = "{%H}:{%M}" }
    let scene = board.scene(at: at("2026-01-01T10:00:30Z"))
    #expect(scene.separators.isEmpty)
    #expect(scene.modules.count == 2)
    #expect(scene.modules[0].frame.x == scene.modules[1].frame.x)
    #expect(scene.modules[0].frame.y + scene.modules[0].frame.height < scene.modules[1].frame.y)
    #expect(scene.modules[0].frame.height > 1000)
    #expect(scene.text == "10:00")
    let row = try makeBoard(size) { $0.arrange = .row }
    #expect(row.scene(at: at("2026-01-01T10:00:30Z")).separators.count == 1)
    let column = try makeBoard { $0.arrange = .column }
    #expect(column.scene(at: at("2026-01-01T10:00:30Z")).separators.isEmpty)
  }

  @Test("The date stands under the clock, smaller")
  func date() throws {
    let scene = try makeClock("{%H}:{%M}\n%a %d %b").scene(at: at("2026-01-01T10:00:30Z"))
    let clock = scene.modules[0].frame
    let date = scene.modules[2].frame
    #expect(date.y > clock.y + clock.height)
    #expect(Double(date.height) < 0.5 * Double(clock.height))
    #expect(Double(date.height) > 0.3 * Double(clock.height))
    #expect(scene.modules.count == 2 + 3 + 2 + 3)
  }

  @Test("A scene says how narrow its narrowest card is, in whatever row, and to whoever makes one by hand")
  func narrowest() throws {
    for format in ["{%H}:{%M}", "{%H}:{%M}:%S", "{%H}:{%M}\n%a {%d}", "{%H:%M:%S}"] {
      let scene = try makeClock(format).scene(at: at("2026-01-01T10:00:30Z"))
      let shapes = scene.modules.map { Double($0.frame.width) / Double($0.frame.height) }
      #expect(scene.narrowest == shapes.min())
      let made = Scene(
        at: scene.at, size: scene.size, text: "", modules: scene.modules, flaps: [], separators: [])
      #expect(made.narrowest == scene.narrowest)
    }
  }

  @Test("Margin and gap are as asked for")
  func marginAndGap() throws {
    let board = try makeBoard(Size(width: 1000, height: 1000)) {
      $0.format = "%H"
      $0.margin = 10
      $0.gap = 50
    }
    let frames = board.scene(at: at("2026-01-01T10:00:30Z")).modules.map(\.frame)
    #expect(abs(frames[0].x - 100) <= 2)
    let gap = frames[1].x - frames[0].x - frames[0].width
    #expect(abs(gap - frames[0].width / 2) <= 1)
    #expect(throws: BoardError.self) { try makeBoard { $0.margin = 50 } }
    #expect(throws: BoardError.self) { try makeBoard { $0.margin = -1 } }
    #expect(throws: BoardError.self) { try makeBoard { $0.margin = .nan } }
    #expect(throws: BoardError.self) { try makeBoard { $0.gap = -1 } }
  }

  @Test("A board without room is refused, and one past all sense too")
  func noRoom() throws {
    let error = refusal {
      try makeBoard(Size(width: 240, height: 240)) {
        $0.show = .text
        $0.columns = 1000
      }
    }
    #expect(error?.setting == "size")
    #expect(throws: BoardError.self) { try makeBoard(Size(width: 0, height: 10)) { _ in } }
    #expect(throws: BoardError.self) { try makeBoard(Size(width: 10, height: Int.max)) { _ in } }
  }

  @Test("A flap at 45° is 1.134 times as wide as its card at its free edge, seen from three heights away")
  func perspective() throws {
    let frame = Rect(x: 100, y: 50, width: 200, height: 300)
    var look = Look.dark
    look.perspective = 3
    let geometry = FlapGeometry(frame: frame, display: Size(width: 1920, height: 1080), look: look)
    let edge = try #require(geometry.edge(FlapAngle(degrees: 45)))
    #expect(abs((edge.right - edge.left) / 200 - 1.134) < 0.0005)
    // 150·cos 45° = 106.07 above the hinge, seen 1.1336 times as far.
    #expect(abs(edge.y - (200 - 106.066 * 1.13362)) < 0.01)
    look.perspective = 0
    let flat = FlapGeometry(frame: frame, display: Size(width: 1920, height: 1080), look: look)
    let plain = try #require(flat.edge(FlapAngle(degrees: 120)))
    #expect(plain.left == 100 && plain.right == 300)
    #expect(abs(plain.y - 275) < 1e-9)
  }
}
