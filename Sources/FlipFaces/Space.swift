import FlipBoard

/// The room inside a card, in pixels.
struct Space {
  var width: Double
  var height: Double
  var inkWidth: Double
  var inkHeight: Double
  /// Room for the cells of digits, which have some air of their own.
  var cellWidth: Double

  init(_ size: Size, separator: Bool) {
    width = Double(size.width)
    height = Double(size.height)
    // On small cards at least a pixel, or what is drawn at the edge would touch it. A separator has no edge.
    let share = max(width * Typesetter.marginX, min(width, height * Card.aspect) * Typesetter.leastMarginX)
    let marginX = separator ? 0 : max(share, width < 8 ? 0 : 1)
    let marginY = separator ? 0 : max(height * Typesetter.marginY, height < 8 ? 0 : 1)
    inkWidth = max(1, width - 2 * marginX)
    inkHeight = max(1, height - 2 * marginY)
    cellWidth = separator ? width : width * 0.94
  }

  /// The baseline moved as little as it takes for the ink to keep clear of top and bottom.
  func shifted(_ baseline: Double, toFit box: Box) -> Double {
    let margin = (height - inkHeight) / 2
    let top = baseline - Double(box.top) / 64
    let bottom = baseline - Double(box.bottom) / 64
    if bottom - top > inkHeight { return baseline + height / 2 - (top + bottom) / 2 }
    if top < margin { return baseline + (margin - top).rounded(.up) }
    if bottom > height - margin { return baseline - (bottom - height + margin).rounded(.up) }
    return baseline
  }
}
