import Testing

@testable import FlipKMS

@Suite("Modes: rates and the setting")
struct ModeTests {
  @Test(
    "Rates as the kernel computes them, in mHz",
    arguments: [
      // clock, htotal, vtotal, flags, vscan, mHz, period in ns
      (148_500, 2200, 1125, ModeFlags(), 0, 60_000, 16_666_667),
      (148_352, 2200, 1125, ModeFlags(), 0, 59_940, 16_683_294),
      (74_250, 2640, 1125, .interlace, 0, 50_000, 20_000_000),
      (29_700, 708, 839, ModeFlags(), 0, 49_999, 20_000_404),
      (1, 160, 128, ModeFlags(), 0, 49, 20_480_000_000),
      (25_175, 800, 525, .doubleScan, 0, 29_970, 33_366_435),
      (25_175, 800, 525, ModeFlags(), 2, 29_970, 33_366_435),
    ])
  func rate(_ c: (Int, Int, Int, ModeFlags, Int, Int, Int)) {
    var mode = ModeDescription(width: 1, height: 1, clockKHz: c.0, htotal: c.1, vtotal: c.2, flags: c.3)
    mode.vscan = c.4
    #expect(mode.milliHertz == c.5)
    #expect(mode.periodNanoseconds == c.6)
  }

  @Test("Without timings the stated rate counts, then the rounded one, then none")
  func statedRates() {
    var mode = ModeDescription(width: 640, height: 480, vrefresh: 60)
    #expect(mode.milliHertz == 60_000)
    mode.statedMilliHertz = 59_940
    #expect(mode.milliHertz == 59_940)
    #expect(mode.preciseLabel == "640x480@59.94")
    #expect(mode.label == "640x480@60")
    mode = ModeDescription(width: 480, height: 320)
    #expect(mode.milliHertz == nil)
    #expect(!mode.isSlow)
    #expect(mode.label == "480x320")
  }

  @Test(
    "The setting is read",
    arguments: [
      ("preferred", ModePreference.preferred), ("current", .current),
      ("1920x1080", .size(width: 1920, height: 1080, rate: nil, isInterlaced: false)),
      (
        "1920x1080@60",
        .size(width: 1920, height: 1080, rate: .init(milliHertz: 60_000, tolerance: 500), isInterlaced: false)
      ),
      (
        "720x576i@59.94",
        .size(width: 720, height: 576, rate: .init(milliHertz: 59_940, tolerance: 10), isInterlaced: true)
      ),
      (
        "160x128@0",
        .size(width: 160, height: 128, rate: .init(milliHertz: 0, tolerance: 500), isInterlaced: false)
      ),
      (
        "1x1@23.976",
        .size(width: 1, height: 1, rate: .init(milliHertz: 23_976, tolerance: 5), isInterlaced: false)
      ),
    ])
  func read(_ text: String, _ expected: ModePreference) throws {
    #expect(try ModePreference(text) == expected)
  }

  @Test(
    "What is no mode is refused, in one line that says what was expected",
    arguments: [
      "", " ", "Preferred", "1920", "x", "1920x", "x1080", "1920x1080@", "1920x1080@x", "0x480", "640x0",
      "99999x1", "640x480@1001", "640x480@60@60", "-1x5", "+640x480", "640x480x32", "640X480",
      "6４0x480", "640x480@1e2", "99999999999999999999x1", "640x480@60.", "640x480@.5", "\u{1b}[31m",
    ])
  func refused(_ text: String) {
    #expect {
      try ModePreference(text)
    } throws: { error in
      let message = (error as? DisplaySyntaxError)?.message ?? ""
      return !message.isEmpty && message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
    }
  }
}

@Suite("Modelines")
struct ModelineTests {
  static let sample = #""1920x1080_60.00"  173.00  1920 2048 2248 2576  1080 1083 1088 1120 -hsync +vsync"#

  @Test(
    "As cvt prints them, with and without the word and the name",
    arguments: [
      "Modeline " + sample, sample, "modeline name 173 1920 2048 2248 2576 1080 1083 1088 1120 -HSync +VSync",
      "173.000 1920 2048 2248 2576\t1080 1083 1088 1120 +vsync -hsync",
      #"Modeline "a name" 173 1920 2048 2248 2576 1080 1083 1088 1120 -hsync +vsync"#,
    ])
  func cvt(_ text: String) throws {
    guard case .modeline(let mode) = try ModePreference(text) else {
      Issue.record("no modeline")
      return
    }
    #expect(mode.width == 1920 && mode.hsyncStart == 2048 && mode.hsyncEnd == 2248 && mode.htotal == 2576)
    #expect(mode.height == 1080 && mode.vsyncStart == 1083 && mode.vsyncEnd == 1088 && mode.vtotal == 1120)
    #expect(mode.clockKHz == 173_000)
    #expect(mode.flags == [.negativeHSync, .positiveVSync])
    // 173e6 / (2576 * 1120)
    #expect(mode.milliHertz == 59_963)
  }

  @Test("Interlace, double scan and vscan change the rate")
  func scans() throws {
    let base = "74.25 1920 2008 2052 2200 1080 1084 1094 1125 "
    func mode(_ flags: String) throws -> ModeDescription {
      guard case .modeline(let mode) = try ModePreference(base + flags) else { fatalError("no modeline") }
      return mode
    }
    #expect(try mode("+hsync +vsync interlace").milliHertz == 60_000)
    #expect(try mode("interlace").isInterlaced)
    #expect(try mode("doublescan").milliHertz == 15_000)
    #expect(try mode("vscan 3").milliHertz == 10_000)
    #expect(try mode("-csync").flags == [.compositeSync, .negativeCSync])
  }

  @Test(
    "Impossible ones are refused",
    arguments: [
      "173 1920 2048 2248 2576 1080 1083 1088", "0 1920 2048 2248 2576 1080 1083 1088 1120",
      "173 1920 2048 2248 2576 1080 1083 1088 1120 -hsync +hsync",
      "173 2048 1920 2248 2576 1080 1083 1088 1120", "173 1920 2248 2048 2576 1080 1083 1088 1120",
      "173 1920 2048 2248 2200 1080 1083 1088 1120", "173 1920 2048 2248 2576 1080 1070 1088 1120",
      "173 1920 2048 2248 2576 1080 1083 1088 99999", "173 1920 2048 2248 2576 1080 1083 1088 1120 sync",
      "173 1920 2048 2248 2576 1080 1083 1088 1120 vscan", "17300000 1920 2048 2248 2576 1080 1083 1088 1120",
      "0.173 1920 2048 2248 2576 1080 1083 1088 1120", "\"open 173 1920 2048 2248 2576 1080 1083 1088 1120",
      "173 1920 2048 2248 -2576 1080 1083 1088 1120", "173,0 1920 2048 2248 2576 1080 1083 1088 1120",
      "173 1920 1920 1920 2576 1080 1083 1088 1120",
    ])
  func refused(_ text: String) {
    #expect(throws: DisplaySyntaxError.self) { try ModePreference(text) }
  }
}
