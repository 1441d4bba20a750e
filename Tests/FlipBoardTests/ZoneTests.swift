import Glibc
import Testing

@testable import FlipBoard

/// Zones as values, against the C library's own.
@Suite struct ZoneTests {
  static let names = [
    "Europe/Berlin", "America/New_York", "America/St_Johns", "Australia/Lord_Howe", "Asia/Kolkata",
    "Africa/Casablanca", "America/Sao_Paulo", "Europe/Dublin", "Pacific/Chatham", "Asia/Tehran",
    "America/Santiago", "Pacific/Apia", "Asia/Gaza", "Antarctica/Troll", "Africa/Juba", "UTC",
  ]

  /// The C library knows one zone at a time, in TZ: all of this suite's use of it is in this one test.
  @Test("Two hours around every clock change of 2020 to 2030, and from 1700 to 2200, as localtime has it")
  func againstLocaltime() throws {
    let before = getenv("TZ").map { String(cString: $0) }
    defer {
      if let before { setenv("TZ", before, 1) } else { unsetenv("TZ") }
      tzset()
    }
    let first = Int64(1_577_836_800)
    let last = Int64(1_924_992_000)
    for name in ZoneTests.names {
      setenv("TZ", name, 1)
      tzset()
      let zone = try Zone(named: name)
      var checked = 0
      func compare(_ seconds: Int64) {
        let period = zone.period(at: seconds)
        var time = tm()
        var instant = time_t(seconds)
        localtime_r(&instant, &time)
        let same =
          Int(period.offset) == time.tm_gmtoff && (period.isDaylight ? 1 : 0) == time.tm_isdst
          && period.abbreviation == String(cString: time.tm_zone)
        if !same { Issue.record("\(name) at \(seconds): \(period) instead of \(time)") }
        checked += 1
      }
      var transitions = 0
      var seconds = first
      while let next = zone.nextTransition(after: seconds), next < last {
        for second in stride(from: next - 3600, through: next + 3600, by: 61) { compare(second) }
        for second in (next - 2)...(next + 2) { compare(second) }
        #expect(zone.lastTransition(upTo: next) == next)
        #expect(zone.lastTransition(upTo: next + 1) == next)
        transitions += 1
        seconds = next
      }
      // No change is missed: every half day over the same years, and every 40 days over the whole range.
      for second in stride(from: first, to: last, by: 86_400 / 2) { compare(second) }
      for second in stride(from: Int64(-8_520_336_000), to: 7_258_118_400, by: 40 * 86_400 + 977) {
        compare(second)
      }
      #expect(checked > 10_000)
      if name == "Europe/Berlin" { #expect(transitions == 22) }
    }
  }

  @Test("In October Berlin goes from 02:59:59 to 02:00:00 in one forward flip a module")
  func berlinOctober() throws {
    let board = try makeClock("%H:%M:%S", zone: try Zone(named: "Europe/Berlin"))
    let change = at("2026-10-25T01:00:00Z")
    #expect(board.scene(at: change - Length(nanoseconds: 1)).text == "02:59:59")
    #expect(board.scene(at: change).text == "02:00:00")
    let scene = board.scene(at: change + Length(seconds: 0.25))
    #expect(flips(scene) == ["5>0", "9>0", "5>0", "9>0"])
    #expect(scene.flaps.allSatisfy { $0.angle == 90 })
    // With minutes alone it is the change of the offset that is waited for.
    let minutes = try makeClock("%H", zone: try Zone(named: "Europe/Berlin"))
    #expect(minutes.scene(at: change + Length(seconds: 0.25)).flaps.isEmpty)
  }

  @Test("In March it goes from 01:59 to 03:00, never 02")
  func berlinMarch() throws {
    let board = try makeClock("%H:%M", zone: try Zone(named: "Europe/Berlin"))
    let change = at("2026-03-29T01:00:00Z")
    #expect(board.scene(at: change - Length(nanoseconds: 1)).text == "01:59")
    #expect(board.scene(at: change).text == "03:00")
    #expect(flips(board.scene(at: change + Length(seconds: 0.25))) == ["1>3", "5>0", "9>0"])
  }

  @Test("Kolkata is five and a half hours ahead")
  func kolkata() throws {
    let board = try makeClock("%H:%M %Z", zone: try Zone(named: "Asia/Kolkata"))
    #expect(board.scene(at: at("2026-01-01T00:00:00Z")).text == "05:30 IST")
  }

  @Test(
    "A zone's name owns the modules of today's names, not of all that it ever had",
    arguments: [
      // +0630 until 1945, BDST until 1947, MDST in 1919, PKST until 2009, PKT since.
      ("Asia/Kolkata", "2026-01-01", 3), ("Europe/London", "2026-01-01", 3),
      ("Europe/Moscow", "2026-01-01", 3),
      ("Asia/Singapore", "2026-01-01", 3), ("Europe/Berlin", "2026-01-01", 4),
      ("Australia/Lord_Howe", "2026-01-01", 5), ("Asia/Tokyo", "2200-01-01", 3),
      // A picture of the past has room for what was then.
      ("Europe/London", "1943-07-01", 4), ("Asia/Kolkata", "1943-07-01", 5),
    ])
  func zoneNameModules(zone: String, day: String, count: Int) throws {
    let zone = try Zone(named: zone)
    let board = try makeBoard {
      $0.format = "%Z"
      $0.zone = zone
      $0.start = at(day + "T00:00:00Z")
    }
    let scene = board.scene(at: at(day + "T00:00:00Z"))
    #expect(scene.modules.count == count)
    #expect(scene.text == zone.period(at: at(day + "T00:00:00Z").seconds).abbreviation)
    // Whatever a year of it brings fits.
    for month in 1...12 {
      let instant = at(day.prefix(5) + (month < 10 ? "0" : "") + "\(month)-15T12:00:00Z")
      let name = zone.period(at: instant.seconds).abbreviation
      #expect(uppers(board.scene(at: instant)).joined().prefix(name.count) == name)
    }
  }

  @Test("An offset with odd seconds moves the minute with it")
  func oddOffset() throws {
    // Amsterdam kept its mean solar time until 1937: +0:19:32.
    let rule = try #require(ZoneRule(parsing: "AMT-0:19:32"))
    let zone = Zone(
      name: "", transitions: [], periodOfTransition: [], periods: [rule.standard], rule: rule)
    let board = try makeClock("%H:%M", zone: zone)
    #expect(board.segment(at: at("1920-01-01T00:00:00Z")).until == at("1920-01-01T00:00:28Z"))
    #expect(board.scene(at: at("1920-01-01T00:00:28Z")).text == "00:20")
  }

  @Test("POSIX's own form of a zone")
  func posixRule() throws {
    let zone = Zone.system(variable: "CET-1CEST,M3.5.0,M10.5.0/3", localtime: "/nowhere")
    let berlin = try Zone(named: "Europe/Berlin")
    for second in stride(from: Int64(1_700_000_000), to: 1_900_000_000, by: 39_119) {
      #expect(zone.period(at: second) == berlin.period(at: second))
    }
    #expect(ZoneRule(parsing: "<+0530>-5:30")?.standard.offset == 19_800)
    for wrong in ["", "CET", "C-1", "CET-1CEST,M3.5.0", "CET-25", "CET-1CEST,M13.5.0,M10.5.0", "<+05-5"] {
      #expect(ZoneRule(parsing: wrong) == nil, "\(wrong)")
    }
  }

  @Test(
    "An unknown zone is refused by name, with the nearest one",
    arguments: [
      ("Mars/Olympus", nil), ("Europe/Berln", "Europe/Berlin"), ("europe/berlin", "Europe/Berlin"),
      ("../../../etc/passwd", nil), ("/etc/localtime", nil), ("Europe", nil), ("Europe/../UTC", nil),
      ("", nil),
      ("tzdata.zi", nil), ("Europe/Berlin/", "Europe/Berlin"),
    ] as [(String, String?)])
  func unknown(name: String, nearest: String?) {
    let error = refusal { try Zone(named: name) }
    #expect(error?.setting == "timezone")
    #expect(error?.value == name)
    if let nearest { #expect(error?.nearest == nearest) }
  }

  @Test("Without any zones the message says where they should be; UTC needs none")
  func noZones() throws {
    let expected = "zones in /no/such/folder, as Debian's tzdata puts them there, and there are none"
    #expect(throws: BoardError(setting: "timezone", value: "Europe/Rome", expected: expected)) {
      try Zone(named: "Europe/Rome", folder: "/no/such/folder")
    }
    #expect(try Zone(named: "UTC", folder: "/no/such/folder") == .utc)
  }

  @Test("The system's zone is read afresh, and UTC where there is none")
  func system() throws {
    let folder = "/tmp/flip-zone-\(getpid())"
    mkdir(folder, 0o700)
    defer { rmdir(folder) }
    let link = folder + "/localtime"
    #expect(Zone.system(localtime: link) == .utc)
    symlink(Zone.defaultFolder + "/Asia/Tokyo", link)
    #expect(Zone.system(localtime: link).period(at: 0).offset == 32_400)
    unlink(link)
    symlink(Zone.defaultFolder + "/Asia/Kolkata", link)
    #expect(Zone.system(localtime: link).period(at: 0).offset == 19_800)
    unlink(link)
    #expect(Zone.system(variable: ":Asia/Tokyo", localtime: link).period(at: 0).abbreviation == "JST")
    #expect(Zone.system(variable: "", localtime: link) == .utc)
  }

  @Test("A file that is no zone, or half of one, is none")
  func damaged() throws {
    guard case .success(let bytes) = Zone.contents(of: Zone.defaultFolder + "/Europe/Berlin") else {
      Issue.record("no zone file")
      return
    }
    #expect(Zone(name: "x", file: bytes) != nil)
    for length in stride(from: 0, to: bytes.count - 40, by: 7) {
      #expect(Zone(name: "x", file: Array(bytes[..<length])) == nil, "\(length) bytes")
    }
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      var broken = bytes
      for _ in 0..<4 { broken[Int.random(in: 0..<broken.count, using: &random)] = .random(in: 0...255) }
      if let zone = Zone(name: "x", file: broken) { _ = zone.period(at: 1_800_000_000) }
    }
  }
}
