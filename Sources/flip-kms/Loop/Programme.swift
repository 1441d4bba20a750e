import FlipBoard
import FlipFaces
import FlipGL
import FlipKMS
import Glibc

/// What is shown, as the settings, the system's zone and the feed have it at this moment; screens ask it for
/// their boards.
final class Programme {
  private let invocation: Invocation
  private(set) var resolution: Resolution
  /// The configuration where it came through a pipe: there is no second reading of it.
  private let kept: ConfigurationFile?
  private let surroundings = Surroundings.ofProcess()
  private let start: Instant
  /// `--at`: the one instant whose picture stands, nil for the passing time.
  let held: Instant?
  private(set) var wish: DisplayPreference
  /// Of all screens.
  private(set) var faces: FaceStore {
    didSet { toldWarnings = 0 }
  }
  private var toldWarnings = 0
  let isService: Bool
  /// That of the windows, read once: no file is touched from minute to minute.
  private var zone: Zone?
  /// Boards that were made, by the display's size: they know what the feed said.
  private var boards: [Size: Board] = [:]
  /// The feed's last message and when it came, for boards that are made later.
  private var message: (rows: [String], at: Instant)?

  var settings: Settings { resolution.settings }
  var keepsPicture: Bool { settings.display.exit == .keep }
  /// Whether the board follows the system's zone.
  var followsZone: Bool { settings.content.timezone == nil }

  /// - Throws: exit codes 64 and 78 for what is asked wrongly.
  init(_ invocation: Invocation, isService: Bool) throws(Failure) {
    self.invocation = invocation
    self.isService = isService
    start = Instant(nanoseconds: SystemClock.wall)
    let file = try ConfigurationFile.find(named: invocation["config"])
    kept = file.flatMap { $0.isStream ? $0 : nil }
    resolution = try Programme.resolve(file, invocation)
    wish = try DisplayPreference(resolution.settings.display)
    faces = try resolution.checkedFaces()
    do throws(BoardError) {
      let zone = try resolution.settings.zone(surroundings)
      held = try invocation["at"].map { text throws(BoardError) in try Instant(parsing: text, zone: zone) }
    } catch {
      guard error.setting != "timezone" else { throw resolution.fault(error) }
      throw Failure(.usage, "--at \(error.value.quoted): \(error.complaint)")
    }
    // A fault of the settings is told before a display is touched, however large that is.
    _ = try board(for: Size(width: 16384, height: 16384))
    boards.removeAll()
  }

  private static func resolve(
    _ file: ConfigurationFile?, _ invocation: Invocation
  ) throws(Failure) -> Resolution {
    try Resolution.resolve(file: file, options: invocation.settings, for: .run)
  }

  /// Whether a reload finds the configuration as it was at the start, since it came through a pipe.
  var keepsConfiguration: Bool { kept != nil }

  /// Brings the lighting to this moment.
  ///
  /// - Returns: whether it is another than before.
  func update(_ lighting: inout Lighting) throws(Failure) -> Bool {
    do throws(BoardError) {
      if zone == nil { zone = try settings.zone(surroundings) }
      guard let zone else { return false }
      return lighting.update(
        settings.display.schedule, zone: zone, now: Instant(nanoseconds: SystemClock.wall))
    } catch {
      throw resolution.fault(error)
    }
  }

  /// How far the picture is turned.
  var orientation: Orientation { Orientation(rawValue: settings.display.rotate) ?? .upright }

  /// The board for a display.
  func board(for pipeline: Pipeline) throws(Failure) -> Board {
    try board(for: orientation.logicalSize(of: Size(width: pipeline.width, height: pipeline.height)))
  }

  /// Why the board has no room on a display in that mode; nil where it has.
  func refusal(in mode: ModeDescription) -> Failure? {
    let size = orientation.logicalSize(of: Size(width: mode.width, height: mode.height))
    do throws(BoardError) { _ = try makeBoard(for: size) } catch {
      return error.setting == "size" ? resolution.fault(error, on: size) : nil
    }
    return nil
  }

  /// The board for a display of that size.
  func board(for size: Size) throws(Failure) -> Board {
    do throws(BoardError) { return try makeBoard(for: size) } catch {
      throw resolution.fault(error, on: size)
    }
  }

  private func makeBoard(for size: Size) throws(BoardError) -> Board {
    if let board = boards[size] { return board }
    let configuration = try settings.boardConfiguration(start: held ?? start, surroundings: surroundings)
    var board = try Board(resolution.measured(configuration), size: size, look: settings.finishedLook)
    if let message { board.post(rows: message.rows, at: message.at) }
    boards[size] = board
    return board
  }

  /// The feed has said something.
  func post(_ message: FeedMessage) {
    let now = Instant(nanoseconds: SystemClock.wall)
    self.message = (message.rows, now)
    for size in boards.keys { boards[size]?.post(rows: message.rows, at: now) }
  }

  /// The system's zone is another.
  func forgetBoards() {
    zone = nil
    boards.removeAll()
  }

  /// Calls `tell` with what hasn't been told yet of characters that no font has.
  func tellWarnings(_ tell: (String) -> Void) {
    let warnings = faces.warnings
    while toldWarnings < warnings.count {
      tell(warnings[toldWarnings])
      toldWarnings += 1
    }
  }

  /// Reads the configuration again, whole or not at all.
  ///
  /// - Parameter accept: takes over what else the settings decide; where it throws they are not taken.
  /// - Throws: what is wrong with it; then all stays as it was.
  func reload(accept: (Settings) throws(Failure) -> Void) throws(Failure) {
    let old = (resolution, wish, zone, boards, message)
    do throws(Failure) {
      var file = kept
      if file == nil { file = try ConfigurationFile.find(named: invocation["config"]) }
      resolution = try Programme.resolve(file, invocation)
      wish = try DisplayPreference(settings.display)
      forgetBoards()
      // Without a feed the text is the settings' own again.
      if settings.feedNames.isEmpty { message = nil }
      for size in old.3.keys { _ = try board(for: size) }
      let faces = try resolution.checkedFaces()
      try accept(settings)
      self.faces = faces
    } catch {
      (resolution, wish, zone, boards, message) = old
      throw error
    }
  }
}
