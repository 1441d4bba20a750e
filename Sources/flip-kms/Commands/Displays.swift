import FlipKMS

/// What `flip-kms displays` has to say.
struct DisplaysReport {
  /// For standard output.
  var output: String
  /// Why nothing can be shown, for standard error and exit code 69; nil where something can.
  var failure: NothingToShow?
}

/// The command `displays`: lists cards, connectors and modes, and says which of them `run` would take.
///
/// - Parameters:
///   - json: as JSON, in the schema that `from` reads, rather than as a table.
///   - from: a file that describes a machine, `-` for standard input; nil for this machine.
///   - wish: the settings `output`, `device` and `mode`.
///   - machine: looks at this machine; called only without `from`.
/// - Throws: exit code 66 or 65 for a file that is missing or no description.
func displays(
  json: Bool, from: String?, wish: DisplayPreference, machine: () -> MachineDescription
) throws(Failure) -> DisplaysReport {
  let described: MachineDescription
  if let from {
    let bytes = try DisplaysFile.bytes(of: from)
    described = try DisplaysFile.parse(bytes, name: from, body: MachineDescription.init(json:))
  } else {
    described = machine()
  }
  let result = Result { () throws(NothingToShow) in try described.choose(wish) }
  var failure: NothingToShow?
  if case .failure(let nothing) = result { failure = nothing }
  return DisplaysReport(
    output: json ? described.report(result).text + "\n" : described.table(result), failure: failure)
}
