import Glibc
import Testing

@testable import flip_kms

/// Where `-o` writes, and where it must not.
@Suite struct OutputPlaceTests {
  private func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// As a shell's `>` does: the file comes to be where the links end.
  @Test func aLinkToNothingYetIsWrittenThrough() throws {
    let folder = Folder()
    symlink("second", folder.file("first"))
    symlink(folder.file("real"), folder.file("second"))
    let file = try OutputFile(path: folder.file("first"))
    try file.write([7])
    #expect(folder.names.filter { !$0.hasPrefix(".") } == ["first", "second"])
    try file.commit()
    #expect(folder.names == ["first", "real", "second"])
    #expect(folder.bytes("real") == [7])
    #expect(isLink(folder.file("first")) && isLink(folder.file("second")))
  }

  @Test func linksThatLeadNowhereAreRefusedAndStay() {
    let folder = Folder()
    symlink("b", folder.file("a"))
    symlink("a", folder.file("b"))
    symlink("no/such/file", folder.file("c"))
    for (name, code) in [("a", ELOOP), ("c", ENOENT)] {
      let path = folder.file(name)
      #expect(throws: FileError(path: path, call: "open", code: code)) { try OutputFile(path: path) }
    }
    #expect(folder.names == ["a", "b", "c"])
  }

  /// Its folder would let it be replaced, but whoever took the right to write it away meant the file.
  @Test func aFileThatMayNotBeWrittenIsRefused() throws {
    let folder = Folder()
    let path = folder.file("a.bin")
    close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o444))
    // Root may write anything: this thread is somebody else for as long as it takes, who owns the folder.
    chown(folder.path, 65534, 65534)
    chown(path, 65534, 65534)
    let symbol = try #require(dlsym(nil, "setfsuid"), "setfsuid(2), which the module of the C library lacks")
    let setUser = unsafeBitCast(symbol, to: (@convention(c) (uid_t) -> Int32).self)
    let user = setUser(65534)
    defer { _ = setUser(uid_t(user)) }
    #expect(throws: FileError(path: path, call: "open", code: EACCES)) { try OutputFile(path: path) }
    #expect(folder.names == ["a.bin"])
    try OutputFile(path: folder.file("b.bin")).commit()
    #expect(folder.names == ["a.bin", "b.bin"])
  }

  /// Root that draws over somebody's picture leaves it theirs; whoever is not root owns it anyway.
  @Test func whoseItWasItStays() throws {
    let folder = Folder()
    let path = folder.file("a.bin")
    try OutputFile(path: path).commit()
    chown(path, 1234, 4321)
    var before = stat()
    stat(path, &before)
    try OutputFile(path: path).commit()
    var after = stat()
    #expect(stat(path, &after) == 0 && after.st_uid == before.st_uid && after.st_gid == before.st_gid)
    #expect(after.st_ino != before.st_ino)
  }

  @Test func aPictureWhoseNameHoldsAPercentSign() throws {
    let folder = Folder()
    let render = ["render", "--config", "/dev/null", "--size", "64x48", "--at", "2026-01-01T00:00:00Z", "-o"]
    #expect(try ProgramRun(render + [folder.file("50%%.png")]).code == 0)
    #expect(folder.names == ["50%.png"])
    let refused = try ProgramRun(render + [folder.file("50%.png")])
    #expect(refused.code == 64)
    #expect(
      refused.lines == [
        "flip-kms: -o: '\(folder.file("50%.png"))': in the name of a PNG % begins the frame's number, once, "
          + "as %d or %05d; a percent sign is %%"
      ])
  }

  /// WebP's own bound, one below the program's, before anything is drawn or opened.
  @Test func aWebPThatWouldBeTooLargeIsRefusedAtOnce() throws {
    let folder = Folder()
    for size in ["16384x16", "16x16384"] {
      let run = try ProgramRun(
        [
          "render", "--config", "/dev/null", "--size", size, "--at", "2026-01-01", "-o",
          folder.file("x.webp"),
        ])
      #expect(run.code == 64)
      #expect(
        run.lines == [
          "flip-kms: --size '\(size)': expected sides of at most 16383 pixels, as a WebP has no longer ones"
        ])
    }
    #expect(folder.names == [])
    #expect(try OutputFormat(name: "a.webp").longestSide == 16383)
    for name in ["a.png", "a%d.png", "a.y4m", "-", "a.jsonl"] {
      #expect(try OutputFormat(name: name).longestSide == 16384)
    }
  }
}
