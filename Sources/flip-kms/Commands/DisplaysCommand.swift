import FlipKMS

/// `flip-kms displays`: cards, connectors, modes, and the choice that `run` would make.
struct DisplaysCommand {
  let invocation: Invocation
  let diagnostics: Diagnostics

  init(_ invocation: Invocation, _ diagnostics: Diagnostics) {
    self.invocation = invocation
    self.diagnostics = diagnostics
  }

  /// - Throws: exit code 69 after the list where nothing can be shown, 77 where that is because cards may
  ///   not be opened, 78 for settings that are wrong, 66 and 65 for the file of `--from`.
  func run() throws(Failure) {
    let resolution = try Resolution.load(invocation)
    for note in resolution.notes { diagnostics.say(.warning, note) }
    let wish = try DisplayPreference(resolution.settings.display)
    var faults: [KMSError] = []
    let report = try displays(json: invocation["json"] != nil, from: invocation["from"], wish: wish) {
      MachineDescription.current(probe: true, faults: &faults)
    }
    try StandardOutput.write(report.output)
    guard let failure = report.failure else {
      for fault in faults { diagnostics.say(.warning, fault.description) }
      return
    }
    let isForbidden = faults.contains { $0.kind == .permission }
    // What nobody may look at is not "none".
    let isBlind = !faults.isEmpty && (failure.reason == .noCard || failure.reason == .noDisplayCard)
    throw Failure(
      isForbidden ? .permission : .unavailable,
      lines: faults.map(\.description) + (isBlind ? [] : [failure.told]))
  }
}

extension DisplayPreference {
  /// What the settings of the section `display` ask for.
  ///
  /// - Throws: exit code 78 where `mode` is none.
  init(_ settings: Settings.Display) throws(Failure) {
    do throws(DisplaySyntaxError) {
      self.init(
        output: Output(settings.output), device: settings.device, mode: try ModePreference(settings.mode))
    } catch {
      throw Failure(.configuration, "mode = \(settings.mode.quoted): \(error.message)")
    }
  }
}
