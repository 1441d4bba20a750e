import FlipGL

/// A whole benchmark: where it ran, and what each board came to.
struct BenchReport: Sendable {
  /// The driver's own names of itself, and its limits.
  struct Driver: Sendable {
    var renderer: String
    var vendor: String
    var version: String
    var platform: String
    var textureLimit: Int
    var targetLimit: Int
  }

  var driver: Driver
  /// To make a context, in microseconds: what any program of GL takes before it draws.
  var contextTime: Double
  /// The most that was resident once there was a context, and at the end, in bytes.
  var memoryAtContext: Int
  var memoryPeak: Int
  /// Where it was asked for.
  var start: BenchStart?
  var results: [BenchResult]
  /// The settings that were given and have an effect.
  var settings: [Invocation.Given] = []
  /// Whether nothing that was asked for is missing.
  var isComplete = true
  /// Whether the JSON holds each frame's own figures.
  var hasSamples = false
}

extension BenchReport.Driver {
  init(_ context: Context) {
    self.init(
      renderer: context.renderer, vendor: context.vendor, version: context.versionString,
      platform: context.platform, textureLimit: context.textureLimit, targetLimit: context.targetLimit)
  }
}
