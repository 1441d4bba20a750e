import FlipBoard

/// Which pictures `render` draws, and of what size.
struct RenderPlan: Equatable, Sendable {
  var size: Size
  var start: Instant
  var rate: FrameRate
  /// At least 1.
  var count: Int

  /// Sides of a picture in pixels. The greatest is the greatest texture that GLES drivers take.
  static let sides = 16...16384
  /// Seconds that one series may last: a day.
  static let lengths = 0.001...86_400.0
  static let rates = 0.1...1000.0

  /// Reads the options `size`, `at`, `for` and `fps`.
  ///
  /// - Throws: exit code 64.
  init(_ invocation: Invocation, zone: Zone) throws(Failure) {
    size = try invocation.value(of: "size", as: .size(RenderPlan.sides))!
    do throws(BoardError) {
      start = try Instant(parsing: invocation["at"] ?? "", zone: zone)
    } catch {
      throw Failure(.usage, "--at \(error.value.quoted): \(error.complaint)")
    }
    let length = try invocation.value(of: "for", as: .number("SECONDS", RenderPlan.lengths))
    let fps = try invocation.value(of: "fps", as: .number("N", RenderPlan.rates))
    switch (length, fps) {
    case (nil, nil):
      (rate, count) = (FrameRate(1), 1)
    case (let length?, let fps?):
      rate = FrameRate(fps)
      count = rate.count(in: Length(seconds: length))
    case (_?, nil): throw Failure(.usage, "--for needs --fps N, the pictures a second")
    case (nil, _?): throw Failure(.usage, "--fps needs --for SECONDS, how long")
    }
    // Past the end of the clock there is no later instant, and every picture would be the same.
    let (_, isBeyond) = start.nanoseconds.addingReportingOverflow(rate.start(of: count - 1).nanoseconds)
    guard !isBeyond else {
      throw Failure(
        .usage,
        "--for \(invocation["for"]!.quoted): expected the last picture at 2262-04-11T23:47:16.854775807Z at the "
          + "latest, the end of the clock")
    }
  }

  /// When frame `index` is: `index` frames after the start, to the nearest nanosecond.
  func instant(_ index: Int) -> Instant { start + rate.start(of: index) }
}

extension FrameRate {
  /// How long after the first frame this one starts, to the nearest nanosecond.
  func start(of index: Int) -> Length {
    let scale = UInt(denominator) * 1_000_000_000
    let product = UInt(index).multipliedFullWidth(by: scale)
    let (nanoseconds, remainder) = UInt(numerator).dividingFullWidth(product)
    return Length(nanoseconds: Int64(nanoseconds + (remainder * 2 >= UInt(numerator) ? 1 : 0)))
  }

  /// How many frames start within `length`, the first one at its beginning; those at its very end are
  /// not counted, so that a second of 30 frames a second is 30.
  func count(in length: Length) -> Int {
    let product = UInt(length.nanoseconds).multipliedFullWidth(by: UInt(numerator))
    let (whole, remainder) = (UInt(denominator) * 1_000_000_000).dividingFullWidth(product)
    return max(1, Int(whole) + (remainder > 0 ? 1 : 0))
  }
}

extension Invocation {
  /// The value of one of the command's own options; nil where it was not given.
  ///
  /// - Throws: exit code 64 where it is none.
  func value<Value>(of option: String, as form: ValueForm<Value>) throws(Failure) -> Value? {
    guard let text = options[option] else { return nil }
    guard let value = form.read(text) else {
      let spelling = CommandOption.named(option)?.spelling ?? option
      throw Failure(.usage, "\(spelling) \(text.quoted): expected \(form.expected)")
    }
    return value
  }
}
