public import FlipBoard

/// Makes the pictures of faces from fonts, when they are asked for. It keeps none: whoever asks has a
/// texture to keep them in.
///
/// Ink is single-channel coverage. Faces with colours of their own (emoji) are `rgba`.
public final class FaceStore: FaceSource {
  /// The family that the package depends on.
  public static let defaultFont = "Roboto Condensed:bold"

  /// Graphemes that no font has, each reported once, in the order they were met. They are left blank.
  public private(set) var warnings: [String] = []

  private let typesetter: Typesetter
  private let fonts: FontStack
  private let notes: Notes

  /// Opens the font.
  ///
  /// - Parameter font: a family in fontconfig's pattern syntax (`Inter:bold`), or a font file's path.
  /// - Throws: `missingFont` where no such font is installed or no such file is there; `badFont` where
  ///   a file is no font that can be scaled.
  public init(
    font: String = FaceStore.defaultFont, images: String? = nil,
    ink: Color = .init(red: 255, green: 255, blue: 255)
  ) throws(FaceError) {
    fonts = try FontStack(font)
    let notes = Notes()
    self.notes = notes
    typesetter = Typesetter(fonts: fonts) { notes.add($0) }
  }

  public func card(_ face: Face, size: Size) throws(FaceError) -> Bitmap? {
    draw(face, size: size, separator: false)
  }

  public func separator(_ face: Face, size: Size) throws(FaceError) -> Bitmap? {
    draw(face, size: size, separator: true)
  }

  private func draw(_ face: Face, size: Size, separator: Bool) -> Bitmap? {
    defer { warnings += notes.take() }
    guard let (text, baseline) = typesetter.set(face.text, in: size, separator: separator) else { return nil }
    return text.bitmap(size: size, baseline: baseline, library: fonts.library)
  }
}

/// What is found out while setting text, kept until the store takes it.
private final class Notes {
  private var seen: Set<Character> = []
  private var new: [String] = []

  func add(_ grapheme: Character) {
    guard seen.insert(grapheme).inserted else { return }
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
