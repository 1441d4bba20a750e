/// `flip-kms render`: draws offscreen, to files.
struct RenderCommand {
  let invocation: Invocation
  let diagnostics: Diagnostics

  init(_ invocation: Invocation, _ diagnostics: Diagnostics) {
    self.invocation = invocation
    self.diagnostics = diagnostics
  }

  func run() throws(Failure) {
    throw Failure(.software, "render is not built yet")
  }
}
