/// What one side of a flap shows: a grapheme (`7`, `Á`), or on a wide flap a word (`09`, `MON`).
/// The empty face is blank: a card without ink.
public struct Face: Hashable, Sendable {
  public var text: String

  public init(_ text: String) { self.text = text }

  public static let blank = Face("")
}
