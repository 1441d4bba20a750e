@testable import FlipBoard
import Glibc
import Testing

/// What a clock says, against the C library's own words.
@Suite struct ClockTests {
  /// strftime(3) in UTC.
  static func strftime(_ format: String, _ seconds: Int) -> String {
    var time = tm()
    var instant = time_t(seconds)
    gmtime_r(&instant, &time)
    var buffer = [CChar](repeating: 0, count: 256)
    let count = Glibc.strftime(&buffer, buffer.count, format, &time)
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  @Test("All seconds of a day, in 24-hour form, module by module")
  func wholeDay24() throws {
    let clock = try ClockContent(format: "%H:%M:%S", zone: .utc, locale: .c)
    let day = Int(at("2026-07-14T00:00:00Z").nanoseconds / 1_000_000_000)
    for second in day..<(day + 86_400) {
      let shown = clock.shown(at: Instant(nanoseconds: Int64(second) * 1_000_000_000))
      let expected = ClockTests.strftime("%H:%M:%S", second)
      let faces = expected.filter { $0 != ":" }
      if shown.text != expected || shown.faces.map(\.text).joined() != faces {
        Issue.record("\(shown) instead of \(expected)")
        return
      }
    }
  }

  @Test("All seconds of a day, in 12-hour form: a field without its zero keeps its place")
  func wholeDay12() throws {
    let clock = try ClockContent(format: "%-I:%M:%S %p", zone: .utc, locale: .c)
    let day = Int(at("2026-07-14T00:00:00Z").nanoseconds / 1_000_000_000)
    for second in day..<(day + 86_400) {
      let shown = clock.shown(at: Instant(nanoseconds: Int64(second) * 1_000_000_000))
      let expected = ClockTests.strftime("%-I:%M:%S %p", second)
      var faces = expected.filter { $0 != ":" && $0 != " " }
      if faces.count == 7 { faces = " " + faces }
      let said = shown.faces.map { $0 == .blank ? " " : $0.text }.joined()
      if shown.text != expected || said != faces {
        Issue.record("\(shown) instead of \(expected)")
        return
      }
    }
  }

  @Test("Every conversion says what strftime says, all year, and never more than its modules hold")
  func everyConversion() throws {
    for letter in "aAbBcCdDeFgGhHIjklmMpPrRsSTuUVwWxXyY" {
      let clock = try ClockContent(format: "%\(letter)", zone: .utc, locale: .c)
      let count = clock.plan.rows[0].items.count
      for day in stride(from: 0, to: 366, by: 5) {
        let second = 1_767_225_600 + day * 86_400 + day * 977 % 86_400
        let shown = clock.shown(at: Instant(nanoseconds: Int64(second) * 1_000_000_000))
        let expected = ClockTests.strftime("%\(letter)", second)
        let said = shown.faces.map { $0 == .blank ? " " : $0.text }.joined()
        #expect(trim(said) == trim(expected), "%\(letter)")
        #expect(said.count == count, "%\(letter)")
      }
    }
  }

  private func trim(_ text: String) -> Substring {
    var rest = text[...]
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    return rest
  }

  @Test(
    "Hours as people expect them",
    arguments: [
      ("00:05", "%I:%M %p", "12:05 AM"), ("12:05", "%I:%M %p", "12:05 PM"), ("14:27", "%-I:%M %p", "2:27 PM"),
      ("00:05", "%-H:%M", "0:05"), ("00:00", "%H", "00"), ("09:05", "{%H}:{%M}", "09:05"),
      ("09:05", "{%-H}:{%M}", "9:05"), ("09:05", "{%l}:{%M} {%P}", "9:05 am"), ("09:05", "%k:%M", "9:05"),
      ("09:05", "%%%H", "%09"), ("09:05", "%^a %^b %e", "THU JAN 1"),
      ("09:05", "%H:%M\\n%A, %-d. %B", "09:05\nThursday, 1. January"),
    ])
  func hours(time: String, format: String, text: String) throws {
    let scene = try makeClock(format).scene(at: at("2026-01-01T\(time):30Z"))
    #expect(scene.text == text)
  }

  @Test("A field keeps its place: 9 to 10 flips the tens from blank, and nothing shifts")
  func keepsPlace() throws {
    let board = try makeClock("%-H:%M")
    let nine = board.scene(at: at("2026-01-01T09:59:30Z"))
    let ten = board.scene(at: at("2026-01-01T10:00:00.25Z"))
    #expect(uppers(nine) == [" ", "9", "5", "9"])
    #expect(flips(ten) == [">1", "9>0", "5>0", "9>0"])
    #expect(nine.modules.map(\.frame) == ten.modules.map(\.frame))
  }

  @Test("Names own the modules of their widest value, from the left")
  func names() throws {
    let board = try makeClock("%A")
    #expect(uppers(board.scene(at: at("2026-01-02T00:00:00Z"))).joined() == "Friday   ")
    #expect(uppers(board.scene(at: at("2025-12-31T12:00:00Z"))).joined() == "Wednesday")
  }

  @Test("At midnight the date rolls with the time")
  func midnight() throws {
    let board = try makeClock("%H:%M:%S\n%F")
    #expect(board.scene(at: at("2026-12-31T23:59:59.9Z")).text == "23:59:59\n2026-12-31")
    #expect(board.scene(at: at("2027-01-01T00:00:00Z")).text == "00:00:00\n2027-01-01")
  }

  @Test("11:11:11 to 12:00:00 leaves what stays the same untouched")
  func stays() throws {
    let board = try makeClock("%H:%M:%S")
    let scene = board.scene(at: at("2026-01-01T11:11:20.25Z"))
    #expect(flips(scene) == ["1>2", "9>0"])
    #expect(scene.modules[..<4].allSatisfy { $0.flaps.isEmpty })
  }

  @Test("1 to 0 flips forward, once")
  func oneToZero() throws {
    let board = try makeClock("%-M")
    #expect(flips(board.scene(at: at("2026-01-01T12:00:00.25Z"))) == ["5>", "9>0"])
  }

  @Test("The next change is found without a look at each second")
  func nextChange() throws {
    func next(_ format: String, _ instant: String) throws -> Instant? {
      try makeClock(format).segment(at: at(instant)).until
    }
    #expect(try next("%H:%M", "2026-01-01T10:00:01Z") == at("2026-01-01T10:01:00Z"))
    #expect(try next("%H", "2026-01-01T10:00:01Z") == at("2026-01-01T11:00:00Z"))
    #expect(try next("%p", "2026-01-01T00:10:01Z") == at("2026-01-01T12:00:00Z"))
    #expect(try next("%d.%m.", "2026-01-01T10:00:01Z") == at("2026-01-02T00:00:00Z"))
    #expect(try next("%B", "2026-01-01T10:00:01Z") == at("2026-02-01T00:00:00Z"))
    #expect(try next("%H:%M", "2026-01-01T10:00:00.1Z") == at("2026-01-01T10:00:00.5Z"))
  }

  @Test(
    "Wrong formats are refused",
    arguments: ["", "abc", "%", "%Q", "{%H", "%H}", "{}", "{%H{%M}}", "%EH", "%H {\n}"])
  func refused(format: String) {
    let error = refusal { try makeClock(format) }
    #expect(error?.setting == "format")
  }

  @Test(
    "The first and the last instant that there are have a picture",
    arguments: [Int64.min, Int64.min + 1, Int64.max - 1, Int64.max])
  func extremes(nanoseconds: Int64) throws {
    let instant = Instant(nanoseconds: nanoseconds)
    for zone in [Zone.utc, try Zone(named: "Asia/Kolkata"), try Zone(named: "America/New_York")] {
      for format in ["%H:%M:%S", "%F", "%Y"] {
        for travel in Travel.allCases {
          let board = try makeBoard {
            $0.format = format
            $0.zone = zone
            $0.travel = travel
          }
          #expect(board.scene(at: instant).modules.count > 3)
        }
      }
    }
    for show in [BoardConfiguration.Show.countdown, .countup, .text] {
      for other in [Int64.min, 0, Int64.max] {
        var board = try makeBoard {
          $0.show = show
          $0.start = Instant(nanoseconds: other)
          $0.until = .instant(Instant(nanoseconds: other))
        }
        board.post("A", at: Instant(nanoseconds: other))
        #expect(board.scene(at: instant).modules.count > 0)
      }
    }
  }
}
