import FlipBoard
import FlipFaces

/// The font and the pictures of the settings.
extension Resolution {
  /// The faces that the settings ask for.
  ///
  /// - Throws: exit code 66 where a font or a folder is missing, 77 where it may not be read, 65 where it
  ///   cannot be; told where the setting was given, a line for each.
  func faces() throws(Failure) -> FaceStore {
    let images = settings.content.images
    do throws(FaceError) { return try faces(images: images) } catch {
      var failure = fault(error)
      // The folder comes first; the font may be at fault as well.
      if images != nil {
        do throws(FaceError) { _ = try faces(images: nil) } catch let other {
          if other != error { failure.faults += fault(other).faults }
        }
      }
      throw failure
    }
  }

  /// The same with every picture read, so that one at fault is told now and not when its face is needed.
  func checkedFaces() throws(Failure) -> FaceStore {
    let store = try faces()
    do throws(FaceError) { try store.checkPictures() } catch { throw fault(error) }
    return store
  }

  /// A board's configuration with the widths that its words have in the font, which is only opened where
  /// there are any. What is wrong with either is told by whoever needs it: the board, and who draws faces.
  func measured(_ configuration: BoardConfiguration) -> BoardConfiguration {
    guard let words = try? configuration.words(), !words.isEmpty, let faces = try? faces() else {
      return configuration
    }
    var configuration = configuration
    configuration.wordWidths = faces.widths(ofWords: words)
    return configuration
  }

  private func faces(images: String?) throws(FaceError) -> FaceStore {
    try FaceStore(
      font: settings.look.font ?? FaceStore.defaultFont, images: images, ink: settings.finishedLook.ink)
  }

  /// What is wrong with the font and the pictures that were given.
  var faultsOfFaces: [Failure.Fault] {
    if origins["font"] == nil && origins["images"] == nil { return [] }
    do throws(Failure) { _ = try checkedFaces() } catch { return error.faults }
    return []
  }

  /// What a font or a picture refuses, told where the setting was given.
  func fault(_ error: FaceError) -> Failure {
    let key: String
    switch error {
    case .missingFont, .badFont, .forbiddenFont: key = "font"
    case .missingPicture, .badPicture, .forbiddenPicture, .noFolder: key = "images"
    }
    var failure = fault(at: key, (isOption(key) ? "--\(key): " : "") + error.description)
    failure.code = Failure(error).code
    return failure
  }
}
