import FlipKMS

extension Failure {
  /// A fault of the display as the program's own, with its exit code.
  init(_ error: KMSError) {
    let code: ExitCode =
      switch error.kind {
      case .noDisplay: .unavailable
      case .held: .held
      case .permission: .permission
      case .missing: .missing
      case .fault: .software
      }
    self.init(code, error.description)
  }

  init(_ nothing: NothingToShow) { self.init(.unavailable, nothing.told) }
}

extension NothingToShow {
  /// The line for the user, with the name that was most likely meant.
  var told: String {
    switch reason {
    case .unknownOutput(let name, let have), .unknownDevice(let name, let have):
      description + suggestion(for: name, in: have)
    default: description
    }
  }
}

/// Does something with the display, and makes its fault the program's.
func asFailure<Value>(_ body: () throws(KMSError) -> Value) throws(Failure) -> Value {
  do throws(KMSError) { return try body() } catch { throw Failure(error) }
}
