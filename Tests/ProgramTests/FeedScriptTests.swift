import FlipBoard
import Glibc
import Testing

@testable import flip_kms

/// A feed as a script, from the file to what is kept of it.
@Suite struct FeedScriptTests {
  private func entries(_ text: String, end: Double) throws -> [FeedScript.Entry] {
    try script(text, end: end).entries
  }

  private func script(_ text: String, end: Double) throws -> FeedScript {
    let folder = Folder()
    let file = open(folder.file("feed"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    close(file)
    return try FeedScript(path: folder.file("feed"), end: Length(seconds: end))
  }

  private func entry(_ seconds: Double, _ row: String) -> FeedScript.Entry {
    FeedScript.Entry(after: Length(seconds: seconds), rows: [row])
  }

  @Test func theLastMessageOfAnInstantWins() throws {
    let text = """
      A
      B
      {"text":"C","at":0.5}
      D
      {"text":"E","at":0.5}
      {"text":"F","at":0.75}

      """
    #expect(try entries(text, end: 1) == [entry(0, "B"), entry(0.5, "E"), entry(0.75, "F")])
  }

  /// What comes after the last picture is read, as its faults are faults, and not kept.
  @Test func nothingIsKeptThatIsNotSeen() throws {
    let late = (1...1000).map { "{\"text\":\"\($0)\",\"at\":\($0)}\n" }.joined()
    #expect(try entries("A\n" + late + "last\n", end: 2) == [entry(0, "A"), entry(1, "1"), entry(2, "2")])
    #expect(try script(late + "{\"text\":\"x\",\"at\":999}", end: 2).warnings.count == 1)
    #expect(try script(late + "{", end: 2).warnings.count == 1)
  }

  /// Refused lines leave the board as it was; each is told, up to a bound.
  @Test func aFloodOfRubbishIsTwentyLinesAndOne() throws {
    let flood = try script("A\n" + String(repeating: "{\n", count: 1000), end: 0)
    #expect(flood.entries == [entry(0, "A")])
    #expect(flood.warnings.count == 21)
    #expect(flood.warnings[20].hasSuffix(": 980 more lines refused"))
    #expect(throws: Failure.self) { try entries("{\n{\n", end: 0) }
    #expect(try script("", end: 0) == .none)
  }

  @Test func aFloodIsOneMessage() throws {
    let flood = (1...50_000).map { "\($0)\n" }.joined()
    #expect(try entries(flood, end: 0) == [entry(0, "50000")])
  }

  /// The board stays as it was, and the place is told.
  @Test func aZeroByteIsABadLine() throws {
    let script = try script("A\nB\u{0}\n\u{0}\n", end: 0)
    #expect(script.entries == [entry(0, "A")])
    #expect(script.warnings.count == 2)
    #expect(script.warnings[0].hasSuffix("/feed:2: the line holds a zero byte"))
    #expect(script.warnings[1].hasSuffix("/feed:3: the line holds a zero byte"))
  }

  /// By its size, before a line of it is read: 64 MiB and a byte, and none of it is on the disk. The one of 64 MiB
  /// is read: a line of zeros is too long for one.
  @Test(arguments: [(0, false), (1, true)])
  func aFileThatIsTooLargeIsRefusedAtOnce(over: Int, isTooLarge: Bool) {
    let folder = Folder()
    let path = folder.file("large")
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    ftruncate(file, 64 << 20 + over)
    close(file)
    do throws(Failure) {
      _ = try FeedScript(path: path, end: .zero)
      Issue.record("it is taken")
    } catch {
      #expect(error.code == .data)
      #expect(
        error.lines == [
          isTooLarge
            ? "'\(path)' is larger than 67108864 bytes" : "\(path):1: the line is longer than 65536 bytes"
        ])
    }
  }

  /// A line of zeros without an end: it is not read for ever.
  @Test func whatFlowsForEverIsNoScript() {
    do throws(Failure) {
      _ = try FeedScript(path: "/dev/zero", end: .zero)
      Issue.record("it ended")
    } catch {
      #expect(error.code == .data)
      #expect(error.lines == ["'/dev/zero' is larger than 67108864 bytes"])
    }
  }
}
