/// Why a face could not be made.
public enum FaceError: Error, Hashable, Sendable {
  /// No font of that name or file is there.
  case missingFont(String)
  /// A file is there, but is no font that can be read.
  case badFont(path: String, reason: String)
  /// A font's file that may not be read.
  case forbiddenFont(String)
  /// The folder of pictures is not there.
  case missingPicture(String)
  /// What was named as the folder of pictures is something else, or cannot be read as one.
  case noFolder(path: String, reason: String)
  /// A picture that cannot be read as one.
  case badPicture(path: String, reason: String)
  /// A picture, or the folder of them, that may not be read.
  case forbiddenPicture(String)
}

extension FaceError: CustomStringConvertible {
  /// One line for people, with the name of what is at fault.
  public var description: String {
    switch self {
    case .missingFont(let name):
      FontStack.isFile(name) ? "no font file at '\(name)'" : "no font named '\(name)' is installed"
    case .badFont(let path, let reason): "cannot read the font '\(path)': \(reason)"
    case .forbiddenFont(let path): "no permission to read the font '\(path)'"
    case .missingPicture(let path): "no folder of pictures at '\(path)'"
    case .noFolder(let path, let reason): "no folder of pictures at '\(path)': \(reason)"
    case .badPicture(let path, let reason): "cannot read the picture '\(path)': \(reason)"
    case .forbiddenPicture(let path): "no permission to read the pictures at '\(path)'"
    }
  }
}
