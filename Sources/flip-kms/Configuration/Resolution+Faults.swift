import FlipBoard

/// What must hold between settings, and how it is told.
extension Resolution {
  /// What must hold between settings, and does not. Nothing is said of those already at `fault`, nor of
  /// anything where it is not known what is to be shown.
  func check(besides faulty: Set<String>) -> [Finding] {
    var faulty = faulty
    var found: [Finding] = []
    func add(_ error: BoardError) {
      let failure = fault(error)
      found.append(Finding(key: error.setting, told: failure.faults[0], code: failure.code))
    }
    var settings = settings
    while !faulty.contains("show") {
      // The board knows what its settings ask of each other; its size is not at issue here.
      do throws(BoardError) {
        _ = try Board(
          try settings.boardConfiguration(start: Instant(nanoseconds: 0), surroundings: .none),
          size: Size(width: 16384, height: 16384), look: settings.finishedLook)
        break
      } catch {
        let error = error.setting == "size" ? overfull("no display") : error
        guard faulty.insert(error.setting).inserted else { break }
        add(error)
        // One more look, with what is at fault out of the way.
        guard error.setting == "format" else { break }
        settings.content.format = nil
      }
    }
    if !faulty.contains("show"), !faulty.contains("feed"), let error = faultOfSocket { add(error) }
    return found
  }

  /// Why `run` could not listen at the path of `feed`, where the path tells already. For `render` it is a
  /// file's.
  private var faultOfSocket: BoardError? {
    guard command == .run || command == .check else { return nil }
    for case .socket(let path) in settings.feedNames {
      return SocketFeed.expected(of: path).map { BoardError(setting: "feed", value: path, expected: $0) }
    }
    return nil
  }

  /// What is wrong where a display has no room; the board cites its size, which nobody gave.
  private func overfull(_ display: String) -> BoardError {
    let key =
      settings.content.show != .text
      ? "format" : ["columns", "rows"].first { origins[$0] != nil && !value(of: $0).isEmpty } ?? "text"
    return BoardError(
      setting: key, value: value(of: key), expected: "fewer modules, as \(display) has room for so many")
  }

  /// What the board refuses on a display of that size.
  func fault(_ error: BoardError, on size: Size) -> Failure {
    let display = "no display of \(size.width)x\(size.height)"
    return fault(error.setting == "size" ? overfull(display) : error)
  }

  /// What the board refuses, told where the setting was given.
  func fault(_ error: BoardError) -> Failure {
    if origins[error.setting] == nil, error.value.isEmpty {
      // What is missing was not given anywhere; what asks for it was.
      return fault(at: "show", "\(error.setting) is missing, \(error.complaint)")
    }
    // As it was written: the board has seen what came of it.
    let value = origins[error.setting] == nil ? error.value : value(of: error.setting)
    if origins[error.setting] == .option {
      return Failure(.usage, "--\(error.setting) \(value.quoted): \(error.complaint)")
    }
    return fault(at: error.setting, "\(error.setting) = \(value.quoted), \(error.complaint)")
  }

  /// A failure of what a setting names, told with the line where the configuration has that.
  func placed(_ failure: Failure, at key: String) -> Failure {
    var failure = failure
    if case .file(let path, let line)? = origins[key] {
      for index in failure.faults.indices { failure.faults[index].place = .init(path: path, line: line) }
    }
    return failure
  }

  /// A fault of what a setting came to, told where the setting was given, with the exit code of that place.
  func fault(at key: String, _ message: String) -> Failure {
    switch origins[key] ?? .standard {
    case .file(let path, let line):
      Failure(
        .configuration,
        faults: [Failure.Fault(place: Failure.Place(path: path, line: line), message: message)])
    case .option: Failure(.usage, message)
    case .standard: Failure(.configuration, message)
    }
  }
}
