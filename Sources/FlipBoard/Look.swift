/// A colour as people write it: 8 bits a channel, sRGB, alpha not multiplied in.
public struct Color: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  public var alpha: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }
}

/// How a board looks; nothing of where things stand or what they say.
public struct Look: Hashable, Sendable {
  /// Which point of the picture a flap's perspective runs to.
  public enum VanishingPoint: String, Hashable, Sendable, CaseIterable {
    /// The middle of the module's own hinge.
    case module
    /// The middle of the whole display.
    case display
  }

  public var card: Color
  public var ink: Color
  public var background: Color
  /// Light by angle, the flap's shadow, the hinge's line.
  public var shading: Bool
  /// The viewer's distance in module heights; 0 switches perspective off.
  public var perspective: Double
  public var vanishingPoint: VanishingPoint
  /// Corner radius in percent of a module's width; where modules differ in width, of one as high as the card
  /// and of the narrowest's shape.
  public var radius: Double

  /// Whether each module is seen from before itself, and no flap comes so near that it fills the display: then
  /// modules alike are seen alike.
  public var isSeenAlike: Bool { perspective <= 0 || (vanishingPoint == .module && perspective > 0.51) }

  public init(
    card: Color, ink: Color, background: Color, shading: Bool = true, perspective: Double = 3,
    vanishingPoint: VanishingPoint = .module, radius: Double = 6
  ) {
    self.card = card
    self.ink = ink
    self.background = background
    self.shading = shading
    self.perspective = perspective
    self.vanishingPoint = vanishingPoint
    self.radius = radius
  }
}
