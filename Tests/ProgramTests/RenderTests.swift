import Glibc
import Testing

@testable import flip_kms

/// `flip-kms render` as a process, with GL.
@Suite(.serialized) struct RenderTests {
  private let at = ["--at", "2026-01-01T10:00:00.25Z", "--timezone", "UTC"]

  private func render(
    _ output: String, _ options: [String], environment: [String: String] = [:], size: String = "160x96"
  ) throws -> ProgramRun {
    try ProgramRun(
      ["render", "--config", "/dev/null", "--size", size, "-o", output] + at + options,
      environment: environment)
  }

  @Test func theSameCommandGivesTheSameBytes() throws {
    let folder = Folder()
    for name in ["a.png", "b.png"] {
      let run = try render(folder.file(name), [])
      #expect(run.code == 0)
      #expect(run.lines == [])
      #expect(run.output == "")
    }
    #expect(folder.bytes("a.png") == folder.bytes("b.png"))
    let picture = try #require(decodePNG(folder.bytes("a.png")))
    #expect(picture.size.width == 160)
    #expect(picture.size.height == 96)
    // A corner shows the background of the dark theme, and the picture more than one colour.
    #expect(Array(picture.pixels[..<4]) == [0x0C, 0x0C, 0x0D, 255])
    #expect(Set(stride(from: 0, to: picture.pixels.count, by: 4).map { picture.pixels[$0] }).count > 10)
  }

  /// Frames of a series draw only what changed; each is to the bit the picture of its instant alone.
  @Test func aFrameOfASeriesIsThePictureOfItsInstant() throws {
    let folder = Folder()
    // The series begins before the change: its faces came in another order than those of a picture alone.
    let start = ["--at", "2026-01-01T09:59:59.9Z"]
    let series = try render(
      folder.file("s%02d.png"), start + ["--for", "0.6", "--fps", "50"], size: "320x200")
    #expect(series.code == 0)
    #expect(folder.names.count == 30)
    for index in stride(from: 6, to: 30, by: 3) {
      let milliseconds = String(1000 + index * 20 - 100).dropFirst()
      let instant = "2026-01-01T10:00:00.\(milliseconds)Z"
      let single = try render(folder.file("single.png"), ["--at", instant], size: "320x200")
      #expect(single.code == 0)
      let frame = "s\(index < 10 ? "0" : "")\(index).png"
      #expect(folder.bytes("single.png") == folder.bytes(frame), "\(instant)")
    }
  }

