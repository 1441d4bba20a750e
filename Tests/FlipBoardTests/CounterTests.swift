import FlipBoard
import Testing

/// Counting down to an instant and up from one.
@Suite struct CounterTests {
  static let start = at("2026-03-01T00:00:00Z")

  static func countdown(_ until: BoardConfiguration.Moment, _ format: String? = nil) throws -> Board {
    try makeBoard {
      $0.show = .countdown
      $0.until = until
      $0.format = format
      $0.start = start
    }
  }

  @Test(
    "Where a larger unit is missing the next one takes it up",
    arguments: [
      ("%H:%M", "2d", "48:00"), ("%D:%H:%M:%S", "2d", "2:00:00:00"), ("%M:%S", "90m", "90:00"),
      ("%S", "1h30m", "5400"), ("%D %M", "25h", "1 60"), ("{%-H}:{%M}", "5h", "5:00"),
      ("%-M:%S", "9m", "9:00"),
      ("%H:%M:%S", "5h", "05:00:00"),
    ])
  func missingUnits(format: String, length: String, text: String) throws {
    let until = try Length(parsing: length, setting: "until")
    let board = try CounterTests.countdown(.length(until), format)
    #expect(board.scene(at: CounterTests.start).text == text)
  }

  @Test("A countdown reads zero exactly at its end, once, and stays")
  func end() throws {
    let until = CounterTests.start + Length(seconds: 10)
    let board = try CounterTests.countdown(.instant(until), "%-M:%S")
    #expect(board.scene(at: until - Length(nanoseconds: 1)).text == "0:01")
    #expect(board.scene(at: until - Length(seconds: 1)).text == "0:01")
    #expect(board.scene(at: until).text == "0:00")
    #expect(flips(board.scene(at: until + Length(seconds: 0.25))) == ["1>0"])
    #expect(board.scene(at: until + Length(seconds: 1)).flaps.isEmpty)
    #expect(board.segment(at: until + Length(seconds: 1)).until == nil)
    #expect(board.scene(at: at("2200-01-01T00:00:00Z")).text == "0:00")
    let past = try CounterTests.countdown(.instant(at("2020-01-01T00:00:00Z")), "%-M:%S")
    #expect(past.scene(at: CounterTests.start).text == "0:00")
    #expect(past.segment(at: CounterTests.start).until == nil)
  }

  @Test("Ends between whole seconds change between whole seconds")
  func fraction() throws {
    let until = CounterTests.start + Length(seconds: 10.25)
    let board = try CounterTests.countdown(.instant(until), "%S")
    #expect(board.scene(at: CounterTests.start).text == "11")
    #expect(board.segment(at: CounterTests.start).until == CounterTests.start + Length(seconds: 0.25))
    #expect(board.scene(at: CounterTests.start + Length(seconds: 0.25)).text == "10")
  }

  @Test("A local end across a clock change counts absolute seconds")
  func clockChange() throws {
    let berlin = try Zone(named: "Europe/Berlin")
    let end = try Instant(parsing: "2026-03-29T04:00:00", zone: berlin)
    let board = try CounterTests.countdown(.instant(end), "%H:%M")
    #expect(
      board.scene(at: try Instant(parsing: "2026-03-29T01:00:00", zone: berlin)).text.hasSuffix("02:00"))
  }

  @Test("Days own the modules that they need at the start, blanks before; more digits make room")
  func days() throws {
    let board = try CounterTests.countdown(.length(try Length(parsing: "120d", setting: "until")))
    #expect(uppers(board.scene(at: CounterTests.start)).prefix(3) == ["1", "2", "0"])
    let later = board.scene(at: CounterTests.start + (try Length(parsing: "115d", setting: "x")))
    #expect(uppers(later).prefix(3) == [" ", " ", "5"])
    #expect(later.text == "5:00:00:00")
    let up = try makeBoard {
      $0.show = .countup
      $0.start = CounterTests.start
      $0.since = .instant(CounterTests.start)
    }
    let begun = up.scene(at: CounterTests.start)
    #expect(begun.modules.count == 8)
    #expect(begun.text == "0:00:00:00")
    let hundred = up.scene(at: CounterTests.start + (try Length(parsing: "100d", setting: "x")))
    #expect(hundred.modules.count == 9)
    #expect(hundred.text == "100:00:00:00")
  }

  @Test("A countup before its beginning stands at zero, and counts whole seconds gone")
  func countup() throws {
    let board = try makeBoard {
      $0.show = .countup
      $0.start = CounterTests.start
      $0.since = .length(Length(seconds: 90 * 60))
      $0.format = "%H:%M:%S"
    }
    #expect(board.scene(at: CounterTests.start).text == "01:30:00")
    #expect(board.scene(at: CounterTests.start + Length(seconds: 0.999)).text == "01:30:00")
    #expect(board.scene(at: CounterTests.start - Length(seconds: 7200)).text == "00:00:00")
  }

  @Test("Wrong formats and a missing end are refused by name")
  func refused() throws {
    #expect(throws: BoardError.self) { try CounterTests.countdown(.instant(CounterTests.start), "%Y") }
    #expect(throws: BoardError.self) { try CounterTests.countdown(.instant(CounterTests.start), "%D {") }
    let error = refusal { try makeBoard { $0.show = .countdown } }
    #expect(error?.setting == "until")
  }

  @Test("Counters span all the years that instants have, 584, and not only those of one sign")
  func centuries() throws {
    // 1700, 1800 and 1900 were no leap years: 326 · 365 + 79 days to 2026.
    let since = at("1700-01-01T00:00:00Z")
    let now = at("2026-01-01T10:00:00Z")
    let up = try makeBoard {
      $0.show = .countup
      $0.since = .instant(since)
      $0.start = now
    }
    #expect(up.scene(at: now).text == "119069:10:00:00")
    #expect(up.segment(at: now + Length(seconds: 0.75)).until == now + Length(seconds: 1))
    #expect(flips(up.scene(at: now + Length(seconds: 1.25))) == ["0>1"])

    let end = at("2261-06-01T00:00:00Z")
    let start = at("1690-06-01T00:00:00.5Z")
    let down = try makeBoard {
      $0.show = .countdown
      $0.until = .instant(end)
      $0.start = start
    }
    // 571 · 365 + 138 days, by another calendar.
    #expect(down.scene(at: start).text == "208553:00:00:00")
    #expect(down.segment(at: start).until == start + Length(seconds: 0.5))
    #expect(down.scene(at: start + Length(seconds: 0.5)).text == "208552:23:59:59")
  }

  /// Against the same counting in another arithmetic, over all instants.
  @Test func anyDistance() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let zero = Instant(nanoseconds: Int64.random(in: .min...(.max), using: &random))
      let now = Instant(nanoseconds: Int64.random(in: .min...(.max), using: &random))
      for (show, sign) in [(BoardConfiguration.Show.countdown, 1.0), (.countup, -1.0)] {
        let board = try makeBoard {
          $0.show = show
          $0.until = .instant(zero)
          $0.since = .instant(zero)
          $0.start = now
          $0.format = "%D"
        }
        // A whole number of days and a part are apart by far more than the error of a Double.
        let days = (Double(zero.nanoseconds) - Double(now.nanoseconds)) * sign / 86400e9
        guard abs(days - days.rounded()) > 1e-6 else { continue }
        let whole = max(0, show == .countdown ? days.rounded(.up) : days.rounded(.down))
        #expect(board.scene(at: now).text == String(Int(whole)))
      }
    }
  }
}
