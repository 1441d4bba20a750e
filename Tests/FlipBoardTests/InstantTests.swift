import FlipBoard
import Testing

/// Instants and lengths as people write them.
@Suite struct InstantTests {
  @Test(
    "ISO 8601 with Z, an offset, a fraction, or less",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:01.5Z", 1_500_000_000), ("1970-01-01", 0),
      ("1970-01-01T00:00", 0), ("1970-01-01T05:30:00+05:30", 0), ("1969-12-31T19:00:00-0500", 0),
      ("1970-01-01T01:00:00+01", 0), ("1969-12-31T23:59:59.999999999Z", -1),
      ("2026-12-31T23:59:59.75Z", 1_798_761_599_750_000_000), ("1970-01-01 00:00:00,0000000019z", 1),
      ("2000-02-29T00:00:00Z", 951_782_400_000_000_000),
      ("2262-04-11T23:47:16.854775807Z", Int64.max), ("1677-09-21T00:12:44Z", -9_223_372_036_000_000_000),
    ] as [(String, Int64)])
  func parses(text: String, nanoseconds: Int64) throws {
    #expect(try Instant(parsing: text, zone: .utc).nanoseconds == nanoseconds)
  }

  @Test(
    "What is no instant is refused",
    arguments: [
      "", "now", "2026", "2026-13-01", "2026-02-29", "2026-00-10", "2026-01-01T", "2026-01-01T24:00:00",
      "2026-01-01T23:60", "2026-01-01T23:59:60Z", "2026-01-01T10:00:00.Z", "2026-01-01T10:00:00+",
      "2026-01-01T10:00:00+5", "2026-01-01T10:00:00ZZ", "2026-01-01T1:00", "26-01-01", "2263-01-01",
      "1677-01-01", "9999-12-31", "0000-01-01", "2262-04-11T23:47:16.854775808Z", "２０２６-01-01",
    ])
  func refuses(text: String) {
    let error = refusal { try Instant(parsing: text, zone: .utc) }
    #expect(error?.setting == "at")
  }

  @Test("Local to a zone: the skipped hour is read with the offset before, the doubled one is the first")
  func local() throws {
    let berlin = try Zone(named: "Europe/Berlin")
    func utc(_ text: String) throws -> String {
      try Instant(parsing: text, zone: berlin).description
    }
    #expect(try utc("2026-01-01T12:00:00") == "2026-01-01T11:00:00.000Z")
    #expect(try utc("2026-07-01T12:00:00.25") == "2026-07-01T10:00:00.250Z")
    #expect(try utc("2026-03-29T01:59:59") == "2026-03-29T00:59:59.000Z")
    #expect(try utc("2026-03-29T02:30:00") == "2026-03-29T01:30:00.000Z")
    #expect(try utc("2026-03-29T03:00:00") == "2026-03-29T01:00:00.000Z")
    #expect(try utc("2026-10-25T02:30:00") == "2026-10-25T00:30:00.000Z")
    #expect(try utc("2026-10-25T03:00:00") == "2026-10-25T02:00:00.000Z")
  }

  @Test("Printing and reading agree over the whole range, rounded down to milliseconds")
  func printing() throws {
    #expect(Instant(nanoseconds: -1).description == "1969-12-31T23:59:59.999Z")
    var random = SystemRandomNumberGenerator()
    for _ in 0..<5000 {
      let milliseconds = Int64.random(in: (Int64.min / 1_000_000)...(Int64.max / 1_000_000), using: &random)
      let instant = Instant(nanoseconds: milliseconds * 1_000_000)
      #expect(try Instant(parsing: instant.description, zone: .utc) == instant)
    }
  }

  @Test(
    "Lengths",
    arguments: [
      ("90m", 5400.0), ("1h30m", 5400), ("2d", 172_800), ("1w", 604_800), ("0.5", 0.5), ("250ms", 0.25),
      ("1.5s", 1.5), ("2h", 7200), ("1d2h3m4s", 93_784), ("0", 0), (".25", 0.25),
    ])
  func lengths(text: String, seconds: Double) throws {
    #expect(try Length(parsing: text, setting: "until").seconds == seconds)
  }

  @Test(
    "What is no length is refused",
    arguments: [
      "", "m", "5x", "1m1h", "1m1m", "-5", "1 h", "1h30", ".", "1.2.3", "99999w", "∞", "٣m", "5\u{301}m",
      "0.5\u{301}",
    ])
  func noLengths(text: String) {
    #expect(throws: BoardError.self) { try Length(parsing: text, setting: "until") }
  }

  /// 2^63 nanoseconds are 106751 days and 23:47:16.854775808.
  @Test("A length that no count of nanoseconds holds is told by its bound")
  func longest() throws {
    let most = try Length(parsing: "106751d23h47m16.854775807s", setting: "until")
    #expect(most.nanoseconds == .max)
    for text in ["106751d23h47m16.854775808s", "106752d", "99999999999999999999", "9223372037", "15251w"] {
      let error = refusal { try Length(parsing: text, setting: "until") }
      #expect(error?.expected == "a length of at most 106751 days", "\(text)")
    }
    // In the years' own words: a countdown from 1970 may last as long, one from a second later not.
    var configuration = BoardConfiguration()
    configuration.show = .countdown
    configuration.until = .length(most)
    _ = try Board(configuration, size: Size(width: 1000, height: 400))
    configuration.start = Instant(nanoseconds: 1_000_000_000)
    #expect(refusal { try Board(configuration, size: Size(width: 1000, height: 400)) }?.setting == "until")
    configuration.show = .countup
    configuration.since = .length(most)
    _ = try Board(configuration, size: Size(width: 1000, height: 400))
    configuration.start = Instant(nanoseconds: -2_000_000_000)
    #expect(refusal { try Board(configuration, size: Size(width: 1000, height: 400)) }?.setting == "since")
  }
}
