import FlipKMS
import Testing

/// Machines whose displays are many, come late, or change hands; what is right for each is read out of the
/// rules of docs/kms.md alone: status, kind of driver, panels inside, path of the hardware, order.
@Suite("The choice on docks, second GPUs, slow displays, and while drivers change")
struct DockTests {
  static let inside = "pci-0000:00:02.0-card"
  static let outside = "pci-0000:01:00.0-card"
  static let uhd60 = mode(3840, 2160, 60_000, preferred: true)
  static let uhd30 = mode(3840, 2160, 30_000, preferred: true)
  static let panel = mode(1920, 1200, 60_000, preferred: true)

  @Test("A laptop at a dock: its own panel, or the hub's connectors by their names")
  func dock() {
    let hub = [
      output("eDP-1", crtcs: [0, 1, 2], edid: true, [Self.panel]),
      output("DP-1", .disconnected, crtcs: [0, 1, 2]),
      output("DP-5", crtcs: [0, 1, 2], [hd60]), output("DP-6", crtcs: [0, 1, 2], [Self.uhd60]),
    ]
    let docked = card(1, "i915", crtcs: 3, hub)
    #expect(decide([docked]) == "eDP-1 card1 1920x1200@60 crtc 0")
    #expect(decide([docked], DisplayPreference(output: .named("DP-6"))) == "DP-6 card1 3840x2160@60 crtc 0")
    #expect(
      decide([docked], DisplayPreference(output: .all))
        == "eDP-1 card1 1920x1200@60 crtc 0; DP-5 card1 1920x1080@60 crtc 1; DP-6 card1 3840x2160@60 crtc 2")
    // Taken off the dock, the hub's connectors are no more.
    let away = card(1, "i915", crtcs: 3, Array(hub[..<2]))
    #expect(
      decide([away], DisplayPreference(output: .named("DP-6")))
        == "there is no output DP-6; there are eDP-1, DP-1 [/dev/dri/card1]")
  }

  @Test("More displays than CRTCs: as many as there are for, the best first")
  func moreThanCRTCs() {
    let outputs = ["DP-1", "DP-2", "HDMI-A-1"].map { output($0, crtcs: [0, 1]) }
    #expect(
      decide([card(crtcs: 2, outputs)], DisplayPreference(output: .all))
        == "DP-1 card0 1920x1080@60 crtc 0 warns; DP-2 card0 1920x1080@60 crtc 1")
  }

  @Test("Two GPUs: where the display is plugged in; with one on each, a panel inside, then the path")
  func twoGPUs() {
    func gpu(_ number: Int, _ driver: String, _ path: String, _ outputs: [ConnectorDescription])
      -> CardDescription
    {
      card(number, driver, byPath: path, outputs)
    }
    let dark = gpu(0, "i915", Self.inside, [output("HDMI-A-1", .disconnected)])
    let lit = gpu(1, "nouveau", Self.outside, [output("HDMI-A-2")])
    #expect(decide([dark, lit]) == "HDMI-A-2 card1 1920x1080@60 crtc 0")
    let laptop = gpu(0, "i915", Self.inside, [output("eDP-1", [Self.panel])])
    let socket = gpu(1, "nouveau", Self.outside, [output("eDP-2", .disconnected), output("HDMI-A-1")])
    #expect(decide([socket, laptop]) == "eDP-1 card0 1920x1200@60 crtc 0")
    // Each numbers its connectors by itself, so that a name may be there twice.
    let first = gpu(1, "amdgpu", Self.inside, [output("HDMI-A-1", [Self.uhd60])])
    let second = gpu(0, "amdgpu", Self.outside, [output("HDMI-A-1")])
    let named = DisplayPreference(output: .named("HDMI-A-1"))
    #expect(decide([second, first], named) == "HDMI-A-1 card1 3840x2160@60 crtc 0")
    #expect(
      decide([second, gpu(1, "amdgpu", Self.inside, [output("HDMI-A-1", .disconnected)])], named)
        == "HDMI-A-1 card0 1920x1080@60 crtc 0")
  }

  @Test("From the firmware's framebuffer to the native driver, step by step")
  func handover() {
    let early = card(
      0, "simpledrm", byPath: "platform-simple-framebuffer.0-card", [output("Unknown-1", edid: nil)])
    let probing = card(1, "amdgpu", byPath: Self.inside, [output("HDMI-A-1", .disconnected)])
    let ready = card(1, "amdgpu", byPath: Self.inside, [output("HDMI-A-1", [Self.uhd60])])
    #expect(decide([early]) == "Unknown-1 card0 1920x1080@60 crtc 0")
    #expect(decide([early, probing]) == "Unknown-1 card0 1920x1080@60 crtc 0")
    #expect(decide([early, ready]) == "HDMI-A-1 card1 3840x2160@60 crtc 0")
    #expect(decide([ready]) == "HDMI-A-1 card1 3840x2160@60 crtc 0")
    for name in ["ofdrm", "efidrm", "vesadrm"] {
      #expect(
        decide([card(0, name, [output("Unknown-1", edid: nil)]), ready])
          == "HDMI-A-1 card1 3840x2160@60 crtc 0")
    }
  }

  @Test(
    "Displays on USB and SPI: used where there is no other",
    arguments: ["udl", "gud", "evdi", "panel-mipi-dbi", "ili9486", "ssd130x"])
  func slow(_ driver: String) {
    let small = card(0, driver, [output("USB-1", edid: nil, [mode(480, 320, 60_000, preferred: true)])])
    #expect(decide([small, card(1, [output("HDMI-A-1", .disconnected)])]) == "USB-1 card0 480x320@60 crtc 0")
    #expect(decide([small, card(1, [output("HDMI-A-1")])]) == "HDMI-A-1 card1 1920x1080@60 crtc 0")
    // What is connected goes before what cannot tell, whatever drives it.
    #expect(
      decide([small, card(1, [output("Composite-1", .unknown, edid: nil)])])
        == "USB-1 card0 480x320@60 crtc 0")
    // A display that comes and goes with its card is not waited at.
    #expect(decide([card(0, driver, [output("USB-1", .disconnected)])]) == "no display is connected")
  }

  @Test("A panel without a rate takes what it has, with no warning: its bus has none")
  func noRate() {
    var only = mode(128, 64, 0, preferred: true)
    (only.statedMilliHertz, only.vrefresh) = (nil, nil)
    #expect(
      decide([card(0, "ssd130x", [output("Unknown-1", edid: nil, [only])])])
        == "Unknown-1 card0 128x64 crtc 0")
  }

  @Test("A television: composite beside HDMI, 4K at 30 Hz preferred, modes that interlace")
  func television() {
    let composite = output(
      "Composite-1", .unknown, edid: nil, [mode(720, 480, 59_940, preferred: true, i: true)])
    let set = output(
      "HDMI-A-1",
      [Self.uhd30, mode(3840, 2160, 25_000), mode(1920, 1080, 60_000, i: true), mode(1920, 1080, 50_000)])
    #expect(decide([card(crtcs: 2, [composite, set])]) == "HDMI-A-1 card0 1920x1080@50 crtc 0")
    let off = output("HDMI-A-1", .disconnected)
    #expect(decide([card(crtcs: 2, [composite, off])]) == "Composite-1 card0 720x480i@60 crtc 0 warns")
  }

  @Test("A panel that stands upright, beside one that hangs across")
  func portrait() {
    let upright = output("DSI-1", edid: false, [mode(800, 1280, 59_994, preferred: true)])
    let across = output("DSI-2", crtcs: [1], edid: false, [mode(1280, 720, 60_000, preferred: true)])
    #expect(decide([card(crtcs: 2, [upright, across])]) == "DSI-1 card0 800x1280@60 crtc 0")
    #expect(
      decide([card(crtcs: 2, [upright, across])], DisplayPreference(output: .all))
        == "DSI-1 card0 800x1280@60 crtc 0; DSI-2 card0 1280x720@60 crtc 1")
  }
}
