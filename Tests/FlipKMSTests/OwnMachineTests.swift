import FlipKMS
import Testing

@Suite("The choice on machines of our own")
struct OwnMachineTests {
  @Test("UNKNOWN alone is tried, with a warning")
  func unknownOnly() {
    let composite = output(
      "Composite-1", .unknown, edid: nil, [mode(720, 576, 50_000, preferred: true, i: true)])
    #expect(decide([card([composite])]) == "Composite-1 card0 720x576i@50 crtc 0 warns")
    let dpi = output("DPI-1", .unknown, edid: false, [mode(800, 480, 60_000, preferred: true)])
    #expect(decide([card([dpi])]) == "DPI-1 card0 800x480@60 crtc 0 warns")
    #expect(decide([card([dpi, output("HDMI-A-1")])]) == "HDMI-A-1 card0 1920x1080@60 crtc 0")
  }

  @Test("UNKNOWN is tried where what is connected has no mode")
  func unknownAfterEmpty() {
    let broken = output("HDMI-A-1", edid: false, [])
    let dpi = output("DPI-1", .unknown, edid: false, [mode(800, 480, 60_000)])
    #expect(decide([card([broken, dpi])]) == "DPI-1 card0 800x480@60 crtc 0 warns")
  }

  @Test("Nothing connected: wait at the card that has outputs")
  func nothing() {
    let v3d = CardDescription(path: "/dev/dri/card0", driver: "v3d", isKMS: false)
    let dark = card(1, [output("HDMI-A-1", .disconnected), output("HDMI-A-2", .disconnected)])
    #expect(decide([v3d, dark]) == "no display is connected [/dev/dri/card1]")
    #expect(decide([v3d]) == "no card has display outputs; those found only render")
    #expect(decide([]) == "there is no display card (/dev/dri/card*)")
    let spi = card(2, "panel-mipi-dbi", [output("SPI-1", .disconnected)])
    #expect(decide([spi, dark]) == "no display is connected [/dev/dri/card1]")
    #expect(decide([spi]) == "no display is connected")
  }

  @Test("4K30 preferred with 1080p60 listed: the latter")
  func slowPreferred() {
    let modes = [
      mode(3840, 2160, 30_000, preferred: true), mode(1920, 1080, 59_940), mode(1920, 1080, 60_000),
    ]
    #expect(decide([card([output("HDMI-A-1", modes)])]) == "HDMI-A-1 card0 1920x1080@60 crtc 0")
  }

  @Test("A larger mode at 50 goes before a smaller at 60, once the preferred one is out")
  func largest() {
    let modes = [
      mode(3840, 2160, 30_000, preferred: true), mode(1920, 1080, 60_000), mode(2560, 1440, 50_000),
    ]
    #expect(decide([card([output("HDMI-A-1", modes)])]) == "HDMI-A-1 card0 2560x1440@50 crtc 0")
  }

  @Test("Interlaced only, slow only: the preferred or the first of them, with a warning")
  func nothingSmooth() {
    let modes = [mode(720, 576, 50_000, i: true), mode(1920, 1080, 60_000, preferred: true, i: true)]
    #expect(decide([card([output("DVI-D-1", modes)])]) == "DVI-D-1 card0 1920x1080i@60 crtc 0 warns")
    let slow = [mode(3840, 2160, 24_000), mode(3840, 2160, 30_000)]
    #expect(decide([card([output("HDMI-A-1", slow)])]) == "HDMI-A-1 card0 3840x2160@24 crtc 0 warns")
  }

  @Test("A portrait panel inside before two televisions outside")
  func portrait() {
    let panel = output("DSI-1", crtcs: [1], edid: false, [mode(720, 1280, 60_020, preferred: true)])
    let tv = output("HDMI-A-1", crtcs: [0], [mode(3840, 2160, 60_000, preferred: true)])
    #expect(decide([card(crtcs: 2, [tv, panel])]) == "DSI-1 card0 720x1280@60 crtc 1")
  }

  @Test("Of two panels inside, the first")
  func panels() {
    let panels = [output("LVDS-1", edid: false), output("eDP-1", edid: false)]
    #expect(decide([card(crtcs: 2, panels)]) == "LVDS-1 card0 1920x1080@60 crtc 0")
  }

  @Test("VGA without EDID: 1024x768 rather than the largest guess, with a warning; a modeline mends it")
  func noEDID() throws {
    let guesses = [
      mode(1920, 1200, 60_000), mode(1024, 768, 75_000), mode(1024, 768, 60_000), mode(640, 480, 60_000),
    ]
    let vga = card([output("VGA-1", edid: false, guesses)])
    #expect(decide([vga]) == "VGA-1 card0 1024x768@60 crtc 0 warns")
    let modeline = try ModePreference("65 1024 1048 1184 1344 768 771 777 806 -hsync -vsync")
    let choice = try MachineDescription(cards: [vga]).choose(DisplayPreference(mode: modeline))[0]
    #expect(choice.mode?.clockKHz == 65_000 && choice.modeIndex == nil)
    #expect(choice.mode?.milliHertz == 60_004)
    #expect(choice.warnings == [])
  }

