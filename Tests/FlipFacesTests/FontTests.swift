import FlipBoard
import Glibc
import Testing

@testable import FlipFaces

@Suite struct FontTests {
  private let size = Size(width: 40, height: 64)

  @Test(arguments: [
    "Roboto Condensed", "Roboto Condensed:bold", "roboto condensed", "RobotoCondensed",
    "Roboto Condensed:style=Bold", "Roboto Condensed:style=Bold Italic", "DejaVu Sans:bold", "sans",
    "sans-serif", "serif", "monospace", "DejaVu Sans Mono-20", "No Such Family,DejaVu Sans", robotoFile,
  ])
  func aNameThatIsThereIsFound(_ name: String) throws {
    let store = try FaceStore(font: name)
    #expect(try store.card(Face("8"), size: size) != nil)
  }

  @Test(arguments: [
    "No Such Family", "Roboto Condensd", "No Such Family:bold", "Roboto Condensed:style=Bolder", "",
    "No Such Family,Nor This", "Roboto Condensed Bold", "/nowhere/font.ttf", "nowhere.ttf", "./nowhere",
    "/dev/null/font.ttf",
  ])
  func aNameThatIsNotThereIsAnErrorThatNamesIt(_ name: String) {
    #expect(throws: FaceError.missingFont(name)) { try FaceStore(font: name) }
    #expect(FaceError.missingFont(name).description.contains("'\(name)'"))
  }

  @Test func theFileIsTheFontOfThatName() throws {
    let byName = try FaceStore(font: "RobotoCondensed:bold")
    let byFile = try FaceStore(font: robotoFile)
    // This one is had without asking fontconfig.
    let byDefault = try FaceStore()
    for text in ["0", "W", "Á"] {
      #expect(try byName.card(Face(text), size: size) == byFile.card(Face(text), size: size))
      #expect(try byDefault.card(Face(text), size: size) == byFile.card(Face(text), size: size))
    }
  }

  @Test func weightAndStyleAreThoseAskedFor() throws {
    func area(_ name: String) throws -> Double {
      try #require(try FaceStore(font: name).card(Face("8"), size: size)).inkArea
    }
    #expect(try area("Roboto Condensed:light") < area("Roboto Condensed"))
    #expect(try area("Roboto Condensed") < area("Roboto Condensed:bold"))
    #expect(try area("Roboto Condensed:bold") == area("Roboto Condensed:style=Bold"))
  }

  @Test func whatIsNoFontIsRefused() throws {
    let folder = Folder()
    let fifo = folder.file("pipe.ttf")
    mkfifo(fifo, 0o600)
    let huge = folder.write("huge.ttf", [])
    truncate(huge, 64 << 20 + 1)
    for path in [
      "/etc/passwd", folder.path, fifo, huge, folder.write("empty.ttf", []),
      folder.write("cut.ttf", Array(readAll(robotoFile).prefix(1000))), "/dev/zero",
    ] {
      let error = thrown(FaceError.self) { try FaceStore(font: path) }
      guard case .badFont(path, let reason)? = error else {
        Issue.record("\(path): \(String(describing: error))")
        continue
      }
      #expect(!reason.isEmpty)
    }
  }

  /// A broken font may be refused or draw anything, but on its card, and without a crash.
  @Test func brokenFontsDoNoHarm() throws {
    let folder = Folder()
    let whole = readAll(robotoFile)
    let path = folder.file("broken.ttf")
    var random = SplitMix(state: 1)
    for round in 0..<60 {
      var bytes = whole
      let count = round.isMultiple(of: 2) ? 8 : 2000
      // The directory and the tables that are read first are hit as well as the outlines.
      for _ in 0..<count {
        let reach = round.isMultiple(of: 3) ? 2000 : bytes.count
        bytes[Int(random.next() % UInt64(reach))] = UInt8(truncatingIfNeeded: random.next())
      }
      folder.write("broken.ttf", bytes)
      guard let store = try? FaceStore(font: path) else { continue }
      for text in ["8", "W", "WED"] { _ = try store.card(Face(text), size: size) }
    }
  }
}

/// Sebastiano Vigna's splitmix64: the same numbers in every run.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
