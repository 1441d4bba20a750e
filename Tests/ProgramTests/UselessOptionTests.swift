import Testing

@testable import flip_kms

/// Options that a command has no use for are told, each of them, by one rule; those of `bench` by its plan.
@Suite struct UselessOptionTests {
  /// A good value for each key that some command ignores.
  private static let values = [
    "output": "HDMI-A-1", "device": "/dev/dri/card0", "mode": "current", "rotate": "90",
    "off": "22:00-06:00", "dim": "22:00-06:00 30%", "exit": "keep", "feed": "/f", "mqtt": "mqtt://h/t",
  ]
  private static let ofDisplay = ["output", "device", "mode", "rotate", "off", "dim", "exit"]

  private func notes(_ arguments: [String]) throws -> [String] {
    let invocation = try Invocation(["--config", "/dev/null", "--show", "text"] + arguments)
    return try Resolution.load(invocation).notes
  }

  @Test func everyOneOfTheDisplays() throws {
    let required = ["--size", "64x48", "--at", "2026-01-01", "-o", "x.png"]
    for key in UselessOptionTests.ofDisplay {
      let option = ["--\(key)", UselessOptionTests.values[key]!]
      let line = "\(key) has no effect, as it is the display's, not the picture's"
      #expect(try notes(["render"] + required + option) == [line])
      #expect(try notes(["run"] + option) == [])
      #expect(try notes(["check"] + option) == [])
    }
    // What the picture shows of the display's is drawn.
    for option in [["--inset", "3"], ["--drift", "3"]] {
      #expect(try notes(["render"] + required + option) == [])
    }
  }

  @Test func everyOneOfTheFeed() throws {
    let required = ["render", "--size", "64x48", "--at", "2026-01-01", "-o", "x.png"]
    let mqtt = "mqtt has no effect, as only run listens to a broker; feed is a file here"
    #expect(try notes(required + ["--feed", "/f"]) == [])
    #expect(try notes(required + ["--mqtt", "mqtt://h/t"]) == [mqtt])
  }

  /// `displays` asks three settings; the rest of a file is for others, and not spoken of.
  @Test func displaysAsksThree() throws {
    for setting in Setting.all where setting.key != "show" {
      let value = UselessOptionTests.values[setting.key] ?? setting.value(Settings())
      let asked = ["output", "device", "mode"].contains(setting.key)
      guard !value.isEmpty || asked else { continue }
      let invocation = try Invocation(["displays", "--config", "/dev/null", "--\(setting.key)", value])
      #expect(
        try Resolution.load(invocation).notes
          == (asked ? [] : ["\(setting.key) has no effect, as displays goes by output, device and mode"]))
    }
    let file = ConfigurationFile(path: "c", bytes: Array("[content]\ntext = A\n[motion]\nstagger = 1\n".utf8))
    #expect(try Resolution.resolve(file: file, options: [], for: .displays).notes == [])
  }

  @Test func aDrumThatNothingTravels() throws {
    func notes(_ options: [String]) throws -> [String] {
      try Resolution.load(try Invocation(["check", "--config", "/dev/null"] + options)).notes
    }
    #expect(try notes(["--drum", "0123456789"]) == ["drum has no effect, as travel is direct"])
    #expect(try notes(["--drum", "0123456789", "--travel", "drum"]) == [])
    #expect(try notes(["--show", "text", "--drum", " AB", "--travel", "direct"]) == [])
    #expect(try notes(["--drum", ""]) == [])
  }
}
