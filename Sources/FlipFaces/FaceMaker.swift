public import FlipBoard

/// A face to be made: what is on it, of what size in pixels, and whether it has a card.
public struct FaceOrder: Hashable, Sendable {
  public var face: Face
  public var size: Size
  public var isSeparator: Bool

  public init(face: Face, size: Size, isSeparator: Bool) {
    self.face = face
    self.size = size
    self.isSeparator = isSeparator
  }
}

extension Scene {
  /// All faces that are seen, each once.
  public var faceOrders: [FaceOrder] {
    var seen: Set<FaceOrder> = []
    var orders: [FaceOrder] = []
    func add(_ face: Face, _ frame: Rect, isSeparator: Bool = false) {
      let order = FaceOrder(face: face, size: frame.size, isSeparator: isSeparator)
      if seen.insert(order).inserted { orders.append(order) }
    }
    for module in modules {
      add(module.upper, module.frame)
      add(module.lower, module.frame)
      for flap in flaps[module.flaps] {
        add(flap.front, module.frame)
        add(flap.back, module.frame)
      }
    }
    for separator in separators { add(separator.face, separator.frame, isSeparator: true) }
    return orders
  }
}

/// Draws faces, with all that fonts and pictures need for it. One thread at a time may use it: `FaceStore`
/// sees to that.
final class FaceMaker {
  /// Bytes of bitmaps that are made before anybody asked for them.
  static let mostAhead = 16 << 20

  private(set) var warnings: [String] = []
  private let typesetter: Typesetter
  private let fonts: FontStack
  private let pictures: PictureFolder?
  private let ink: Color
  private let notes: Notes

  init(font: String, images: String?, ink: Color) throws(FaceError) {
    pictures = if let images { try PictureFolder(path: images) } else { nil }
    fonts = try FontStack(font)
    self.ink = ink
    let notes = Notes()
    self.notes = notes
    typesetter = Typesetter(fonts: fonts) { notes.add($0) }
  }

  func checkPictures() throws(FaceError) { try pictures?.check() }

  func make(_ order: FaceOrder) throws(FaceError) -> Bitmap? {
    let size = order.size
    guard size.width > 0, size.height > 0 else { return nil }
    if let picture = try pictures?.picture(for: order.face.text) { return picture.scaled(to: size) }
    defer { warnings += notes.take() }
    guard let (text, baseline) = typesetter.set(order.face.text, in: size, separator: order.isSeparator)
    else { return nil }
    return text.bitmap(size: size, baseline: baseline, ink: ink, library: fonts.library)
  }

  func widths(ofWords words: Set<String>) -> [String: Double] {
    var widths: [String: Double] = [:]
    for word in words where pictures?.has(word) != true { widths[word] = typesetter.width(ofWord: word) }
    return widths
  }

  /// Makes as many as are within bounds. One that can't be made is left out: it fails where it is asked for.
  func makeAll(_ orders: [FaceOrder]) -> [FaceOrder: Bitmap?] {
    var made: [FaceOrder: Bitmap?] = [:]
    var bytes = 0
    for order in orders where bytes < FaceMaker.mostAhead {
      do throws(FaceError) {
        let bitmap = try make(order)
        made[order] = .some(bitmap)
        bytes += bitmap?.pixels.count ?? 0
      } catch {
        break
      }
    }
    return made
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
