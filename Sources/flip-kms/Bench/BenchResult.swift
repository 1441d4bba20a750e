import FlipBoard

/// What one board at one size came to.
struct BenchResult: Sendable {
  /// A part of a frame, in the order in which they come.
  enum Stage: String, CaseIterable, Sendable {
    /// The board's picture at the frame's instant.
    case scene
    /// The renderer's calls of GL: what changed is uploaded and drawn.
    case submit
    /// From there until GL says that all is drawn (glFinish).
    case gpu
    /// What of it the GPU says that it was busy, by its own clock (GL_EXT_disjoint_timer_query).
    case timer
    /// Copying the picture out of GL's memory.
    case readback
    /// All of them.
    case frame
    /// Processors' time of the process in the whole frame, the driver's threads included.
    case cpu

    /// Whether the frame's time is made up of these.
    var isPart: Bool { self != .timer && self != .frame && self != .cpu }
  }

  /// What a frame took, in microseconds.
  struct Sample: Sendable {
    var scene = 0.0
    var submit = 0.0
    var gpu = 0.0
    var timer = 0.0
    var readback = 0.0
    var cpu = 0.0
    var frame: Double { scene + submit + gpu + readback }

    subscript(stage: Stage) -> Double {
      switch stage {
      case .scene: scene
      case .submit: submit
      case .gpu: gpu
      case .timer: timer
      case .readback: readback
      case .frame: frame
      case .cpu: cpu
      }
    }
  }

  /// What a frame cost in things that don't depend on the machine.
  struct Count: Sendable {
    var draws = 0
    var bytesUploaded = 0
    var texelBytes = 0
    var pixelsTouched = 0
    var modulesChanged = 0
    /// Heap allocations of the program, and of the libraries below it.
    var allocations = 0
    var driverAllocations = 0
  }

  /// What the program's frames are measured against, frame for frame.
  struct Rung: Sendable {
    var samples: [Sample] = []

    /// Only drawing can be measured against.
    static let stages: Set<Stage> = [.submit, .gpu, .timer, .frame, .cpu]

    func distribution(_ stage: Stage) -> Distribution { Distribution(samples.map { $0[stage] }) }
  }

  /// Which kind of board, in words.
  var name: String
  var size: Size
  var modules = 0
  var samples: [Sample] = []
  var counts: [Count] = []
  /// The same pixels, drawn as cheaply as can be.
  var floor: Rung?
  /// The same pictures, drawn without a model.
  var replay: Rung?
  var minute: BenchMinute?
  var hasReadback = false
  var hasTimer = false
  /// Bytes of the renderer's textures, and pages of its atlas, at the end.
  var textureBytes = 0
  var pages = 0
  /// From the making of the renderer to the end of its first frame, in microseconds: faces, programs.
  var firstFrame = 0.0

  /// The stages that were measured.
  var stages: [Stage] {
    Stage.allCases.filter { ($0 != .readback || hasReadback) && ($0 != .timer || hasTimer) }
  }

  func distribution(_ stage: Stage) -> Distribution { Distribution(samples.map { $0[stage] }) }

  /// Of one of the counts.
  func distribution(_ count: KeyPath<Count, Int>) -> Distribution {
    Distribution(counts.map { Double($0[keyPath: count]) })
  }

  /// How many such frames there are room for in a second.
  var framesPerSecond: Double {
    let mean = distribution(.frame).mean
    return mean > 0 ? 1e6 / mean : 0
  }

  /// How many times what a rung takes the program takes, frame for frame; nil where that wasn't measured.
  func ratio(_ stage: Stage, over rung: KeyPath<BenchResult, Rung?>) -> Ratio? {
    self[keyPath: rung].flatMap { Ratio(samples.map { $0[stage] }, over: $0.samples.map { $0[stage] }) }
  }

  /// How many times what the floor takes the picture takes.
  func pictureRatio(_ stage: Stage) -> Ratio? {
    guard let floor, let replay else { return nil }
    return Ratio(replay.samples.map { $0[stage] }, over: floor.samples.map { $0[stage] })
  }
}

/// One time in parts of another, and how far that may be off by chance.
struct Ratio: Equatable, Sendable {
  var value: Double
  var error: Double

  init(value: Double, error: Double) { (self.value, self.error) = (value, error) }

  /// Of the sums of pairs, since frames differ much in size; nil where there is nothing to divide by. The error
  /// is a ratio estimator's: how far each pair is from the ratio of all.
  init?(_ a: [Double], over b: [Double]) {
    let pairs = Array(zip(a, b))
    let sum = pairs.reduce(0) { $0 + $1.1 }
    guard sum > 0 else { return nil }
    let ratio = pairs.reduce(0) { $0 + $1.0 } / sum
    let count = Double(pairs.count)
    let squares = pairs.reduce(0) { $0 + ($1.0 - ratio * $1.1) * ($1.0 - ratio * $1.1) }
    (value, error) = (ratio, (squares / max(1, count - 1) * count).squareRoot() / sum)
  }

  /// Of two medians; nil where there is nothing to divide by.
  init?(_ a: Distribution, over b: Distribution) {
    guard let ratio = Ratio(value: a.median, error: a.error) / Ratio(value: b.median, error: b.error)
    else { return nil }
    self = ratio
  }

  /// nil where there is nothing to divide by.
  static func / (a: Ratio, b: Ratio) -> Ratio? {
    guard b.value > 0 else { return nil }
    let (x, y) = (a.value > 0 ? a.error / a.value : 0, b.error / b.value)
    return Ratio(value: a.value / b.value, error: a.value / b.value * (x * x + y * y).squareRoot())
  }

  /// `1.23 ± 0.04`
  var text: String { "\(decimals(value, 2)) ± \(decimals(error, 2))" }
}

/// `1 frame`, `300 frames`
func counted(_ count: Int, _ what: String) -> String { "\(count) \(what)\(count == 1 ? "" : "s")" }

/// A number with so many digits behind the point.
func decimals(_ value: Double, _ digits: Int) -> String {
  guard value.isFinite, abs(value) < 1e15 else { return "-" }
  var scale = 1.0
  for _ in 0..<digits { scale *= 10 }
  let whole = Int((abs(value) * scale).rounded())
  let sign = value < 0 && whole > 0 ? "-" : ""
  let text = String(whole)
  if digits == 0 { return sign + text }
  let padded = String(repeating: "0", count: max(0, digits + 1 - text.utf8.count)) + text
  return sign + padded.dropLast(digits) + "." + padded.suffix(digits)
}
