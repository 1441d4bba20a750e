public import FlipBoard

/// Makes the pictures of faces from fonts, when they are asked for. It keeps none: whoever asks has a
/// texture to keep them in.
///
/// Ink is single-channel coverage. Faces with colours of their own (emoji) are `rgba`.
public final class FaceStore: FaceSource {
  /// The family that the package depends on.
  public static let defaultFont = "Roboto Condensed:bold"

  private let maker: FaceMaker
  /// What a thread of its own makes, until somebody asks for it.
  private var worker: Worker<[FaceOrder: Bitmap?]>?
  /// What it made, until it is asked for.
  private var made: [FaceOrder: Bitmap?] = [:]

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
    maker = try FaceMaker(font: font, images: images, ink: ink)
  }

  deinit { _ = worker?.join() }

  /// Graphemes that no font has, each reported once, in the order they were met, as lines for people.
  /// They are left blank. After a hundred the last line says that there are more.
  public var warnings: [String] {
    settle()
    return maker.warnings
  }

  /// Sees to it that every picture can be read, before one of them is needed hours from now.
  ///
  /// - Throws: what is wrong with the first that cannot.
  public func checkPictures() throws(FaceError) {
    settle()
    try maker.checkPictures()
  }

  /// Begins to make the faces of a scene, on a thread of its own that ends with them: GL has its own to do
  /// until it draws the first frame. Whatever the store is asked next waits for it.
  public func makeAhead(_ scene: Scene) {
    settle()
    let orders = scene.faceOrders
    worker = Worker { [maker] in maker.makeAll(orders) }
  }

  public func card(_ face: Face, size: Size) throws(FaceError) -> Bitmap? {
    try take(FaceOrder(face: face, size: size, isSeparator: false))
  }

  public func separator(_ face: Face, size: Size) throws(FaceError) -> Bitmap? {
    try take(FaceOrder(face: face, size: size, isSeparator: true))
  }

  /// How wide each word between modules is set, in heights of a card, for `BoardConfiguration.wordWidths`.
  /// A word that a picture stands for, or of which nothing is seen, has none.
  public func widths(ofWords words: Set<String>) -> [String: Double] {
    settle()
    return maker.widths(ofWords: words)
  }

  private func take(_ order: FaceOrder) throws(FaceError) -> Bitmap? {
    settle()
    if let bitmap = made.removeValue(forKey: order) { return bitmap }
    // The first frame has had its own, and nobody will ask for the others.
    made.removeAll()
    return try maker.make(order)
  }

  private func settle() {
    guard let worker else { return }
    self.worker = nil
    made = worker.join()
  }
}
