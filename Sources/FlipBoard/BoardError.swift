/// What this module refuses, with what the person has to know to mend it.
///
/// `setting` is the key as the configuration spells it, so that whoever read the configuration can put
/// file and line before it.
public struct BoardError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The setting at fault, such as `timezone`.
  public var setting: String
  /// The value as it was given.
  public var value: String
  /// What was expected in its place, a phrase without a full stop.
  public var expected: String
  /// The known name nearest to the value, if one is near.
  public var nearest: String?
  /// The C function that failed, and its errno, where the fault came from the system.
  public var call: String?
  public var code: Int32

  public init(
    setting: String, value: String, expected: String, nearest: String? = nil, call: String? = nil,
    code: Int32 = 0
  ) {
    self.setting = setting
    self.value = value
    self.expected = expected
    self.nearest = nearest
    self.call = call
    self.code = code
  }

  /// One line, without the program's name: `timezone: "Mars/Olympus" is not …`.
  public var description: String {
    var line = "\(setting): \"\(value)\": expected \(expected)"
    if let nearest { line += "; did you mean \"\(nearest)\"?" }
    if let call { line += " (\(call) failed with errno \(code))" }
    return line
  }
}
