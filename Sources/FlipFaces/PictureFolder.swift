import Glibc

/// A folder of pictures that stand for faces, one file a face.
///
/// A file is named by what it stands for: `7.png`, `AM.png`, `Á.jpg`. Capitals and small letters are
/// different faces. Characters that cannot be in a file's name, or are awkward there, have names in
/// words: `colon.png`, `slash.png`, `space.png` (also for the blank face); `CharacterName` has them
/// all. Where both are there, the character itself comes before its name, and PNG before JPEG.
final class PictureFolder {
  private let path: String
  private var files: [String: String] = [:]

  /// Reads which pictures there are; each is opened when its face is needed.
  init(path: String) throws(FaceError) {
    self.path = path
    guard let folder = opendir(path) else {
      switch errno {
      case ENOENT: throw .missingPicture(path)
      case EACCES, EPERM: throw .forbiddenPicture(path)
      case ENOTDIR:
        // It is a file itself, or one on its way is.
        guard access(path, F_OK) == 0 else { throw .missingPicture(path) }
        throw .noFolder(path: path, reason: "it is a file")
      case let code: throw .noFolder(path: path, reason: String(cString: strerror(code)))
      }
    }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { continue }
      let ending = name[dot...].lowercased()
      guard [".png", ".jpg", ".jpeg"].contains(ending) else { continue }
      let stem = String(name[..<dot])
      // One order whatever order the folder is read in.
      if let other = files[stem], Self.rank(other) <= Self.rank(name) { continue }
      files[stem] = name
    }
  }

  /// The picture for a face's text; nil where there is none.
  func picture(for text: String) throws(FaceError) -> Raster? {
    guard let name = file(for: text) else { return nil }
    return try Raster(contentsOf: path + "/" + name)
  }

  func has(_ text: String) -> Bool { file(for: text) != nil }

  private func file(for text: String) -> String? {
    files[text] ?? CharacterName.names(of: text).lazy.compactMap { self.files[$0] }.first
  }

  /// Reads all of them, so that one at fault is known before its face is needed.
  func check() throws(FaceError) {
    for name in files.values.sorted() { _ = try Raster(contentsOf: path + "/" + name) }
  }

  private static func rank(_ name: String) -> String {
    (name.lowercased().hasSuffix(".png") ? "0" : "1") + name
  }
}

/// What characters are called where they cannot be written as themselves.
enum CharacterName {
  /// Every character that has a name, and its names.
  static let all: [(character: String, names: [String])] = [
    ("", ["blank", "space"]), (" ", ["space", "blank"]), ("!", ["exclamation"]), ("\"", ["quote"]),
    ("#", ["hash"]), ("$", ["dollar"]), ("%", ["percent"]), ("&", ["ampersand"]), ("'", ["apostrophe"]),
    ("(", ["left-parenthesis"]), (")", ["right-parenthesis"]), ("*", ["asterisk"]), ("+", ["plus"]),
    (",", ["comma"]), ("-", ["hyphen", "minus", "dash"]), (".", ["dot", "period"]), ("/", ["slash"]),
    (":", ["colon"]), (";", ["semicolon"]), ("<", ["less"]), ("=", ["equals"]), (">", ["greater"]),
    ("?", ["question"]), ("@", ["at-sign"]), ("[", ["left-bracket"]), ("\\", ["backslash"]),
    ("]", ["right-bracket"]), ("^", ["caret"]), ("_", ["underscore"]), ("`", ["backtick"]),
    ("{", ["left-brace"]), ("|", ["bar"]), ("}", ["right-brace"]), ("~", ["tilde"]), ("°", ["degree"]),
  ]

  private static let table = Dictionary(uniqueKeysWithValues: all.map { ($0.character, $0.names) })

  static func names(of text: String) -> [String] { table[text] ?? [] }
}
