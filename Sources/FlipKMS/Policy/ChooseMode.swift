/// A mode picked for one output.
struct ModeChoice: Hashable {
  var mode: ModeDescription?
  var index: Int?
  /// Ends the sentence "… is": `its preferred mode`.
  var why: String
  var warnings: [String] = []
}

/// Picking a mode. `current` is what the output shows now, where that is known.
extension ConnectorDescription {
  /// The mode for this output by the user's wish; nil where the wish cannot be met.
  func chooseMode(
    _ wish: ModePreference, current: ModeDescription?, missing: DisplayPreference.MissingMode
  ) -> ModeChoice? {
    switch wish {
    case .preferred: return preferredMode(current: current)
    case .modeline(let mode): return ModeChoice(mode: mode, why: "the modeline given", warnings: doubts(mode))
    case .current:
      guard let current else {
        var choice = preferredMode(current: nil)
        choice.warnings.insert(
          "\(printable(name)) shows nothing that is known of, so there is no current mode to keep", at: 0)
        return choice
      }
      let index = modes?.firstIndex { $0.isSame(as: current) }
      let mode = index.flatMap { modes?[$0] } ?? current
      return ModeChoice(mode: mode, index: index, why: "the mode it is in", warnings: doubts(mode))
    case .size:
      if let choice = listedMode(wish, current: current) { return choice }
      guard let modes else {
        return ModeChoice(
          mode: nil, why: "the mode asked for, if it is there",
          warnings: ["the modes of \(printable(name)) are not known"])
      }
      guard missing == .usePreferred else { return nil }
      var choice = preferredMode(current: current)
      choice.warnings.insert(
        "\(printable(name)) has no mode \(wish) among its \(modes.count); using \(choice.mode?.preciseLabel ?? "none")",
        at: 0)
      return choice
    }
  }

  /// The mode that needs no wish: the preferred one, unless it is interlaced or slow.
  private func preferredMode(current: ModeDescription?) -> ModeChoice {
    guard let modes else { return ModeChoice(mode: nil, why: "whichever mode it prefers") }
    let preferred = modes.indices.filter { modes[$0].isPreferred ?? false }
    let good = preferred.filter { modes[$0].isSmooth }
    if let current, let lit = good.first(where: { modes[$0].isSame(as: current) }) {
      return choice(lit, "its preferred mode, and the one it is in")
    }
    if let first = good.first { return choice(first, "its preferred mode") }

    let smooth = modes.indices.filter { modes[$0].isSmooth }
    let standIn: Int?
    let why: String
    if preferred.isEmpty, hasEDID == false, expectsEDID,
      let safe = best(smooth.filter { modes[$0].width == 1024 && modes[$0].height == 768 })
    {
      (standIn, why) = (safe, "the safe mode of a display without EDID")
    } else {
      standIn = best(smooth)
      why =
        preferred.first.map {
          "its largest mode of 50 Hz or more, as the preferred \(modes[$0].preciseLabel) is "
            + (modes[$0].isInterlaced ? "interlaced" : "slow")
        } ?? "its largest mode of 50 Hz or more, as none is preferred"
    }
    if let standIn { return choice(standIn, modes.count == 1 ? "its only mode" : why) }
    guard let last = preferred.first ?? modes.indices.first else {
      return ModeChoice(mode: nil, why: "no mode at all")
    }
    return choice(
      last,
      modes.count == 1
        ? "its only mode"
        : "the \(preferred.isEmpty ? "first" : "preferred") of its modes, which are all slow or interlaced")
  }

  /// The listed mode of a size, and of a rate where one is given; nil where there is none.
  private func listedMode(_ wish: ModePreference, current: ModeDescription?) -> ModeChoice? {
    guard case .size(let width, let height, let rate, let isInterlaced) = wish, let modes else { return nil }
    let sized = modes.indices.filter { modes[$0].width == width && modes[$0].height == height }
    let fitting = sized.filter { index in
      if isInterlaced, !modes[index].isInterlaced { return false }
      guard let rate else { return true }
      return modes[index].milliHertz.map { abs($0 - rate.milliHertz) <= rate.tolerance } ?? false
    }
    // Progressive before interlaced; then by the rate asked for, or without one smooth, preferred, near 60 Hz.
    let found = fitting.min { a, b in key(a) < key(b) }
    func key(_ index: Int) -> (Int, Int, Int, Int) {
      let mode = modes[index]
      let interlaced = mode.isInterlaced ? 1 : 0
      if let rate { return (interlaced, abs((mode.milliHertz ?? 0) - rate.milliHertz), 0, index) }
      return (
        interlaced, (mode.isSlow ? 2 : 0) + (mode.isPreferred ?? false ? 0 : 1), mode.distanceFrom60, index
      )
    }
    return found.map { choice($0, "the mode asked for") }
  }

  private func choice(_ index: Int, _ why: String) -> ModeChoice {
    guard let mode = modes?[index] else { return ModeChoice(mode: nil, why: why) }
    return ModeChoice(mode: mode, index: index, why: why, warnings: doubts(mode))
  }

  /// The largest of some modes, nearest to 60 Hz, first listed.
  private func best(_ indices: [Int]) -> Int? {
    guard let modes else { return nil }
    return indices.min { a, b in
      (-modes[a].area, modes[a].distanceFrom60, a) < (-modes[b].area, modes[b].distanceFrom60, b)
    }
  }

  /// What to warn of in a mode.
  private func doubts(_ mode: ModeDescription) -> [String] {
    var doubts: [String] = []
    if mode.isInterlaced { doubts.append("\(printable(name)) at \(mode.preciseLabel) is interlaced") }
    if mode.isRateAbsurd, let rate = mode.milliHertz {
      doubts.append(
        "\(printable(name)) states \(hertz(rate)) Hz, which no display has; it is drawn at 60 Hz or less")
    } else if mode.isSlow, let rate = mode.milliHertz {
      doubts.append("\(printable(name)) at \(mode.preciseLabel) is slow: \(hertz(rate)) Hz")
    }
    return doubts
  }
}

extension ModeDescription {
  /// Whether two descriptions are of one mode, as far as both say: size, scan, and timings or else the
  /// rounded rate.
  func isSame(as other: ModeDescription) -> Bool {
    guard width == other.width, height == other.height, isInterlaced == other.isInterlaced else {
      return false
    }
    let pairs = [
      (clockKHz, other.clockKHz), (htotal, other.htotal), (vtotal, other.vtotal),
      (hsyncStart, other.hsyncStart), (hsyncEnd, other.hsyncEnd),
      (vsyncStart, other.vsyncStart), (vsyncEnd, other.vsyncEnd),
    ]
    let both = pairs.filter { $0.0 != nil && $0.1 != nil }
    guard both.allSatisfy({ $0.0 == $0.1 }) else { return false }
    if !both.isEmpty { return true }
    guard let a = vrefresh ?? milliHertz.map({ ($0 + 500) / 1000 }),
      let b = other.vrefresh ?? other.milliHertz.map({ ($0 + 500) / 1000 })
    else { return true }
    return a == b
  }
}
