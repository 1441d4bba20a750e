import Glibc
import Testing

@testable import flip_kms

/// What `check` finds, for people and for programs.
@Suite struct CheckFaultTests {
  private func check(_ text: String, _ options: [String] = []) throws -> ProgramRun {
    try ProgramRun(["check", "--config", "-"] + options, input: Array(text.utf8))
  }

  @Test func faultsAsJSON() throws {
    let run = try check("[content]\nrows = x\nshow = clok\n", ["--json", "--rotate", "45"])
    #expect(run.code == 78)
    #expect(
      run.output
        == #"{"configuration":"-","faults":["#
        + #"{"file":"-","line":2,"message":"rows = 'x', expected a whole number from 1 to 1024"},"#
        + #"{"file":"-","line":3,"message":"show = 'clok', expected clock, countdown, countup or text; did you mean 'clock'?"},"#
        + #"{"file":null,"line":null,"message":"--rotate '45': expected 0, 90, 180 or 270"}]}"# + "\n")
    #expect(run.lines.count == 3 && run.lines[0].hasPrefix("flip-kms: -:2: rows = 'x', "))
    let missing = try ProgramRun(["check", "--json", "--config", "/no/such/file"])
    #expect(missing.code == 66)
    #expect(
      missing.output
        == #"{"configuration":null,"faults":[{"file":null,"line":null,"message":"--config: no file '/no/such/file', expected a configuration"}]}"#
        + "\n")
    let font = try check("[look]\nfont = /no/font.ttf\n", ["--json"])
    #expect(font.code == 66)
    #expect(
      font.output
        == #"{"configuration":"-","faults":[{"file":"-","line":2,"message":"no font file at '/no/font.ttf'"}]}"#
        + "\n"
    )
  }

  /// 107 bytes is what a Unix socket's address holds (unix(7)); `render` reads a file of any path.
  @Test func aSocketsPathIsBounded() throws {
    let text = "[content]\nshow = text\n[feed]\nfeed = "
    let path = { (length: Int) in "/" + String(repeating: "x", count: length - 1) }
    let expected = "expected a path of at most 107 bytes, as the kernel has no longer ones for sockets"
    let cut = "'\(path(108).prefix(60))…'"
    #expect(try check(text + path(107)).code == 0)
    let file = try check(text + path(108))
    #expect(file.code == 78)
    #expect(file.lines == ["flip-kms: -:4: feed = \(cut), \(expected)"])
    let option = try ProgramRun(["check", "--config", "/dev/null", "--show", "text", "--feed", path(108)])
    #expect(option.code == 64)
    #expect(option.lines == ["flip-kms: --feed \(cut): \(expected)"])
    // Two bytes a letter.
    #expect(try check(text + "/" + String(repeating: "é", count: 53)).code == 0)
    #expect(try check(text + "/" + String(repeating: "é", count: 54)).code == 78)
    let render = try ProgramRun([
      "render", "--config", "/dev/null", "--show", "text", "--feed", path(108), "--size", "64x48", "--at",
      "2026-01-01", "-o", "/dev/null.png",
    ])
    #expect(render.code == 66)
  }

  @Test func whatIsNoSocketIsToldByCheckAndByRun() throws {
    let folder = Folder()
    close(open(folder.file("plain"), O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
    let expected =
      "expected a path where a socket can be made, and there is a file; run reads it by --feed - < FILE"
    for command in ["check", "run"] {
      let option = try ProgramRun(
        [command, "--config", "/dev/null", "--show", "text", "--feed", folder.file("plain")])
      #expect(option.code == 64)
      #expect(option.lines == ["flip-kms: --feed '\(folder.file("plain"))': \(expected)"])
      let file = try ProgramRun(
        [command, "--config", "-"],
        input: Array("[content]\nshow = text\n[feed]\nfeed = \(folder.file("plain"))\n".utf8))
      #expect(file.code == 78)
      #expect(file.lines == ["flip-kms: -:4: feed = '\(folder.file("plain"))', \(expected)"])
    }
    #expect(folder.names == ["plain"])
  }

  /// A file where a folder of pictures is expected; a folder where a font is.
  @Test func oneThingForAnother() throws {
    let images = try ProgramRun(["check", "--config", "/dev/null", "--images", "/etc/passwd"])
    #expect(images.code == 65)
    #expect(images.lines == ["flip-kms: --images: no folder of pictures at '/etc/passwd': it is a file"])
    let below = try ProgramRun(["check", "--config", "/dev/null", "--images", "/etc/passwd/x"])
    #expect(below.code == 66)
    #expect(below.lines == ["flip-kms: --images: no folder of pictures at '/etc/passwd/x'"])
    for (path, why) in [("/etc", "it is a folder"), ("/etc/passwd", "it is no font")] {
      let font = try ProgramRun(["check", "--config", "/dev/null", "--font", path])
      #expect(font.code == 65)
      #expect(font.lines == ["flip-kms: --font: cannot read the font '\(path)': \(why)"])
    }
  }

  @Test(
    arguments: [
      ("10:00-10:00", true), ("00:00-24:00", true), ("06:00-18:00, 18:00-06:00", true),
      ("Mon-Fri 00:00-24:00, Sat Sun 00:00-00:00", true), ("00:00-23:59", false),
      ("Mon-Sat 00:00-24:00", false), ("Mon 10:00-10:00", false), ("", false),
    ] as [(String, Bool)])
  func aDisplayThatIsNeverOnIsWarnedOf(windows: String, isDark: Bool) throws {
    let run = try ProgramRun(["check", "--config", "/dev/null", "--off", windows])
    #expect(run.code == 0)
    #expect(
      run.lines == (isDark ? ["flip-kms: off covers the whole week, so that nothing is ever seen"] : []))
  }

  /// As docs/settings.md has it; a colon behind the `=` is the value's.
  @Test func aColonDoesForTheFirstEquals() throws {
    let run = try check("[content]\nshow: text\ntext: A = B\nalign : right\nformat = a:b\n", ["--json"])
    #expect(run.code == 0)
    for (key, value, line) in [
      ("show", "text", 2), ("text", "A = B", 3), ("align", "right", 4), ("format", "a:b", 5),
    ] {
      let setting =
        #"{"section":"content","key":"\#(key)","value":"\#(value)","origin":"file","file":"-","line":\#(line)}"#
      #expect(run.output.contains(setting))
    }
  }

  /// One fault of many kinds each, told with its line.
  @Test(
    arguments: [
      ("[content]\nshow = text\ntext = \"A", "3: text = '\"A', expected a \" at its end too"),
      (
        "[motion]\nduration = 2 ; seconds",
        "2: duration = '2 ; seconds', expected a number from 0.02 to 60; there are no comments behind a value"
      ),
      ("[motion]\nduration = x ; y", "2: duration = 'x ; y', expected a number from 0.02 to 60"),
      ("[motion]\nduration = 2;", "2: duration = '2;', expected a number from 0.02 to 60"),
      (
        "[display]\noutput = -1",
        "2: output = '-1', expected auto, all or a connector such as HDMI-A-1"
      ),
      (
        "[content]\nuntil = 106752d",
        "2: until = '106752d', expected a length of at most 106751 days"
      ),
      (
        "[content]\nuntil = 99999999999999999999h",
        "2: until = '99999999999999999999h', expected a length of at most 106751 days"
      ),
      ("[content]\ndrum = A", "2: drum = 'A', expected two different faces or more, such as \" ABC123\""),
      ("[content]\ntext hello", "2: '=' is missing, expected key = value, not 'text hello'"),
      // The colon is the value's own, and the line names the key that was meant.
      (
        "[content]\nshow = clock\nformat {%H}:{%M}",
        "3: '=' is missing behind 'format', expected key = value"
      ),
      ("[display]\noff\t22:00-06:30", "2: '=' is missing behind 'off', expected key = value"),
      ("[feed]\nmqtt mqtt://u:p@h/t", "2: '=' is missing behind 'mqtt', expected key = value"),
      (
        "[content]\nshow = text\n[feed]\nmqtt = mqtt://u:secret@h/t",
        "4: mqtt = 'mqtt://u:…@h/t', expected no password in it, but in $FLIP_KMS_MQTT_PASSWORD or a credential mqtt-password"
      ),
    ] as [(String, String)])
  func faultsOfAFile(text: String, line: String) throws {
    let run = try check(text)
    #expect(run.code == 78)
    #expect(run.lines == ["flip-kms: -:\(line)"])
  }
}
