import CEGL
import Testing

@testable import FlipKMS

/// Bytes as the kernel lays them out, little end first.
private struct Bytes {
  var all: [UInt8] = []

  mutating func add<T: FixedWidthInteger>(_ value: T) {
    withUnsafeBytes(of: value.littleEndian) { all.append(contentsOf: $0) }
  }

  /// struct drm_event_vblank.
  mutating func event(
    type: UInt32 = 2, length: UInt32 = 32, data: UInt64, seconds: UInt32 = 7, microseconds: UInt32 = 250,
    sequence: UInt32 = 99, crtc: UInt32
  ) {
    add(type)
    add(length)
    add(data)
    add(seconds)
    add(microseconds)
    add(sequence)
    add(crtc)
  }

  var events: [DisplayEvent] {
    var events: [DisplayEvent] = []
    all.withUnsafeBytes { DisplayEvent.flips(in: $0) { events.append($0) } }
    return events
  }
}

@Suite("Events of a card's file")
struct DisplayEventTests {
  @Test("A flip has its CRTC, number, sequence and time")
  func flip() {
    var bytes = Bytes()
    bytes.event(data: 41 << 32 | 5, crtc: 41)
    #expect(bytes.events == [DisplayEvent(crtc: 41, number: 5, sequence: 99, time: 7_000_250_000)])
  }

  @Test("A driver that leaves the CRTC zero is told by what the commit carried")
  func oldDriver() {
    var bytes = Bytes()
    bytes.event(data: 41 << 32 | 6, crtc: 0)
    #expect(bytes.events.map(\.crtc) == [41])
    #expect(bytes.events.map(\.number) == [6])
  }

  @Test("Other events are passed over, and what is torn ends the block")
  func others() {
    var bytes = Bytes()
    bytes.event(type: 1, data: 1, crtc: 41)  // a vblank
    bytes.event(data: 2, crtc: 42)
    bytes.event(type: 3, data: 3, crtc: 43)  // a CRTC's sequence
    bytes.event(data: 4, crtc: 44)
    bytes.all.removeLast(3)
    #expect(bytes.events.map(\.crtc) == [42])
  }

  @Test("Lengths that make no sense end the block", arguments: [0, 7, 4096] as [UInt32])
  func lengths(length: UInt32) {
    var bytes = Bytes()
    bytes.event(length: length, data: 1, crtc: 41)
    #expect(bytes.events.isEmpty)
  }
}

@Suite("The table of formats and modifiers")
struct FormatTableTests {
  @Test("A modifier's mask counts from its own first format")
  func table() {
    var bytes = Bytes()
    for word in [1, 0, 3, 24, 2, 40] as [UInt32] { bytes.add(word) }
    for format in [10, 11, 12] as [UInt32] { bytes.add(format) }
    bytes.add(UInt32(0))  // fills up to the modifiers
    for (mask, offset, modifier) in [(0b101, 0, 0), (0b1, 1, 0x0100_0000_0000_0001)]
      as [(UInt64, UInt32, UInt64)]
    {
      bytes.add(mask)
      bytes.add(offset)
      bytes.add(UInt32(0))
      bytes.add(modifier)
    }
    let table = bytes.all.withUnsafeBytes { Plane.modifiers(in: $0) }
    #expect(table == [10: [0], 12: [0], 11: [0x0100_0000_0000_0001]])
    bytes.all.removeLast()
    #expect(bytes.all.withUnsafeBytes { Plane.modifiers(in: $0) } == nil)
  }
}

@Suite("Requests")
struct AtomicRequestTests {
  @Test("Settings of an object stand together, and what a driver lacks is left out")
  func settings() {
    var request = AtomicRequest()
    request.set(31, 1, 100)
    request.set(31, nil, 5)
    request.set(31, 2, 200)
    request.set(40, 1, 300)
    #expect(request.objects == [31, 40])
    #expect(request.counts == [2, 1])
    #expect(request.properties == [1, 2, 1])
    #expect(request.values == [100, 200, 300])
    #expect(request.value(of: 40, 1) == 300)
    #expect(request.value(of: 40, 2) == nil)
    request.clear()
    #expect(request.objects.isEmpty && request.values.isEmpty)
  }
}

@Suite("Modes to and from the kernel")
struct KernelModeTests {
  @Test("A modeline goes to the kernel and comes back")
  func modeline() throws {
    var wanted = ModeDescription(
      width: 1920, height: 1080, clockKHz: 148_500, htotal: 2200, vtotal: 1125,
      flags: [.positiveHSync, .positiveVSync])
    (wanted.hsyncStart, wanted.hsyncEnd) = (2008, 2052)
    (wanted.vsyncStart, wanted.vsyncEnd) = (1084, 1089)
    let mode = try #require(Mode(wanted))
    #expect(mode.name == "1920x1080")
    #expect(mode.info.vrefresh == 60)
    let back = mode.description
    #expect(back.clockKHz == 148_500 && back.htotal == 2200 && back.vsyncEnd == 1089)
    #expect(back.milliHertz == 60_000)
    #expect(back.flags == wanted.flags)
    #expect(back.isUserDefined == true)
  }

  @Test("Without all timings, or out of range, there is none")
  func incomplete() {
    #expect(Mode(ModeDescription(width: 1920, height: 1080)) == nil)
    var wide = ModeDescription(width: 70_000, height: 1080, clockKHz: 1, htotal: 70_100, vtotal: 1100)
    (wide.hsyncStart, wide.hsyncEnd, wide.vsyncStart, wide.vsyncEnd) = (70_010, 70_020, 1084, 1089)
    #expect(Mode(wide) == nil)
  }

  @Test("Two of one signal are the same, whatever they are called")
  func same() throws {
    var info = drmModeModeInfo()
    info.clock = 25_175
    info.hdisplay = 640
    var other = info
    other.type = UInt32(DRM_MODE_TYPE_PREFERRED)
    other.vrefresh = 60
    #expect(Mode(info) == Mode(other))
    other.vtotal = 525
    #expect(Mode(info) != Mode(other))
  }

  @Test(
    "Connectors are named as the kernel names them",
    arguments: [
      (11 as UInt32, "HDMI-A-2"), (14, "eDP-2"), (16, "DSI-2"), (15, "Virtual-2"), (18, "Writeback-2"),
      (5, "Composite-2"), (19, "SPI-2"), (77, "Unknown-2"),
    ])
  func names(type: UInt32, name: String) {
    #expect(Connector.name(type: type, number: 2) == name)
  }
}

@Suite("Where a process stands")
struct ProcessPlaceTests {
  @Test(
    "Parent, terminal and foreground, whatever the name holds",
    arguments: [
      ("917 (flip-kms) S 900 917 900 1025 917 4194304 1 2", 900, 1025, true),
      ("917 (a) b (c)) R 900 917 900 1026 930 0", 900, 1026, false),
      ("1 (systemd) S 0 1 1 0 -1 4194560", 0, 0, false),
    ])
  func place(_ status: String, _ parent: Int, _ terminal: Int, _ isForeground: Bool) throws {
    let place = try #require(ProcessPlace(status))
    #expect(place.parent == parent && place.terminal == terminal && place.isForeground == isForeground)
  }

  @Test("What is no status is none", arguments: ["", "917 (x", "917 (x) S 900 917", "917 (x) S a b c d e f"])
  func none(_ status: String) {
    #expect(ProcessPlace(status) == nil)
  }
}
