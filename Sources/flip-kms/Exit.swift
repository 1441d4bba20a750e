/// How the program ends, as sysexits.h numbers it; scripts and the service's unit lean on these.
enum ExitCode: Int32, CaseIterable, Sendable {
  case done = 0
  /// The command line is wrong.
  case usage = 64
  /// A picture, font or feed script that cannot be read as one.
  case data = 65
  /// A named file is missing.
  case missing = 66
  /// No display, or no usable GL.
  case unavailable = 69
  /// A fault of ours.
  case software = 70
  /// Writing failed.
  case writing = 74
  /// The display is held by another program after the retries; or the feed's socket is.
  case held = 75
  /// No permission.
  case permission = 77
  /// The configuration is wrong.
  case configuration = 78

  /// What the manual says of it.
  var meaning: String {
    switch self {
    case .done: "Done."
    case .usage: "The command line is wrong."
    case .data: "A picture, a font or a feed script cannot be read as one."
    case .missing: "A named file is missing."
    case .unavailable: "There is no display, or no usable OpenGL ES."
    case .software: "A fault of the program's own."
    case .writing: "Writing failed."
    case .held:
      "The display is held by another program, after the retries; or the feed's socket is another program's."
    case .permission: "No permission; the message names the group that would give it."
    case .configuration: "The configuration is wrong; a line for each fault."
    }
  }
}

/// Why the program ends before its work is done: what is wrong, a sentence each, and its exit code.
///
/// Nothing but `main.swift` turns one into an exit.
struct Failure: Error, Equatable, Sendable {
  /// One thing that is wrong.
  struct Fault: Equatable, Sendable {
    /// Where in the configuration; nil for what stands elsewhere.
    var place: Place?
    var message: String

    /// For people, without `flip-kms:` before it.
    var line: String { place.map { "\($0.path):\($0.line): \(message)" } ?? message }
  }

  /// A line of the configuration, counted from 1.
  struct Place: Equatable, Sendable {
    var path: String
    var line: Int
  }

  var code: ExitCode
  var faults: [Fault]

  /// One line for each fault.
  var lines: [String] { faults.map(\.line) }

  init(_ code: ExitCode, _ line: String) { self.init(code, lines: [line]) }

  init(_ code: ExitCode, lines: [String]) { self.init(code, faults: lines.map { Fault(message: $0) }) }

  init(_ code: ExitCode, faults: [Fault]) {
    self.code = code
    self.faults = faults
  }

  /// The same, beginning with the option that gave what is at fault.
  func told(of option: String) -> Failure {
    var failure = self
    for index in faults.indices { failure.faults[index].message = "\(option): \(faults[index].message)" }
    return failure
  }

  /// By what people are told.
  static func == (a: Failure, b: Failure) -> Bool { a.code == b.code && a.lines == b.lines }
}
