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

  init(_ nothing: NothingToShow) { self.init(.unavailable, nothing.description) }
}

/// Does something with the display, and makes its fault the program's.
func asFailure<Value>(_ body: () throws(KMSError) -> Value) throws(Failure) -> Value {
  do throws(KMSError) { return try body() } catch { throw Failure(error) }
}
