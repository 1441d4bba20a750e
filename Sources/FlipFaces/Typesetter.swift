import FlipBoard

/// Sets the text of a face into a card: how large, how wide, and where.
///
/// All faces of one card size share a font size and a baseline. A face that would stick out is, in
/// this order, drawn narrower, drawn smaller, and shifted, and only by as much as it takes.
final class Typesetter {
  /// Height of capitals in parts of the card's height.
  static let capShare = 0.62
  /// Parts of the card's width and height kept free of ink at each edge.
  static let marginX = 0.07
  /// Of a single card's width at least so much: an M that is nearer to the edges looks as if it touched them.
  static let leastMarginX = 0.08
  static let marginY = 0.04
  /// The narrowest that letters are drawn before they get smaller.
  static let narrowest = 0.8

  let fonts: FontStack
  private let report: (Character) -> Void
  private var sizes: [Size: TypeSize] = [:]
  private var smallerSizes: [Int: TypeSize] = [:]

  init(fonts: FontStack, report: @escaping (Character) -> Void) {
    self.fonts = fonts
    self.report = report
  }

  func missing(_ grapheme: Character) { report(grapheme) }

  /// A face's glyphs in place: x from the card's left, y up from the baseline, which is `baseline`
  /// pixels below the card's top. Nil where nothing is to be seen.
  func set(_ text: String, in size: Size, separator: Bool) -> (text: SetText, baseline: Double)? {
    guard size.width > 0, size.height > 0, !text.allSatisfy(\.isBlank) else { return nil }
    let space = Space(size, separator: separator)
    // A word between modules goes with the digits of a single card.
    let beside = Size(width: Int((Double(size.height) * Card.aspect).rounded()), height: size.height)
    let type = typeSize(separator ? beside : size)
    let isCentred = text.allSatisfy { $0.isCentred || $0.isBlank }
    var set: SetText
    var baseline: Double
    if separator, !isCentred {
      (set, baseline) = setWord(text, type: type, space: space)
    } else if let zero = commonZero(of: text) {
      (set, baseline) = setDigits(text, zero: zero, type: type, space: space)
    } else if text.allSatisfy({ $0.isIdeographic || $0.isBlank }) {
      (set, baseline) = setIdeographs(text, em: type.em, space: space)
    } else {
      (set, baseline) = setLetters(text, type: type, space: space)
    }
    let box = set.box
    guard !box.isEmpty else { return nil }
    if isCentred || set.layers.isEmpty {
      baseline = space.height / 2 + box.middleY / 64
      if type.hinted, !set.layers.isEmpty { baseline.round() }
    }
    return (set, space.shifted(baseline, toFit: box))
  }

  // MARK: Sizes

  private func typeSize(_ size: Size) -> TypeSize {
    if let known = sizes[size] { return known }
    let em = Double(size.height) * Self.capShare * 64 / fonts.main.capRatio
    var type = even(near: em)
    // Digits decide how large a card's faces are where the card is narrow; what rounding made too wide is drawn
    // narrower, so that digits of wide cards beside it are as high.
    let cell = Double(digitCell(zero: "0", em: type.em)) / 64 * em / Double(type.em)
    let room = Double(size.width) * 0.94
    if cell > room { type = even(atMost: em * room / cell) }
    sizes[size] = type
    return type
  }

  private func even(near em: Double) -> TypeSize { fonts.main.evenSize(near: em, atMost: false) }

  /// For a face that has to be made smaller than the others of its card.
  func even(atMost em: Double) -> TypeSize {
    let key = Int(em)
    if let known = smallerSizes[key] { return known }
    let type = fonts.main.evenSize(near: Double(key), atMost: true)
    // A feed of ever new words must not fill the memory.
    if smallerSizes.count >= 256 { smallerSizes.removeAll(keepingCapacity: true) }
    smallerSizes[key] = type
    return type
  }

  private func commonZero(of text: String) -> Unicode.Scalar? {
    var zero: Unicode.Scalar?
    for grapheme in text where !grapheme.isBlank {
      guard let own = grapheme.digitZero, zero == nil || zero == own else { return nil }
      zero = own
    }
    return zero
  }

  // MARK: Kinds of text

