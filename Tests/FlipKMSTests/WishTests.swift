import FlipKMS
import Testing

@Suite("What the user asks for")
struct WishTests {
  static let modes = [
    mode(1920, 1080, 60_000, preferred: true), mode(1920, 1080, 59_940), mode(1920, 1080, 50_000),
    mode(1920, 1080, 60_000, i: true), mode(1280, 720, 60_000), mode(720, 576, 50_000, i: true),
    mode(3840, 2160, 30_000), mode(3840, 2160, 25_000),
  ]
  static let tv = card([output("HDMI-A-1", modes), output("HDMI-A-2", .disconnected)])

  static func decide(_ text: String, missing: DisplayPreference.MissingMode = .refuse) throws -> String {
    FlipKMSTests.decide([tv], DisplayPreference(mode: try ModePreference(text), missingMode: missing))
  }

  @Test(
    "Modes by size and rate",
    arguments: [
      ("1280x720", "1280x720@60", 4), ("1920x1080@50", "1920x1080@50", 2),
      ("1920x1080@60", "1920x1080@60", 0),
      ("1920x1080@59.94", "1920x1080@60", 1), ("1920x1080@59.9", "1920x1080@60", 1),
      ("1920x1080@60.00", "1920x1080@60", 0),
      ("1920x1080i", "1920x1080i@60", 3), ("1920x1080i@60", "1920x1080i@60", 3),
      ("720x576", "720x576i@50", 5), ("3840x2160", "3840x2160@30", 6), ("3840x2160@25", "3840x2160@25", 7),
    ])
  func listed(_ text: String, _ label: String, _ index: Int) throws {
    let wish = DisplayPreference(mode: try ModePreference(text))
    let choice = try MachineDescription(cards: [Self.tv]).choose(wish)[0]
    #expect(choice.mode?.label == label && choice.modeIndex == index)
    let isDoubtful = choice.mode?.isSmooth == false
    #expect(choice.warnings.isEmpty != isDoubtful)
  }

  @Test(
    "A mode that is not there is refused with those that are",
    arguments: [
      "1024x768", "1920x1080@75", "1920x1080@60.02", "1280x720i", "3840x2160@60",
    ])
  func missing(_ text: String) throws {
    let answer = try Self.decide(text)
    #expect(answer.hasPrefix("HDMI-A-1 has no mode \(text); there are 1920x1080@60.00, 1920x1080@59.94, "))
    #expect(answer.contains("720x576i@50.00"))
  }

  @Test("After a hotplug, when nobody reads errors, it falls back with a warning")
  func fallback() throws {
    #expect(try Self.decide("1024x768", missing: .usePreferred) == "HDMI-A-1 card0 1920x1080@60 crtc 0 warns")
  }

  @Test("The current mode is kept, even one that is not listed; without one it is the preferred, and told")
  func current() throws {
    var lit = Self.tv
    lit.connectors?[0].crtcID = 100
    lit.crtcs?[0].state = .showing(Self.modes[5])
    let wish = DisplayPreference(mode: .current)
    #expect(FlipKMSTests.decide([lit], wish) == "HDMI-A-1 card0 720x576i@50 crtc 0 warns")
    lit.crtcs?[0].state = .showing(mode(1600, 900, 60_000))
    let choice = try MachineDescription(cards: [lit]).choose(wish)[0]
    #expect(choice.mode?.label == "1600x900@60" && choice.modeIndex == nil && choice.warnings.isEmpty)
    #expect(FlipKMSTests.decide([Self.tv], wish) == "HDMI-A-1 card0 1920x1080@60 crtc 0 warns")
  }

  @Test("Of two preferred modes the one that is lit, and otherwise the lit one has no say")
  func preferredAndLit() {
    let modes = [mode(800, 480, 60_000, preferred: true), mode(720, 480, 60_000, preferred: true), hd60]
    var lit = card([output("LVDS-1", edid: false, lit: 100, Array(modes[..<2]) + [mode(1920, 1080, 60_000)])])
    lit.crtcs?[0].state = .showing(modes[1])
    #expect(FlipKMSTests.decide([lit]) == "LVDS-1 card0 720x480@60 crtc 0")
    lit.crtcs?[0].state = .showing(mode(1920, 1080, 60_000))
    #expect(FlipKMSTests.decide([lit]) == "LVDS-1 card0 800x480@60 crtc 0")
  }

  @Test("Names that are not there are answered with those that are")
  func unknownNames() {
    #expect(
      FlipKMSTests.decide([Self.tv], DisplayPreference(output: .named("HDMI-1")))
        == "there is no output HDMI-1; there are HDMI-A-1, HDMI-A-2 [/dev/dri/card0]")
    #expect(
      FlipKMSTests.decide([Self.tv], DisplayPreference(output: .named("HDMI-A-2")))
        == "nothing is connected to HDMI-A-2 [/dev/dri/card0]")
    #expect(
      FlipKMSTests.decide([Self.tv], DisplayPreference(device: "/dev/dri/card7"))
        == "there is no card /dev/dri/card7; there is /dev/dri/card0")
    let v3d = CardDescription(path: "/dev/dri/card1", driver: "v3d", isKMS: false)
    #expect(
      FlipKMSTests.decide([Self.tv, v3d], DisplayPreference(device: "card1"))
        == "card1 has no display outputs, it only renders")
  }

  @Test("With all, a display without the mode asked for takes its own; only if none has it, it is an error")
  func allModes() throws {
    let other = output("HDMI-A-2", crtcs: [1], [mode(1280, 1024, 60_000, preferred: true)])
    let cards = [card(crtcs: 2, [output("HDMI-A-1", crtcs: [0], Self.modes), other])]
    let wish = DisplayPreference(output: .all, mode: try ModePreference("1280x720"))
    #expect(
      FlipKMSTests.decide(cards, wish)
        == "HDMI-A-1 card0 1280x720@60 crtc 0; HDMI-A-2 card0 1280x1024@60 crtc 1 warns")
    let none = DisplayPreference(output: .all, mode: try ModePreference("1400x1050"))
    #expect(FlipKMSTests.decide(cards, none).hasPrefix("HDMI-A-1 has no mode 1400x1050; there are "))
  }

  @Test("What waits for a cable may mend itself, what is misspelt may not")
  func mending() throws {
    func mends(_ cards: [CardDescription], _ wish: DisplayPreference) -> Bool? {
      do throws(NothingToShow) {
        _ = try MachineDescription(cards: cards).choose(wish)
        return nil
      } catch {
        return error.mayMendItself
      }
    }
    #expect(mends([], DisplayPreference()) == true)
    #expect(mends([Self.tv], DisplayPreference(output: .named("HDMI-A-2"))) == true)
    #expect(mends([Self.tv], DisplayPreference(output: .named("DP-1"))) == false)
    #expect(mends([Self.tv], DisplayPreference(device: "x")) == false)
    #expect(mends([Self.tv], DisplayPreference(mode: try ModePreference("1x1"))) == false)
  }
}
