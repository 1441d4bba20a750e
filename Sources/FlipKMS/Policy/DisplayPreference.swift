/// What the user asked for in the section `display`: which card, which output, which mode.
public struct DisplayPreference: Hashable, Sendable {
  public enum Output: Hashable, Sendable {
    /// The best one that there is.
    case auto
    /// Every one that is connected.
    case all
    /// The connector of this name.
    case named(String)
  }

  /// What to do when the mode that was asked for is not among an output's modes.
  public enum MissingMode: Hashable, Sendable {
    /// Say so and show nothing: right at the start, when the user is there to read it.
    case refuse
    /// Take what `preferred` would give, with a warning: right after a hotplug, when nobody is.
    case usePreferred
  }

  public var output: Output
  /// A card's path or by-path name; nil for any.
  public var device: String?
  public var mode: ModePreference
  public var missingMode: MissingMode

  public init(
    output: Output = .auto, device: String? = nil, mode: ModePreference = .preferred,
    missingMode: MissingMode = .refuse
  ) {
    self.output = output
    self.device = device
    self.mode = mode
    self.missingMode = missingMode
  }
}

extension DisplayPreference.Output: CustomStringConvertible {
  /// Reads the setting `output`: `auto`, `all`, or a connector's name.
  public init(_ text: String) {
    switch text {
    case "auto": self = .auto
    case "all": self = .all
    default: self = .named(text)
    }
  }

  /// As the setting is written.
  public var description: String {
    switch self {
    case .auto: "auto"
    case .all: "all"
    case .named(let name): name
    }
  }
}
