import FlipBoard
import Glibc
import Testing

@testable import FlipFaces

@Suite struct PictureFolderTests {
  private let folder = Folder()
  private let size = Size(width: 4, height: 6)

  private func put(_ name: String, _ value: UInt8) {
    folder.write(name, makePNG(width: 1, height: 1, [value, value, value, 255]))
  }

  private func shade(_ store: FaceStore, _ text: String, separator: Bool = false) throws -> UInt8? {
    let bitmap =
      separator ? try store.separator(Face(text), size: size) : try store.card(Face(text), size: size)
    guard let bitmap, bitmap.format == .rgba else { return nil }
    #expect(bitmap.size == size && Set(bitmap.pixels).count <= 2)
    return bitmap.pixels[0]
  }

  @Test func filesStandForWhatTheyAreNamed() throws {
    for (i, name) in ["7.png", "AM.png", "am.PNG", "colon.png", "slash.jpeg", "dot.png", "Á.png", "09.png"]
      .enumerated()
    {
      put(name, UInt8(i + 1))
    }
    let store = try FaceStore(images: folder.path)
    let expected =
      ["7": 1, "AM": 2, "am": 3, ":": 4, "/": 5, ".": 6, "A\u{301}": 7, "09": 8] as [String: UInt8]
    for (text, value) in expected { #expect(try shade(store, text) == value, "\(text)") }
    #expect(try shade(store, ":", separator: true) == 4)
    // What has no picture is set in the font.
    #expect(try store.card(Face("8"), size: Size(width: 40, height: 64))?.format == .coverage)
    #expect(try store.card(Face("Am"), size: Size(width: 40, height: 64))?.format == .coverage)
    #expect(try store.card(.blank, size: size) == nil)
  }

  @Test func theCharacterItselfAndPNGComeFirst() throws {
    put(":.png", 1)
    put("colon.png", 2)
    put("a.jpg", 3)
    put("a.png", 4)
    put("a.jpeg", 5)
    let store = try FaceStore(images: folder.path)
    #expect(try shade(store, ":") == 1)
    #expect(try shade(store, "a") == 4)
  }

  @Test func aBlankMayHaveAPicture() throws {
    put("space.png", 9)
    let store = try FaceStore(images: folder.path)
    #expect(try shade(store, " ") == 9)
    #expect(try shade(store, "") == 9)
  }

  @Test func namesOfCharactersAreUnambiguous() {
    let names = CharacterName.all.filter { $0.character != "" }.flatMap(\.names)
    #expect(Set(names).count == names.count)
    // All of ASCII that is neither letter nor digit has one.
    for code in UInt8(32)..<127 {
      let character = Character(Unicode.Scalar(code))
      #expect(character.isLetter || character.isNumber || !CharacterName.names(of: String(character)).isEmpty)
    }
    #expect(names.allSatisfy { $0.utf8.allSatisfy { $0 >= 97 && $0 <= 122 || $0 == 45 } })
  }

  @Test func theDocumentationHasAllNames() {
    let root = String(#filePath.dropLast("Tests/FlipFacesTests/PictureFolderTests.swift".count))
    let text = String(decoding: readAll(root + "docs/faces.md"), as: UTF8.self)
    for name in CharacterName.all.flatMap(\.names) { #expect(text.contains("`\(name)`"), "\(name)") }
  }

  @Test func aFolderThatIsNotThereIsAnError() {
    #expect(throws: FaceError.missingPicture("/nowhere")) { try FaceStore(images: "/nowhere") }
  }

  @Test func aFileIsNoFolder() {
    #expect(throws: FaceError.noFolder(path: robotoFile, reason: "it is a file")) {
      try FaceStore(images: robotoFile)
    }
  }

  @Test func aBrokenPictureIsAnErrorWithItsName() throws {
    let path = folder.write("7.png", Array("no picture".utf8))
    put("8.png", 1)
    mkfifo(folder.file("9.png"), 0o600)
    let store = try FaceStore(images: folder.path)
    #expect(throws: FaceError.badPicture(path: path, reason: "it is neither PNG nor JPEG")) {
      try store.card(Face("7"), size: size)
    }
    #expect(throws: FaceError.badPicture(path: folder.path + "/9.png", reason: "it is not a regular file")) {
      try store.card(Face("9"), size: size)
    }
    let cut = folder.write("6.jpg", [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0, count: 50))
    #expect(throws: FaceError.badPicture(path: cut, reason: "the picture is damaged or cut short")) {
      _ = try Raster(contentsOf: cut)
    }
    unlink(cut)
    #expect(try shade(store, "8") == 1)
    // The first of them is told before its face is needed.
    #expect(throws: FaceError.badPicture(path: path, reason: "it is neither PNG nor JPEG")) {
      try store.checkPictures()
    }
    // It is there by its name alone.
    symlink("/nowhere", folder.file("6.png"))
    let dangling = try FaceStore(images: folder.path)
    #expect(
      throws: FaceError.badPicture(path: folder.path + "/6.png", reason: "No such file or directory")
    ) {
      try dangling.card(Face("6"), size: size)
    }
  }
}
