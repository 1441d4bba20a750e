/// What `-o` asks for, by the ending of its name.
enum OutputFormat: Hashable {
  /// `.png`: one frame, in the file of that name.
  case image(String)
  /// `.png` with `%d` or `%05d` in the name: a file for each frame.
  case series(PictureName)
  /// `.webp`: an animation without loss.
  case animation
  /// `.y4m`, or `-` for standard output: uncompressed video.
  case video
  /// `.jsonl`: the scene as data, no pixels.
  case scene

  init(name: String) throws(OutputNameError) {
    if name == "-" {
      self = .video
      return
    }
    let lower = name.lowercased()
    if lower.hasSuffix(".png") {
      let name = try PictureName(name)
      self = name.holdsNumber ? .series(name) : .image(name.file(0))
    } else if lower.hasSuffix(".webp") {
      self = .animation
    } else if lower.hasSuffix(".y4m") {
      self = .video
    } else if lower.hasSuffix(".jsonl") {
      self = .scene
    } else {
      throw .unknownEnding(name)
    }
  }

  /// Whether one file (or many) takes several frames.
  var holdsManyFrames: Bool {
    if case .image = self { false } else { true }
  }

  /// The longest side of a frame in pixels. Only WebP's own bound is below `RenderPlan.sides`; PNG's is
  /// 2^31 - 1, and YUV4MPEG2 and JSON have none.
  var longestSide: Int { self == .animation ? AnimationSink.sizeLimit : RenderPlan.sides.upperBound }
}

/// The name of a PNG, in which `%%` stands for a percent sign and one `%d` for the frame's number.
struct PictureName: Hashable {
  /// What is before the number, and what behind it; one text where there is no number.
  private var parts = [""]
  private var width = 0
  private var zeros = false

  /// Reads printf's `%d`, `%5d` or `%05d` (at most 20 wide), once or not at all, and `%%`. Any other
  /// percent sign is a fault.
  init(_ name: String) throws(OutputNameError) {
    var rest = Substring(name)
    while let first = rest.popFirst() {
      guard first == "%" else {
        parts[parts.count - 1].append(first)
        continue
      }
      if rest.first == "%" {
        rest.removeFirst()
        parts[parts.count - 1].append("%")
        continue
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      guard rest.popFirst() == "d", parts.count == 1, let wide = digits.isEmpty ? 0 : Int(digits), wide <= 20
      else { throw .badConversion(name) }
      width = wide
      zeros = digits.first == "0"
      parts.append("")
    }
  }

  /// Whether each frame has a name of its own.
  var holdsNumber: Bool { parts.count == 2 }

  /// The file of one frame. Frames count from 0.
  func file(_ index: Int) -> String {
    guard holdsNumber else { return parts[0] }
    let number = String(index)
    let padding = String(repeating: zeros ? "0" : " ", count: max(0, width - number.utf8.count))
    return parts[0] + padding + number + parts[1]
  }
}
