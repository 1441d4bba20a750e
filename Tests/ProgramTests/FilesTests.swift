import FlipBoard
import Glibc
import Testing

@testable import flip_kms

@Suite struct OutputNameTests {
  @Test func theEndingPicksTheFormat() throws {
    #expect(try OutputFormat(name: "-") == .video)
    #expect(try OutputFormat(name: "a/b.y4m") == .video)
    #expect(try OutputFormat(name: "clock.png") == .image("clock.png"))
    #expect(try OutputFormat(name: "CLOCK.PNG") == .image("CLOCK.PNG"))
    #expect(try OutputFormat(name: "50%%-%%d.png") == .image("50%-%d.png"))
    #expect(try OutputFormat(name: "clock.webp") == .animation)
    #expect(try OutputFormat(name: "100%.webp") == .animation)
    #expect(try OutputFormat(name: "scene.jsonl") == .scene)
    #expect(try OutputFormat(name: "f%d.png").holdsManyFrames)
  }

  @Test(arguments: ["clock", "clock.gif", "", "png", "clock.png.bak", "--"])
  func anUnknownEndingIsRefused(_ name: String) {
    #expect(throws: OutputNameError.unknownEnding(name)) { try OutputFormat(name: name) }
  }

  @Test(arguments: [
    "%s.png", "%d-%d.png", "50%.png", "%x.png", "%5.2d.png", "%-5d.png", "%%%.png", "%%d%.png", "%99d.png",
    "%1$d.png",
    "%\u{0665}d.png", "%18446744073709551617d.png",
  ])
  func aNameOfASeriesHoldsOneNumber(_ name: String) {
    #expect(throws: OutputNameError.badConversion(name)) { try OutputFormat(name: name) }
  }

  /// Against printf itself.
  @Test(arguments: [
    "%d.png", "a%05d.png", "%3dé.png", "100%%-%02d.png", "%020d.png", "%0d.png", "z%%d.png", "%%%%.png",
  ])
  func numbersAreWrittenAsPrintfDoes(_ name: String) throws {
    let series = try PictureName(name)
    for index in [0, 7, 42, 12345, 1_234_567] {
      var text = [CChar](repeating: 0, count: 256)
      withVaList([Int32(index)]) { _ = vsnprintf(&text, text.count, name, $0) }
      let expected = text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
      #expect(series.file(index) == expected)
    }
  }
}

@Suite struct OutputFileTests {
  @Test func nothingIsUnderTheNameUntilAllIsWritten() throws {
    let folder = Folder()
    let file = try OutputFile(path: folder.file("a.bin"))
    try file.write([1, 2, 3])
    #expect(!folder.names.contains("a.bin"))
    try file.commit()
    #expect(folder.names == ["a.bin"])
    #expect(folder.bytes("a.bin") == [1, 2, 3])
  }

  @Test func whatWasThereStaysWhenGivenUp() throws {
    let folder = Folder()
    for (bytes, keep) in [([1, 1] as [UInt8], true), ([2, 2, 2], false)] {
      let file = try OutputFile(path: folder.file("a.bin"))
      try file.write(bytes)
      if keep { try file.commit() } else { file.abandon() }
    }
    do { _ = try OutputFile(path: folder.file("a.bin")) }
    #expect(folder.names == ["a.bin"])
    #expect(folder.bytes("a.bin") == [1, 1])
  }

  @Test func whoMayReadWhatWasThereMayReadTheNewOne() throws {
    let folder = Folder()
    for mode in [0o600, 0o640, 0o666] as [mode_t] {
      try OutputFile(path: folder.file("a.bin")).commit()
      chmod(folder.file("a.bin"), mode)
      try OutputFile(path: folder.file("a.bin")).commit()
      var status = stat()
      #expect(stat(folder.file("a.bin"), &status) == 0 && status.st_mode & 0o777 == mode)
    }
  }

  @Test func aLinkIsWrittenThrough() throws {
    let folder = Folder()
    let first = try OutputFile(path: folder.file("real"))
    try first.commit()
    symlink("real", folder.file("link"))
    let second = try OutputFile(path: folder.file("link"))
    try second.write([9])
    try second.commit()
    #expect(folder.bytes("real") == [9])
    var status = stat()
    #expect(lstat(folder.file("link"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
  }

  @Test func theUmaskHolds() throws {
    let folder = Folder()
    let file = try OutputFile(path: folder.file("a"))
    try file.commit()
    let mask = umask(0)
    umask(mask)
    var status = stat()
    stat(folder.file("a"), &status)
    #expect(status.st_mode & 0o777 == 0o666 & ~mask)
  }

  @Test func aFolderThatIsNotThereFailsAtOnce() {
    let error = FileError(path: "/nowhere/a.png", call: "open", code: ENOENT)
    #expect(throws: error) { try OutputFile(path: "/nowhere/a.png") }
    #expect(error.description == "cannot write '/nowhere/a.png': No such file or directory (open)")
  }

  @Test func aFolderUnderTheNameIsRefused() {
    #expect(throws: FileError(path: "/tmp", call: "open", code: EISDIR)) { try OutputFile(path: "/tmp") }
  }

  @Test func aFullDiskIsAnError() throws {
    let file = try OutputFile(path: "/dev/full")
    #expect(throws: FileError(path: "/dev/full", call: "write", code: ENOSPC)) { try file.write([0]) }
  }

  @Test func aDeviceStaysADevice() throws {
    let file = try OutputFile(path: "/dev/null")
    try file.write([0])
    try file.commit()
    var status = stat()
    #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test func aClosedPipeIsAnError() throws {
    signal(SIGPIPE, SIG_IGN)
    let folder = Folder()
    let path = folder.file("pipe.y4m")
    mkfifo(path, 0o600)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    let file = try OutputFile(path: path)
    close(reader)
    #expect(throws: FileError(path: path, call: "write", code: EPIPE)) { try file.write([0]) }
    file.abandon()
    #expect(folder.names == ["pipe.y4m"])
  }

  @Test func linesAreWrittenWhole() throws {
    let folder = Folder()
    let sink = try LineSink(path: folder.file("a.jsonl"))
    let line = String(repeating: "é", count: 20000)
    for _ in 0..<5 { try sink.add(line) }
    #expect(!folder.names.contains("a.jsonl"))
    try sink.finish()
    #expect(
      String(decoding: folder.bytes("a.jsonl"), as: UTF8.self) == String(repeating: line + "\n", count: 5))
  }
}