  @Test("A headset is no display, unless it is named")
  func nonDesktop() {
    var headset = output("DP-1", [mode(2880, 1600, 90_000, preferred: true)])
    headset.isNonDesktop = true
    let both = card(crtcs: 2, [headset, output("HDMI-A-1")])
    #expect(decide([both]) == "HDMI-A-1 card0 1920x1080@60 crtc 0")
    #expect(decide([card([headset])]) == "no display is connected [/dev/dri/card0]")
    #expect(
      decide([both], DisplayPreference(output: .named("DP-1"))) == "DP-1 card0 2880x1600@90 crtc 0 warns")
  }

  @Test("Writeback is never a display, whatever it says of itself")
  func writeback() {
    let writeback = output("Writeback-1", .connected)
    let only = card([writeback])
    #expect(decide([only]) == "no display is connected [/dev/dri/card0]")
    #expect(decide([only], DisplayPreference(output: .all)) == "no display is connected [/dev/dri/card0]")
    #expect(
      decide([only], DisplayPreference(output: .named("Writeback-1")))
        == "Writeback-1 writes to memory, nothing is seen on it")
  }

  @Test("Two HDMI: the first; the second by its name; both with all")
  func twoOutputs() {
    let two = card(crtcs: 2, [output("HDMI-A-1", crtcs: [0, 1]), output("HDMI-A-2", crtcs: [0, 1])])
    #expect(decide([two]) == "HDMI-A-1 card0 1920x1080@60 crtc 0")
    #expect(
      decide([two], DisplayPreference(output: .named("HDMI-A-2"))) == "HDMI-A-2 card0 1920x1080@60 crtc 0")
    #expect(
      decide([two], DisplayPreference(output: .all))
        == "HDMI-A-1 card0 1920x1080@60 crtc 0; HDMI-A-2 card0 1920x1080@60 crtc 1")
  }

  @Test("A native driver before the firmware's framebuffer, SPI and USB last, vkms after all")
  func drivers() {
    let cards = [
      card(0, "vkms", [output("Virtual-1", edid: nil)]), card(1, "udl", [output("DVI-I-1")]),
      card(2, "simpledrm", [output("Unknown-1", edid: nil)]), card(3, "i915", [output("HDMI-A-1")]),
    ]
    #expect(decide(cards) == "HDMI-A-1 card3 1920x1080@60 crtc 0")
    #expect(decide(Array(cards[..<3])) == "Unknown-1 card2 1920x1080@60 crtc 0")
    #expect(decide(Array(cards[..<2])) == "DVI-I-1 card1 1920x1080@60 crtc 0")
    #expect(decide(Array(cards[..<1])) == "Virtual-1 card0 1920x1080@60 crtc 0")
  }

  @Test("Cards go by the path of the hardware, not by their number")
  func swappedCards() {
    let (a, b) = ("/dev/dri/by-path/pci-0000:00:02.0-card", "/dev/dri/by-path/pci-0000:01:00.0-card")
    for (first, second) in [(0, 1), (1, 0)] {
      let cards = [
        card(first, "i915", byPath: a, [output("HDMI-A-1")]),
        card(second, "amdgpu", byPath: b, [output("DP-1")]),
      ]
      #expect(decide(cards) == "HDMI-A-1 card\(first) 1920x1080@60 crtc 0")
      #expect(decide(cards.reversed()) == "HDMI-A-1 card\(first) 1920x1080@60 crtc 0")
      for name in [b, "pci-0000:01:00.0-card", "/dev/dri/card\(second)", "card\(second)"] {
        #expect(decide(cards, DisplayPreference(device: name)) == "DP-1 card\(second) 1920x1080@60 crtc 0")
      }
    }
  }

  @Test(
    "Of one size the rate nearest 60 Hz, where none is preferred",
    arguments: [
      ([59_940, 60_000, 75_000, 144_000], "60"), ([144_000, 75_000, 59_940], "60"),
      ([144_000, 75_000], "75"),
      ([50_000, 75_000], "50"), ([49_500, 144_000], "50"), ([49_499, 144_000], "144"),
      ([55_000, 65_000], "55"),
    ])
  func rates(_ rates: [Int], _ taken: String) {
    let modes = rates.map { mode(2560, 1440, $0) }
    #expect(decide([card([output("DP-1", modes)])]) == "DP-1 card0 2560x1440@\(taken) crtc 0")
  }

  @Test("A fast preferred mode is taken as it is")
  func fastPreferred() {
    let modes = [mode(2560, 1440, 60_000), mode(2560, 1440, 144_000, preferred: true)]
    #expect(decide([card([output("DP-1", modes)])]) == "DP-1 card0 2560x1440@144 crtc 0")
  }

  @Test("A connector that no CRTC reaches is passed over, and told of")
  func noCRTC() {
    let lost = output("HDMI-A-1", crtcs: [])
    #expect(decide([card([lost, output("VGA-1")])]) == "VGA-1 card0 1920x1080@60 crtc 0 warns")
    #expect(
      decide([card([lost])]) == "no display can be used: HDMI-A-1 reaches no CRTC [/dev/dri/card0]")
    #expect(
      decide([card([lost])], DisplayPreference(output: .named("HDMI-A-1")))
        == "HDMI-A-1 reaches no CRTC [/dev/dri/card0]")
  }

  @Test("A CRTC whose plane has no format for us is the last to be used")
  func planes() {
    var two = card(crtcs: 2, [output("HDMI-A-1", crtcs: [0, 1])])
    two.planes?[0].formats = [FourCC("NV12")!]
    #expect(decide([two]) == "HDMI-A-1 card0 1920x1080@60 crtc 1")
    two.connectors?[0].possibleCRTCs = [0]
    let choice = try? MachineDescription(cards: [two]).choose()[0]
    #expect(choice?.crtcIndex == 0 && choice?.planeIndex == nil)
  }

  @Test("Formats are those that the plane has, in our order")
  func formats() throws {
    var panel = card([output("SPI-1", edid: nil)])
    panel.planes?[0].formats = [.rgb565, FourCC("NV12")!, .xrgb8888]
    #expect(try MachineDescription(cards: [panel]).choose()[0].formats == [.xrgb8888, .rgb565])
    panel.planes?[0].formats = nil
    #expect(try MachineDescription(cards: [panel]).choose()[0].formats == FourCC.drawable)
  }
}
