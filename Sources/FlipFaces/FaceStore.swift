public import FlipBoard

/// Makes the pictures of faces from fonts, when they are asked for. It keeps none: whoever asks has a
/// texture to keep them in.
///
/// Ink is single-channel coverage. Faces with colours of their own (emoji) are `rgba`.
public final class FaceStore: FaceSource {
  /// The family that the package depends on.
  public static let defaultFont = "Roboto Condensed:bold"

  /// Graphemes that no font has, each reported once, in the order they were met, as lines for people.
  /// They are left blank. After a hundred the last line says that there are more.
  public private(set) var warnings: [String] = []

  private let typesetter: Typesetter
  private let fonts: FontStack
  private let pictures: PictureFolder?
  private let ink: Color
  private let notes: Notes

  /// Opens the font and reads which pictures there are.
  ///
  /// - Parameters:
  ///   - font: a family in fontconfig's pattern syntax (`Inter:bold`), or a font file's path.
  ///   - images: a folder of pictures that stand for faces, `7.png` for "7"; each fills its card, or
  ///     its separator's place. What has no picture is set in the font.
  ///   - ink: the colour of letters that share a face with a glyph in colour; all other ink is
  ///     coverage, and has none here.
  /// - Throws: `missingFont` where no such font is installed or no such file is there; `badFont` where
  ///   a file is no font that can be scaled; `missingPicture` where there is no such folder.
  public init(
    font: String = FaceStore.defaultFont, images: String? = nil,
    ink: Color = Color(red: 255, green: 255, blue: 255)
  ) throws(FaceError) {
    pictures = if let images { try PictureFolder(path: images) } else { nil }
    fonts = try FontStack(font)
    self.ink = ink
    let notes = Notes()
    self.notes = notes
    typesetter = Typesetter(fonts: fonts) { notes.add($0) }
  }

  /// Sees to it that every picture can be read, before one of them is needed hours from now.
  ///
  /// - Throws: what is wrong with the first that cannot.
  public func checkPictures() throws(FaceError) { try pictures?.check() }

  public func card(_ face: Face, size: Size) throws(FaceError) -> Bitmap? {
    try draw(face, size: size, separator: false)
  }

  public func separator(_ face: Face, size: Size) throws(FaceError) -> Bitmap? {
    try draw(face, size: size, separator: true)
  }

  private func draw(_ face: Face, size: Size, separator: Bool) throws(FaceError) -> Bitmap? {
    guard size.width > 0, size.height > 0 else { return nil }
    if let picture = try pictures?.picture(for: face.text) { return picture.scaled(to: size) }
    defer { warnings += notes.take() }
    guard let (text, baseline) = typesetter.set(face.text, in: size, separator: separator) else { return nil }
    return text.bitmap(size: size, baseline: baseline, ink: ink, library: fonts.library)
  }
}

/// What is found out while setting text, kept until the store takes it.
private final class Notes {
  private static let most = 100
  private var seen: Set<Character> = []
  private var new: [String] = []

  func add(_ grapheme: Character) {
    guard seen.count <= Self.most, seen.insert(grapheme).inserted else { return }
    if seen.count > Self.most {
      new.append("no font has others, too; they are left blank")
      return
    }
    let scalars = grapheme.unicodeScalars.map { "U+" + hex($0.value) }.joined(separator: " ")
    new.append("no font has '\(grapheme)' (\(scalars)); it is left blank")
  }

  func take() -> [String] {
    defer { new = [] }
    return new
  }

  private func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
