import FlipKMS
import Glibc
import Testing

@testable import flip_kms

@Suite("flip-kms displays")
struct DisplaysTests {
  static func read(_ bytes: [UInt8]) -> Result<MachineDescription, Failure> {
    Result { () throws(Failure) in
      try DisplaysFile.parse(bytes, name: "m.json") { node throws(Failure) in
        try MachineDescription(json: node)
      }
    }
  }

  static func failure(_ text: String) -> Failure? {
    if case .failure(let failure) = read(Array(text.utf8)) { failure } else { nil }
  }

  static func report(_ machine: MachineDescription, json: Bool) throws -> DisplaysReport {
    try displays(json: json, from: nil, wish: DisplayPreference()) { machine }
  }

  @Test("What --json prints is read again: the same machine, the same choice", arguments: Board.all)
  func boards(_ board: Board) throws {
    try Self.roundTrip(board.machine)
  }

  @Test("So it is with machines that could be")
  func generated() throws {
    for machine in ChoicePropertyTests.machines.prefix(60) { try Self.roundTrip(machine) }
  }

  static func roundTrip(_ machine: MachineDescription) throws {
    let first = try report(machine, json: true)
    let again = try read(Array(first.output.utf8)).get()
    let second = try report(again, json: true)
    #expect(first.output == second.output)
    #expect(first.failure == second.failure)
    #expect((try? machine.choose().map(line)) == (try? again.choose().map(line)))
  }

  @Test("Every member is read and written again")
  func everyMember() throws {
    var capabilities = CardDescription.Capabilities()
    (capabilities.atomic, capabilities.universalPlanes, capabilities.dumb) = (true, false, true)
    (capabilities.addFB2Modifiers, capabilities.asyncPageFlip) = (false, true)
    (capabilities.syncobj, capabilities.preferShadow) = (true, false)
    (capabilities.preferredDepth, capabilities.prime) = (24, 3)
    capabilities.cursor = .init(width: 64, height: 64)
    capabilities.maxSize = .init(width: 8192, height: 4096)
    var timed = ModeDescription(
      width: 1920, height: 1080, clockKHz: 148_352, htotal: 2200, vtotal: 1125, vrefresh: 60,
      flags: [.positiveHSync, .interlace, ModeFlags(rawValue: 1 << 20)], isPreferred: true, name: "1080p")
    (timed.hsyncStart, timed.hsyncEnd, timed.vsyncStart, timed.vsyncEnd) = (2008, 2052, 1084, 1089)
    (timed.vscan, timed.isUserDefined, timed.statedMilliHertz) = (1, true, 119_880)
    let machine = MachineDescription(cards: [
      CardDescription(
        path: "/dev/dri/card0", byPath: "/dev/dri/by-path/x", driver: "d", isKMS: true,
        capabilities: capabilities,
        connectors: [
          ConnectorDescription(
            id: 1, name: "DP-1", status: .connected, isNonDesktop: false, hasEDID: true, encoderIDs: [2, 3],
            possibleCRTCs: [0, 1], crtcID: 4, modes: [timed])
        ],
        crtcs: [
          CRTCDescription(id: 4, state: .showing(timed)), CRTCDescription(id: 5, state: .off), .init(),
        ],
        planes: [
          PlaneDescription(
            id: 6, kind: .overlay, possibleCRTCs: [1], crtcID: 5, formats: [.xrgb8888, FourCC("C8")!],
            modifiers: ["0x1"], properties: ["zpos"])
        ])
    ])
    let report = try Self.report(machine, json: true)
    #expect(try Self.read(Array(report.output.utf8)).get() == machine)
    for part in ["\"choice\": {", "\"card\": \"/dev/dri/card0\"", "\"mode\": \"1920x1080i@60\"", "\"why\": "]
    {
      #expect(report.output.contains(part))
    }
  }

