import FlipBoard
import FlipGL
import FlipKMS

extension Screen {
  /// Draws the first frame and sets the mode, going down the ladder until the kernel takes it: from the
  /// buffers and the mode that are wanted to those that work.
  func light() throws(Failure) {
    latch.start()
    needsRepaint = true
    // What stands on the card may have changed since: by a pause, or by our own switching off.
    do throws(KMSError) { try card.device.scan(probe: false) } catch { throw Failure(error) }
    pipeline.refresh()
    canvas?.forgetHistory()
    var last = "there is no format that can be drawn and shown"
    while let rung = ladder.current {
      do throws(Refusal) {
        try attempt(rung)
        ladder.accepted()
        return
      } catch {
        latch.refused()
        let isOurs = error.reaction != .pause && error.reaction != .tearDown
        guard error.isRefusal, isOurs else { throw error.failure }
        last = error.failure.lines.joined(separator: "; ")
        let line = ladder.refused(at: error.stage, last)
        show.diagnostics.say(.warning, "\(choice.connector): \(line)")
      }
    }
    throw Failure(.unavailable, "\(choice.connector): nothing that was tried can be shown; at last, \(last)")
  }

  /// Why one rung did not do.
  private struct Refusal: Error {
    var stage: CommitLadder.Stage
    var failure: Failure
    var reaction = CommitReaction.fail
    /// Whether another rung may do.
    var isRefusal = true

    init(_ stage: CommitLadder.Stage, _ error: KMSError) {
      self.stage = stage
      failure = Failure(error)
      reaction = error.reaction
    }

    init(_ error: GLError) {
      stage = .surface
      failure = Failure(error)
      if case .face = error { isRefusal = false }
    }

    init(fatal failure: Failure) {
      stage = .surface
      self.failure = failure
      isRefusal = false
    }
  }

  private func attempt(_ rung: CommitLadder.Attempt) throws(Refusal) {
    show.service.pingBeforeWork()
    try prepare(rung)
    guard let surface = buffers.surface, let canvas else { return }
    let now = SystemClock.monotonic
    playback.advance(to: show.held ?? Instant(nanoseconds: now + SystemClock.wallMinusMonotonic))
    let fence: Int32
    do throws(GLError) {
      fence = try canvas.draw(playback, isWhole: true, brightness: brightness)
    } catch {
      throw Refusal(error)
    }
    defer { Fence.close(fence) }
    let buffer: Buffer
    do throws(KMSError) { buffer = try surface.lockFront() } catch { throw Refusal(.framebuffer, error) }
    do throws(KMSError) {
      let code = try pipeline.test(buffer)
      guard code == 0 else { throw KMSError(call: "atomic test", code: code) }
      try sendFirst(buffer, fence: fence)
    } catch {
      surface.release(buffer)
      throw Refusal(.commit, error)
    }
    took(buffer)
  }

  /// Mode, buffers and GL as the rung has them, made anew where they differ.
  private func prepare(_ rung: CommitLadder.Attempt) throws(Refusal) {
    if rung.mode != mode {
      mode = rung.mode
      retire()
      var choice = choice
      (choice.mode, choice.modeIndex) = (rung.mode, rung.modeIndex)
      do throws(KMSError) { pipeline = try Pipeline(device: card.device, choice: choice) } catch {
        throw Refusal(.commit, error)
      }
      do throws(Failure) { try modeChanged() } catch { throw Refusal(fatal: error) }
    }
    let arrangement: BufferLayout.Arrangement =
      switch rung.arrangement {
      case .modifiers:
        .modifiers(pipeline.modifiers(for: rung.format, drawable: card.modifiers(for: rung.format)))
      case .implicit: .implicit
      case .linear: .linear
      }
    let layout = BufferLayout(format: rung.format.rawValue, arrangement: arrangement)
    if canvas != nil, buffers.surface?.layout == layout { return }
    retire()
    let surface: Surface
    do throws(KMSError) {
      surface = try Surface(card.buffers, width: pipeline.width, height: pipeline.height, layout: layout)
    } catch {
      throw Refusal(.surface, error)
    }
    buffers.use(surface)
    do throws(GLError) {
      let context = try card.context(for: rung.format)
      show.tell(renderer: context.renderer)
      canvas = try Canvas(
        context, surface, look: playback.board.look, faces: show.program.faces,
        orientation: show.program.orientation)
    } catch {
      throw Refusal(error)
    }
    show.diagnostics.say(.info, "\(choice.connector): buffers are \(layout)")
  }

  private func sendFirst(_ buffer: Buffer, fence: Int32) throws(KMSError) {
    let fence = Fence.sent(fence, with: pipeline)
    if pipeline.isAlreadySo {
      do throws(KMSError) {
        return try pipeline.light(
          buffer, number: latch.arm(at: SystemClock.monotonic), fence: fence, modeset: false)
      } catch {
        // Some drivers call a change of the buffers' layout a modeset as well.
        guard error.reaction == .modeset else { throw error }
        latch.refused()
      }
    }
    try pipeline.light(buffer, number: latch.arm(at: SystemClock.monotonic), fence: fence)
  }
}
