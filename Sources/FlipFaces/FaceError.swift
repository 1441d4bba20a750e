/// Why a face could not be made.
public enum FaceError: Error, Hashable, Sendable {
  /// No font of that name or file is there.
  case missingFont(String)
  /// A file is there, but is no font that can be read.
  case badFont(path: String, reason: String)
  /// The folder of pictures, or a picture in it, is not there.
  case missingPicture(String)
  /// A picture that cannot be read as one.
  case badPicture(path: String, reason: String)
}

extension FaceError: CustomStringConvertible {
  /// One line for people, with the name of what is at fault.
  public var description: String {
    switch self {
    case .missingFont(let name):
      name.contains("/") ? "no font file at '\(name)'" : "no font named '\(name)' is installed"
    case .badFont(let path, let reason): "cannot read the font '\(path)': \(reason)"
    case .missingPicture(let path): "no folder of pictures at '\(path)'"
    case .badPicture(let path, let reason): "cannot read the picture '\(path)': \(reason)"
    }
  }
}