  @Test(
    "Wrong JSON is told with line and column, wrong values with their place",
    arguments: [
      ("", "m.json:1:0: "), ("{\"cards\":[\n  {]}", "m.json:2:4: "), ("{\"cards\":[]} x", "m.json:1:14: "),
      ("{\"cards\":[],\"cards\":[]}", "m.json:1:19: "), ("{\"cards\":[1e999]}", "m.json:1:15: "),
      ("[]", "m.json: the whole text: expected an object, found an array of 0"),
      ("{}", "m.json: cards is missing, expected an array of cards"),
      ("{\"cards\":{}}", "m.json: cards: expected an array, found an object"),
      ("{\"cards\":[7]}", "m.json: cards[0]: expected an object, found 7"),
      ("{\"cards\":[{}]}", "m.json: cards[0].path is missing, expected the path of a card"),
      ("{\"cards\":[{\"path\":\"p\",\"kms\":1}]}", "m.json: cards[0].kms: expected true or false, found 1"),
      (
        "{\"cards\":[{\"path\":\"p\",\"connectors\":[{\"name\":\"a\",\"status\":\"on\"}]}]}",
        "m.json: cards[0].connectors[0].status: expected connected, disconnected or unknown, found \"on\""
      ),
      (
        "{\"cards\":[{\"path\":\"p\",\"connectors\":[{\"name\":\"a\",\"modes\":[{\"width\":-1,\"height\":2}]}]}]}",
        "m.json: cards[0].connectors[0].modes[0].width: expected a whole number from 1 to 65535, found -1"
      ),
      ("{\"cards\":[{\"path\":\"p\",\"crtcs\":7}]}", "m.json: cards[0].crtcs: expected an array, found 7"),
      (
        "{\"cards\":[{\"path\":\"p\",\"connectors\":[{\"name\":\"a\",\"modes\":[{\"width\":1}]}]}]}",
        "m.json: cards[0].connectors[0].modes[0].height is missing, expected a mode's height in pixels"
      ),
      (
        "{\"cards\":[{\"path\":\"p\",\"connectors\":[{\"name\":\"a\",\"possibleCrtcs\":[32]}]}]}",
        "m.json: cards[0].connectors[0].possibleCrtcs[0]: expected a whole number from 0 to 31, found 32"
      ),
      (
        "{\"cards\":[{\"path\":\"p\",\"crtcs\":[{\"activeMode\":\"on\"}]}]}",
        "m.json: cards[0].crtcs[0].activeMode: expected a mode such as 1920x1080@60, or null, found \"on\""
      ),
      (
        "{\"cards\":[{\"path\":\"p\",\"planes\":[{\"formats\":[\"XRGB8\"]}]}]}",
        "m.json: cards[0].planes[0].formats[0]: expected a format such as XR24, found \"XRGB8\""
      ),
      ("{\"cards\":[{\"path\":null}]}", "m.json: cards[0].path: expected a string, found null"),
    ])
  func complaints(_ text: String, _ start: String) {
    let failure = Self.failure(text)
    #expect(failure?.code == .data)
    #expect(
      failure?.lines.count == 1 && failure?.lines[0].hasPrefix(start) == true,
      "\(String(describing: failure))")
  }

  @Test("Too deep, too many, too large, not UTF-8: refused")
  func bounds() {
    #expect(Self.failure(String(repeating: "[", count: 100_000))?.code == .data)
    let many = "{\"cards\":[" + Array(repeating: "{\"path\":\"p\"}", count: 65).joined(separator: ",") + "]}"
    #expect(
      Self.failure(many)?.lines == ["m.json: cards: expected an array of at most 64, found an array of 65"])
    let long = String(repeating: "x", count: 5000)
    #expect(Self.failure("{\"cards\":[{\"path\":\"\(long)\"}]}")?.code == .data)
    for number in ["99999999999999999999", "1e3", "1.5", "4294967296", "\"1\""] {
      let text = "{\"cards\":[{\"path\":\"p\",\"connectors\":[{\"name\":\"a\",\"id\":\(number)}]}]}"
      #expect(Self.failure(text)?.code == .data, "\(number)")
    }
    if case .success = Self.read([0x22, 0xff, 0x22]) { Issue.record("bytes that are no UTF-8 were read") }
  }

  @Test("Names with control characters reach the terminal as their codes")
  func escapes() throws {
    let name = "HDMI\u{1b}[31m\n\u{202e}-1"
    let machine = MachineDescription(cards: [
      CardDescription(
        path: name, byPath: name, driver: name, isKMS: true,
        connectors: [
          output(name, .connected, crtcs: [0], edid: true),
          output("\(name)\(name)", .connected, crtcs: [0], edid: false, []),
        ])
    ])
    for json in [true, false] {
      let report = try Self.report(machine, json: json)
      let isPlain = report.output.unicodeScalars.allSatisfy {
        $0 == "\n" || $0 == "…" || (0x20..<0x7f).contains($0.value)
      }
      #expect(isPlain, "\(report.output)")
    }
    #expect(
      Self.failure("{\"cards\":[{\"path\":\"p\",\"\\u001bx\":1,\"kms\":\"\\u001b[2J\"}]}")?.lines[0].contains(
        "\u{1b}") == false)
  }

  @Test("A file that is missing is 66, one that is no file 65")
  func files() {
    func code(_ path: String) -> ExitCode? {
      do throws(Failure) {
        _ = try displays(json: false, from: path, wish: DisplayPreference()) { MachineDescription() }
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code("/nowhere/machine.json") == .missing)
    #expect(code("/") == .data)
    #expect(code("/dev/null") == .data)
    #expect(code("/dev/zero") == .data)
    #expect(code(Board.folder + "/pi5-hdmi-1080p.json") == nil)
  }

  @Test("Bytes changed, cut out and put in: read or refused in one line, never worse")
  func damaged() throws {
    var dice = Dice(seed: 77)
    for round in 0..<800 {
      let board = Board.texts[round % Board.texts.count]
      var bytes = board
      for _ in 0..<dice.roll(1...4) {
        let place = dice.roll(0...bytes.count - 1)
        switch dice.roll(0...3) {
        case 0: bytes[place] = UInt8(dice.roll(0...255))
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + dice.roll(1...40)))
        case 2: bytes.insert(contentsOf: "9999999999".utf8, at: place)
        default: bytes.insert(dice.pick(Array("[]{}\",:0-".utf8)), at: place)
        }
        if bytes.isEmpty { bytes = [0x20] }
      }
      switch Self.read(bytes) {
      case .success(let machine):
        for json in [true, false] { #expect(!(try Self.report(machine, json: json)).output.isEmpty) }
      case .failure(let failure):
        #expect(failure.code == .data && failure.lines.count == 1)
      }
    }
  }

  @Test("The table says what there is, what is taken and why")
  func table() throws {
    let board = try #require(Board.all.first { $0.name == "synaptics-sl1680-hdmi-and-dsi" })
    let report = try Self.report(board.machine, json: false)
    #expect(
      report.output == """
        /dev/dri/card0  synaptics, 2 CRTCs
            HDMI-A-1  connected, no EDID
                1920x1080@60.00     preferred
                1280x720@60.00
          * DSI-1     connected
              * 800x1280@60.05      chosen, preferred

        run would take DSI-1 on /dev/dri/card0 at 800x1280@60.05
          because DSI-1 on /dev/dri/card0: an internal panel goes before HDMI-A-1 of /dev/dri/card0; \
        800x1280@60.05 is its preferred mode
          through CRTC 36 (number 1), plane 33
          in XR24, else XB24, AR24, AB24

        """)
    let empty = try Self.report(MachineDescription(), json: false)
    #expect(empty.failure?.reason == .noCard)
    #expect(
      empty.output == "no display card\n\nnothing to show on: there is no display card (/dev/dri/card*)\n")
  }

  @Test("It says that it would wait only where waiting may help")
  func waiting() throws {
    let board = try #require(Board.all.first { $0.name == "pi5-hdmi-1080p" })
    func last(_ wish: DisplayPreference) throws -> Substring? {
      try displays(json: false, from: nil, wish: wish) { board.machine }.output.split(separator: "\n").last
    }
    #expect(
      try last(DisplayPreference(output: .named("HDMI-A-2"))) == "would wait at /dev/dri/card1")
    let mode = try ModePreference("1280x720")
    #expect(
      try last(DisplayPreference(mode: mode))
        == "nothing to show on: HDMI-A-1 has no mode 1280x720; there is 1920x1080@60.00")
  }
}
