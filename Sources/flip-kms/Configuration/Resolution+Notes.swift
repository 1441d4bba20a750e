import FlipKMS

/// What is worth a warning though it is no fault.
extension Resolution {
  /// What was given and has no effect, or one that nobody means, in a line each.
  var notes: [String] {
    let useless = uselessOptions
    let ofCommand = Setting.all.compactMap { setting in
      useless[setting.key].map { "\(setting.key) has no effect, as \($0)" }
    }
    if command == .displays { return ofCommand }
    // Why the command has no use for it tells more than why what is shown has none.
    var notes = idle.filter { isGiven($0) && useless[$0] == nil }.map {
      "\($0) has no effect, as show is \(settings.content.show.rawValue)"
    }
    notes += ofCommand
    if settings.content.show != .text, isGiven("drum"), settings.effectiveTravel == .direct {
      notes.append("drum has no effect, as travel is direct")
    }
    if command == .run || command == .check, settings.display.schedule.isDarkForEver {
      notes.append("off covers the whole week, so that nothing is ever seen")
    }
    return notes
  }

  private func isGiven(_ key: String) -> Bool { origins[key] != nil && !value(of: key).isEmpty }

  /// Settings that what is shown does not ask.
  private var idle: [String] {
    let ofText = ["text", "rows", "columns", "align", "feed", "mqtt"]
    return switch settings.content.show {
    case .clock: ["until", "since"] + ofText
    case .countdown: ["since"] + ofText
    case .countup: ["until"] + ofText
    case .text: ["format", "until", "since"]
    }
  }

  /// Options that the command has no use for, and why. In a file they are nobody's mistake: it is that of
  /// `run` as well.
  private var uselessOptions: [String: String] {
    let ofDisplay = Setting.display.map(\.key).filter { $0 != "inset" && $0 != "drift" }
    var reasons: [String: String] = [:]
    func add(_ keys: [String], _ reason: String) {
      for key in keys where isOption(key) { reasons[key] = reason }
    }
    switch command {
    // What a benchmark has no use for depends on its plan, which tells it.
    case .run, .check, .bench: break
    case .render:
      add(ofDisplay, "it is the display's, not the picture's")
      add(["mqtt"], "only run listens to a broker; feed is a file here")
    case .displays:
      let asked = ["output", "device", "mode"]
      add(Setting.all.map(\.key).filter { !asked.contains($0) }, "displays goes by output, device and mode")
    }
    return reasons
  }
}

extension DisplaySchedule {
  /// Whether the windows of `off` leave no second of the week.
  fileprivate var isDarkForEver: Bool {
    state(weekday: 0, second: 0) == .off && nextChange(weekday: 0, second: 0) == nil
  }
}
