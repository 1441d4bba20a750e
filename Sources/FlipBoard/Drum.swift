/// The faces that a module carries, in their order; after the last comes the first.
public struct Drum: Hashable, Sendable {
  /// Each once.
  public let faces: [Face]
  private let places: [Face: Int]
  /// What stands for each character of ASCII: most text is made of them, and needs no search.
  private let ascii: [Face]

  /// Blank, A to Z, 0 to 9, punctuation.
  public static let standard = Drum(" ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:;!?'\"-+/()&@#%=*")

  /// One face a character; a space is the blank face. Characters that occur again are dropped.
  public init(_ characters: String) {
    var faces: [Face] = []
    var places: [Face: Int] = [:]
    for character in characters {
      let face = character == " " ? Face.blank : Face(String(character))
      if places.updateValue(places[face] ?? faces.count, forKey: face) == nil { faces.append(face) }
    }
    self.faces = faces
    self.places = places
    ascii = (0..<128 as Range<UInt8>).map { byte in
      let character = Character(Unicode.Scalar(byte))
      if character.isWhitespace { return .blank }
      return [String(character), character.uppercased()].map(Face.init).first { places[$0] != nil } ?? .blank
    }
  }

  /// What stands for a character of ASCII, as `face(for:)` finds it.
  func face(forASCII byte: UInt8) -> Face { ascii[Int(byte)] }

  /// Whether the drum has the face.
  public func contains(_ face: Face) -> Bool { places[face] != nil }

  /// The face that comes up next on the way: the target itself where one of the two is not on the drum.
  func next(from face: Face, toward target: Face) -> Face {
    guard let place = places[face], places[target] != nil else { return target }
    return faces[place + 1 < faces.count ? place + 1 : 0]
  }

  /// How many flaps it takes from one face forward to another; nil where one is not on the drum.
  func steps(from face: Face, to target: Face) -> Int? {
    guard let place = places[face], let goal = places[target] else { return nil }
    return goal >= place ? goal - place : goal - place + faces.count
  }
}
