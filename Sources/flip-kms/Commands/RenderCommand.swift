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
    let file = try ConfigurationFile.find(named: invocation["config"])
    let resolution = try Resolution.resolve(file: file, options: invocation.settings)
    for note in resolution.notes { diagnostics.say(.warning, note) }

    let name = invocation["output-file"]!
    let format = try RenderCommand.format(of: name)
    let surroundings = Surroundings.ofProcess()
    let zone: Zone
    do throws(BoardError) { zone = try resolution.settings.zone(surroundings) } catch {
      throw resolution.fault(error)
    }
    let plan = try RenderPlan(invocation, zone: zone)
    if plan.count > 1, !format.holdsManyFrames {
      throw Failure(
        .usage, "-o \(name.quoted) holds one picture of \(plan.count), expected a name such as clock-%05d.png"
      )
    }
    let board = try RenderCommand.board(resolution, plan, surroundings)
    if format == .scene {
      try SceneWriter(name: name, plan: plan, board: board).run()
    } else {
      throw Failure(.software, "pictures are not built yet")
    }
  }

  static func format(of name: String) throws(Failure) -> OutputFormat {
    do throws(OutputNameError) { return try OutputFormat(name: name) } catch {
      throw Failure(.usage, "-o: \(error)")
    }
  }

  static func board(
    _ resolution: Resolution, _ plan: RenderPlan, _ surroundings: Surroundings
  ) throws(Failure) -> Board {
    do throws(BoardError) {
      let configuration = try resolution.settings.boardConfiguration(
        start: plan.start, surroundings: surroundings)
      return try Board(configuration, size: plan.size, look: resolution.settings.finishedLook)
    } catch {
      if error.setting == "size" {
        throw Failure(.usage, "--size \(error.value.quoted): \(error.complaint)")
      }
      throw resolution.fault(error)
    }
  }
}

/// Writes scenes as lines of JSON, without touching GL or fonts.
struct SceneWriter {
  let name: String
  let plan: RenderPlan
  let board: Board

  func run() throws(Failure) {
    do throws(FileError) {
      let sink = try LineSink(path: name)
      let playback = FlipBoard.Playback(board)
      var progress = Progress(total: plan.count)
      let interruption = Interruption(leaving: name)
      for index in 0..<plan.count {
        playback.advance(to: plan.instant(index))
        do throws(FileError) {
          try sink.add(playback.scene.jsonLine(damage: playback.damage))
        } catch {
          progress.clear()
          sink.abandon()
          throw error
        }
        progress.show(index + 1)
        if interruption.isPending {
          progress.clear()
          sink.abandon()
          interruption.follow()
        }
      }
      progress.clear()
      try sink.finish()
    } catch {
      throw Failure(.writing, "\(error)")
    }
  }
}
