import FlipBoard
import Testing

@testable import flip_kms

/// What `flip-kms render` refuses, or has no use for, and says before it draws.
@Suite(.serialized) struct RenderRefusalTests {
  private let render = ["render", "--config", "/dev/null", "--timezone", "UTC", "--size", "160x96"]

  /// "1" is no picture, and its face comes only in the last of these seconds: neither half a series nor a
  /// configuration that `run` then refuses.
  @Test func aPictureAtFaultIsToldBeforeAnythingIsDrawn() throws {
    let folder = Folder()
    let pictures = Folder()
    let file = try OutputFile(path: pictures.file("1.png"))
    try file.write([0x62, 0x61, 0x64])
    try file.commit()
    let images = ["--images", pictures.file("")]
    let series = ["--format", "%S", "--at", "2026-01-01T10:00:02Z", "--for", "9", "--fps", "1"]
    let drawn = try ProgramRun(render + images + series + ["-o", folder.file("s%d.png")])
    let checked = try ProgramRun(["check", "--config", "/dev/null"] + images)
    for run in [drawn, checked] {
      #expect(run.code == 65)
      #expect(run.lines.count == 1 && run.lines[0].contains("1.png"), "\(run.lines)")
      #expect(run.output == "")
    }
    #expect(folder.names == [])
  }

  @Test func ofABrokerItIsSaidThatNobodyListens() throws {
    let folder = Folder()
    let text = ["--show", "text", "--text", "A", "--mqtt", "mqtt://localhost/t"]
    let run = try ProgramRun(render + text + ["--at", "2026-01-01T10:00:00Z", "-o", folder.file("a.png")])
    #expect(run.code == 0)
    #expect(
      run.lines == ["flip-kms: mqtt has no effect, as only run listens to a broker; feed is a file here"])
  }

  /// Where the configuration names it, its line is told.
  @Test func aFeedOfTheConfigurationThatIsMissing() throws {
    let folder = Folder()
    let run = try ProgramRun(
      ["render", "--config", "-", "--size", "64x64", "--at", "2026-01-01", "-o", folder.file("x.png")],
      input: Array("[content]\nshow = text\n[feed]\nfeed = /no/such/folder\n".utf8))
    #expect(run.code == 66)
    #expect(run.lines == ["flip-kms: -:4: no file '/no/such/folder', expected lines of a feed"])
  }

  /// What no machine has, 4 EiB, is told; the program would be gone otherwise.
  @Test func aPictureThatMemoryHasNoRoomFor() {
    do throws(Failure) {
      _ = try PictureWriter.memory(for: Size(width: 1 << 31, height: 1 << 29))
      Issue.record("there is room")
    } catch {
      #expect(error.code == .unavailable)
      #expect(
        error.lines == [
          "the memory does not suffice for the 4611686018427387904 bytes of a picture; a smaller one needs less "
            + "(calloc)"
        ])
    }
  }
}
