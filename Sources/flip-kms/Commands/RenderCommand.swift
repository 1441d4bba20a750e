import FlipBoard

/// `flip-kms render`: draws offscreen, to files.
struct RenderCommand {
  let invocation: Invocation
  let diagnostics: Diagnostics

  init(_ invocation: Invocation, _ diagnostics: Diagnostics) {
    self.invocation = invocation
    self.diagnostics = diagnostics
  }

  /// - Throws: 64 and 78 for what is asked wrongly, 65 and 66 for files that are bad or missing, 69
  ///   without GL, 74 where the output cannot be written.
  func run() throws(Failure) {
    let resolution = try Resolution.load(invocation)
    for note in resolution.notes { diagnostics.say(.warning, note) }

    let name = invocation["output-file"]!
    let format: OutputFormat
    do throws(OutputNameError) { format = try OutputFormat(name: name) } catch {
      throw Failure(.usage, "-o: \(error)")
    }
    let surroundings = Surroundings.ofProcess()
    let zone: Zone
    do throws(BoardError) { zone = try resolution.settings.zone(surroundings) } catch {
      throw resolution.fault(error)
    }
    let plan = try RenderPlan(invocation, zone: zone)
    if plan.count > 1, !format.holdsManyFrames {
      throw Failure(
        .usage,
        "-o \(name.quoted) holds one picture of \(plan.count), expected a name such as clock-%05d.png")
    }
    guard max(plan.size.width, plan.size.height) <= format.longestSide else {
      throw Failure(
        .usage,
        "--size '\(plan.size.width)x\(plan.size.height)': expected sides of at most \(format.longestSide) pixels, "
          + "as a WebP has no longer ones")
    }
    let board = try board(resolution, plan, surroundings)
    let loop = RenderLoop(plan: plan, board: board, script: try script(resolution, plan), name: name)
    if format == .scene {
      try writeScenes(loop)
    } else {
      try PictureWriter(loop, resolution, diagnostics).run(format)
    }
  }

  private func board(
    _ resolution: Resolution, _ plan: RenderPlan, _ surroundings: Surroundings
  ) throws(Failure) -> Board {
    do throws(BoardError) {
      let configuration = try resolution.settings.boardConfiguration(
        start: plan.start, surroundings: surroundings)
      return try Board(
        resolution.measured(configuration), size: plan.size, look: resolution.settings.finishedLook)
    } catch {
      if error.setting == "size" {
        throw Failure(.usage, "--size \(error.value.quoted): \(error.complaint)")
      }
      throw resolution.fault(error)
    }
  }

  private func script(_ resolution: Resolution, _ plan: RenderPlan) throws(Failure) -> FeedScript {
    guard resolution.settings.content.show == .text, let path = resolution.settings.feed.feed else {
      return .none
    }
    let script = try FeedScript(path: path, end: plan.rate.start(of: plan.count - 1)) {
      resolution.isOption("feed") ? $0.told(of: "--feed") : resolution.placed($0, at: "feed")
    }
    for warning in script.warnings { diagnostics.say(.warning, warning) }
    return script
  }

  /// Writes scenes as lines of JSON, without touching GL, nor fonts but for a format's words.
  private func writeScenes(_ loop: RenderLoop) throws(Failure) {
    let sink = try writing { () throws(FileError) in try LineSink(path: loop.name) }
    try loop.run(
      draw: { playback, _ throws(Failure) in
        try writing { () throws(FileError) in
          try sink.add(playback.scene.jsonLine(damage: playback.damage))
        }
      },
      finish: { () throws(Failure) in try writing { () throws(FileError) in try sink.finish() } },
      abandon: { sink.abandon() })
  }
}