  /// A panel that hangs upright shows the same picture, turned.
  @Test func whatIsTheDisplaysOwnIsTold() throws {
    let folder = Folder()
    let run = try render(folder.file("a.png"), ["--rotate", "90", "--dim", "22:00-06:00 30%"])
    #expect(run.code == 0)
    #expect(
      run.lines == [
        "flip-kms: rotate has no effect, as it is the display's, not the picture's",
        "flip-kms: dim has no effect, as it is the display's, not the picture's",
      ])
  }

  @Test func scenesAsData() throws {
    let folder = Folder()
    // Nothing of GL and fonts is needed.
    let run = try render(
      folder.file("x.jsonl"), ["--font", "No Such Font", "--motion", "linear"],
      environment: ["__EGL_VENDOR_LIBRARY_DIRS": "/no/such/folder"], size: "1920x1080")
    #expect(run.code == 0)
    #expect(run.lines == [])
    let line = String(decoding: folder.bytes("x.jsonl"), as: UTF8.self)
    #expect(
      line.hasPrefix(
        #"{"at":"2026-01-01T10:00:00.250Z","width":1920,"height":1080,"text":"10:00","modules":[{"x":"#))
    #expect(line.contains(#""upper":"10","lower":"09","flaps":[{"front":"09","back":"10","angle":90.0}]"#))
    #expect(line.hasSuffix(#""damage":[{"x":0,"y":0,"width":1920,"height":1080}]}"# + "\n"))
  }

  @Test func videoGoesToStandardOutput() throws {
    let run = try ProgramRun(
      ["render", "--config", "/dev/null", "--size", "16x16", "-o", "-", "--for", "0.2", "--fps", "10"] + at)
    #expect(run.code == 0)
    #expect(run.output.hasPrefix("YUV4MPEG2 W16 H16 F10:1 "))
    let full = try ProgramRun(
      ["render", "--config", "/dev/null", "--size", "64x64", "-o", "-", "--for", "0.2", "--fps", "10"] + at,
      device: "/dev/full")
    #expect(full.code == 74)
    #expect(full.lines == ["flip-kms: cannot write standard output: No space left on device (write)"])
  }

  @Test func aFeedIsAScript() throws {
    let folder = Folder()
    func write(_ text: String) {
      let file = open(folder.file("feed"), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
      let bytes = Array(text.utf8)
      _ = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      close(file)
    }
    let options = ["--show", "text", "--columns", "3", "--rows", "1", "--feed", folder.file("feed")]
    write("A\n{\"text\":\"B\",\"at\":0.5}\n{\"rows\":[\"CD\"],\"at\":0.75}\nE\n")
    let run = try render(folder.file("x.jsonl"), options + ["--for", "1", "--fps", "4"])
    #expect(run.code == 0)
    let texts = String(decoding: folder.bytes("x.jsonl"), as: UTF8.self).split(separator: "\n").map { line in
      line.split(separator: "\"text\":\"")[1].prefix { $0 != "\"" }
    }
    #expect(texts == ["A", "A", "B", "E"])

    // A line that is no message is refused; the board goes on with the others, if there are any.
    for (script, code, fault) in [
      ("A\n{\n", 0, "2: the line is not JSON: it ends too early"),
      (
        "{\"text\":\"A\",\"at\":1}\n{\"text\":\"B\",\"at\":0.5}", 0,
        "2: expected \"at\" not to be before that of the line above"
      ),
      ("\n\n{\"at\":1}", 0, "3: expected either \"text\" or \"rows\""),
      ("{\"at\":1}\n{", 65, "1: expected either \"text\" or \"rows\""),
    ] {
      write(script)
      let run = try render(folder.file("x.jsonl"), options)
      #expect(run.code == Int32(code))
      #expect(run.lines == ["flip-kms: \(folder.file("feed")):\(fault)"])
    }
    #expect(folder.names == ["feed", "x.jsonl"])
  }

  @Test func whatIsMissingOrBroken() throws {
    let folder = Folder()
    close(open(folder.file("7.png"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
    let output = folder.file("x.png")
    let cases: [([String], Int32, String)] = [
      (["--font", "No Such Font"], 66, "--font: no font named 'No Such Font' is installed"),
      (["--font", "/no/such/folder.ttf"], 66, "--font: no font file at '/no/such/folder.ttf'"),
      (["--images", "/no/such/folder"], 66, "--images: no folder of pictures at '/no/such/folder'"),
      (
        ["--show", "text", "--feed", "/no/such/folder"], 66,
        "--feed: no file '/no/such/folder', expected lines of a feed"
      ),
      (["--config", "/no/such/folder"], 66, "--config: no file '/no/such/folder', expected a configuration"),
      (
        ["-o", "/no/such/folder/x.png"], 74,
        "cannot write '/no/such/folder/x.png': No such file or directory (open)"
      ),
      (
        ["-o", "x.gif"], 64,
        "-o: 'x.gif' ends in none of .png, .webp, .y4m, .jsonl, and is not - (y4m on standard output)"
      ),
      (
        ["-o", "x%s.png"], 64,
        "-o: 'x%s.png': in the name of a PNG % begins the frame's number, once, as %d or %05d; a percent sign is %%"
      ),
      (
        ["--for", "1", "--fps", "2"], 64,
        "-o '\(output)' holds one picture of 2, expected a name such as clock-%05d.png"
      ),
      (["--show", "countdown"], 64, "until is missing, expected the instant that the countdown ends at"),
      (
        ["--timezone", "Mars/Olympus"], 64,
        "--timezone 'Mars/Olympus': expected the name of a zone such as Europe/Berlin"
      ),
      (["--format", "{%H"], 64, "--format '{%H': expected a } for each {"),
      (["--format", "%H}"], 64, "--format '%H}': expected a { before each }"),
      (["--format", "%65H"], 64, "--format '%65H': expected a width of at most 64"),
      (["--text", "a\tb"], 64, "--text 'a\\tb': expected no control characters"),
    ]
    for (options, code, line) in cases {
      let run = try render(output, options)
      #expect(run.code == code, "\(options)")
      #expect(run.lines == ["flip-kms: \(line)"])
    }
    let both = try render(output, ["--images", "/no/such/folder", "--font", "No Such Font"])
    #expect(both.code == 66)
    #expect(
      both.lines == [
        "flip-kms: --images: no folder of pictures at '/no/such/folder'",
        "flip-kms: --font: no font named 'No Such Font' is installed",
      ])
    let broken = try render(
      output, ["--images", folder.path, "--at", "2026-01-01T07:07:00Z", "--format", "%-H"])
    #expect(broken.code == 65)
    #expect(broken.lines.count == 1)
    #expect(
      broken.lines.first?.hasPrefix("flip-kms: --images: cannot read the picture '\(folder.file("7.png"))': ")
        == true)
    #expect(folder.names == ["7.png"])
  }

  @Test func aFileBeyondTheLimitOfItsUser() throws {
    let folder = Folder()
    let run = try ProgramRun(
      ["render", "--config", "/dev/null", "--size", "64x64", "-o", folder.file("x.jsonl")] + at
        + ["--for", "1", "--fps", "20"], shell: "ulimit -f 1")
    #expect(run.code == 74)
    #expect(run.lines == ["flip-kms: cannot write '\(folder.file("x.jsonl"))': File too large (write)"])
    #expect(folder.names == [])
  }

  @Test func withoutPermission() {
    #expect(
      Failure(.forbiddenFont("/a.ttf")) == Failure(.permission, "no permission to read the font '/a.ttf'"))
    #expect(
      Failure(.forbiddenPicture("/a"))
        == Failure(.permission, "no permission to read the pictures at '/a'"))
  }

  @Test func withoutGL() throws {
    let folder = Folder()
    let run = try render(
      folder.file("x.png"), [], environment: ["__EGL_VENDOR_LIBRARY_DIRS": "/no/such/folder"])
    #expect(run.code == 69)
    #expect(run.lines.count == 1)
    #expect(run.lines.first?.hasPrefix("flip-kms: no usable OpenGL ES: ") == true)
    #expect(folder.names == [])
  }

  @Test func aHangUpThatIsIgnoredStaysSo() throws {
    let folder = Folder()
    signal(SIGHUP, SIG_IGN)
    defer { signal(SIGHUP, SIG_DFL) }
    let process = try RunningProgram(
      (["render", "--config", "/dev/null", "--size", "64x64", "-o", folder.file("x.jsonl")] + at
        + ["--for", "20", "--fps", "100"]).map { Array($0.utf8) })
    for _ in 0..<3000 where folder.names.isEmpty { poll(nil, 0, 10) }
    kill(process.id, SIGHUP)
    #expect(process.wait().code == 0)
    #expect(folder.names == ["x.jsonl"])
    #expect(folder.bytes("x.jsonl").count { $0 == 0x0A } == 2000)
  }

  /// Ended in the middle, the program leaves nothing behind, and ends by the signal.
  @Test func endedInTheMiddle() throws {
    let folder = Folder()
    for signal in [SIGTERM, SIGINT] {
      let process = try RunningProgram(
        (["render", "--config", "/dev/null", "--size", "64x64", "-o", folder.file("x.y4m")] + at
          + ["--for", "86400", "--fps", "1000", "--format", "%S"]).map { Array($0.utf8) })
      // The file, which has no name yet, grows once frames are drawn.
      for _ in 0..<3000 where !folder.isWritten(by: process.id) { poll(nil, 0, 10) }
      #expect(folder.isWritten(by: process.id))
      #expect(!folder.names.contains("x.y4m"))
      kill(process.id, signal)
      let run = process.wait()
      #expect(run.code == -signal)
      #expect(run.lines == [])
      #expect(folder.names == [])
    }
  }
}