  private func setDigits(
    _ text: String, zero: Unicode.Scalar, type: TypeSize, space: Space
  ) -> (SetText, Double) {
    var type = type
    var cell = digitCell(zero: zero, em: type.em)
    let room = space.cellWidth * 64
    let natural = Double(cell * text.count)
    if natural * Self.narrowest > room {
      type = even(atMost: Double(type.em) * room / (natural * Self.narrowest))
      cell = digitCell(zero: zero, em: type.em)
    }
    var set = setCells(text, cell: cell, byInk: true, em: type.em, hinted: type.hinted)
    let width = Double(cell * text.count)
    let narrow = min(1, room / width)
    set.transform(scaleX: narrow, scaleY: 1, x: Int((space.width * 32 - width * narrow / 2).rounded()))
    return (set, type.baseline(height: Int(space.height)))
  }

  func setIdeographs(_ text: String, em: Int, space: Space) -> (SetText, Double) {
    let count = Double(text.count)
    let em = Int(min(Double(em), space.inkWidth * 64 / count, space.inkHeight * 64))
    var set = setCells(text, cell: em, byInk: false, em: em, hinted: false)
    set.transform(scaleX: 1, scaleY: 1, x: Int((space.width * 32 - Double(em) * count / 2).rounded()))
    // The square of an ideograph reaches from 0.12 em below the baseline to 0.88 above.
    return (set, space.height / 2 + 0.38 * Double(em) / 64)
  }

  private func setLetters(_ text: String, type: TypeSize, space: Space) -> (SetText, Double) {
    let natural = setLine(text, em: type.em, hinted: false)
    guard !natural.box.isEmpty else { return (SetText(), 0) }
    let mayNarrow = mayNarrow(text, natural)
    let narrowest = mayNarrow ? Self.narrowest : 1
    var em = Double(type.em)
    if mayNarrow, text.count > 1 {
      // Words of one length share a size, though some are wider: they are made to fit by narrowing.
      let usual = usualWidth(count: text.count, em: type.em)
      em *= min(1, space.inkWidth * 64 / (usual * 0.86))
    }
    let ratio = em / Double(type.em)
    let width = Double(natural.box.width) * ratio
    let height = Double(natural.box.height) * ratio
    em *= min(1, space.inkWidth * 64 / (width * narrowest), space.inkHeight * 64 / height)
    var size = type
    if Int(em) < type.em {
      size =
        mayNarrow
        ? even(atMost: em)
        : TypeSize(em: max(1, Int(em)), cap: Int(Double(type.cap) * em / Double(type.em)), hinted: false)
    }
    let (set, shrink) = fitted(setLine(text, em: size.em, hinted: size.hinted), space, mayNarrow: mayNarrow)
    size.cap = Int(Double(size.cap) * shrink)
    return (set, size.baseline(height: Int(space.height)))
  }

  /// A line in the middle of its space, made narrower and smaller by what it takes, and how much smaller.
  func fitted(_ line: SetText, _ space: Space, mayNarrow: Bool) -> (SetText, shrink: Double) {
    var set = line
    let box = set.box
    guard !box.isEmpty else { return (set, 1) }
    let fit = space.inkWidth * 64 / Double(box.width)
    let narrow = mayNarrow ? min(1, max(fit, Self.narrowest)) : 1
    // What the hinter made larger, or a font does not scale as it says.
    let shrink = min(1, fit / narrow, space.inkHeight * 64 / Double(box.height))
    let scale = narrow * shrink
    set.transform(
      scaleX: scale, scaleY: shrink, x: Int((space.width * 32 - box.middleX * scale).rounded()))
    return (set, shrink)
  }

  /// A picture keeps its shape; so do scripts whose strokes lean on it.
  func mayNarrow(_ text: String, _ set: SetText) -> Bool {
    set.pictures.isEmpty && text.allSatisfy { $0.mayNarrow || $0.isBlank }
  }

  /// How wide a word of so many capitals usually is: a wide one and others of the middle.
  private func usualWidth(count: Int, em: Int) -> Double {
    let wide = Double(setLine("W", em: em, hinted: false).advance)
    let middle = Double(setLine("NOEA", em: em, hinted: false).advance) / 4
    return wide + Double(count - 1) * middle
  }
}
