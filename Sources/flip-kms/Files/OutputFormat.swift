/// What `-o` asks for, by the ending of its name.
enum OutputFormat: Hashable {
  /// `.png`: one frame.
  case image
  /// `.png` with `%d` or `%05d` in the name: a file for each frame.
  case series(SeriesName)
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
      self = name.contains("%") ? .series(try SeriesName(name)) : .image
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
  var holdsManyFrames: Bool { self != .image }
}

/// The name of a series: text with one place for the frame's number.
struct SeriesName: Hashable {
  private var before: String
  private var after: String
  private var width: Int
  private var zeros: Bool

  /// Reads printf's `%d`, `%5d` or `%05d` (at most 20 wide); `%%` stands for a percent sign.
  init(_ name: String) throws(OutputNameError) {
    var parts = [""]
    var width = 0
    var zeros = false
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
    guard parts.count == 2 else { throw .badConversion(name) }
    before = parts[0]
    after = parts[1]
    self.width = width
    self.zeros = zeros
  }

  /// The file of one frame. Frames count from 0.
  func file(_ index: Int) -> String {
    let number = String(index)
    let padding = String(repeating: zeros ? "0" : " ", count: max(0, width - number.utf8.count))
    return before + padding + number + after
  }
}
