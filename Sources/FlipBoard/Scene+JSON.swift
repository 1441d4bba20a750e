extension Scene {
  /// The scene as one line of JSON, without the line feed: the `.jsonl` output.
  ///
  /// `damage` is what changed since the frame before, as `Playback` gives it.
  public func jsonLine(damage: [Rect]) -> String {
    var line = "{\"at\":\"\(at)\",\"width\":\(size.width),\"height\":\(size.height),\"text\":"
    appendJSON(text, to: &line)
    line += ",\"modules\":["
    for (index, module) in modules.enumerated() {
      if index > 0 { line += "," }
      line += "{"
      appendJSON(module.frame, to: &line)
      line += ",\"upper\":"
      appendJSON(module.upper.text, to: &line)
      line += ",\"lower\":"
      appendJSON(module.lower.text, to: &line)
      line += ",\"flaps\":["
      for place in module.flaps {
        if place > module.flaps.lowerBound { line += "," }
        line += "{\"front\":"
        appendJSON(flaps[place].front.text, to: &line)
        line += ",\"back\":"
        appendJSON(flaps[place].back.text, to: &line)
        line += ",\"angle\":\(flaps[place].angle)}"
      }
      line += "]}"
    }
    line += "],\"damage\":["
    for (index, rect) in damage.enumerated() {
      line += index > 0 ? ",{" : "{"
      appendJSON(rect, to: &line)
      line += "}"
    }
    return line + "]}"
  }
}

private func appendJSON(_ rect: Rect, to line: inout String) {
  line += "\"x\":\(rect.x),\"y\":\(rect.y),\"width\":\(rect.width),\"height\":\(rect.height)"
}

/// A JSON string (RFC 8259 §7): quotes, backslashes and control characters escaped, the rest as UTF-8.
private func appendJSON(_ text: String, to line: inout String) {
  line += "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": line += "\\\""
    case "\\": line += "\\\\"
    case "\n": line += "\\n"
    case "\r": line += "\\r"
    case "\t": line += "\\t"
    case _ where scalar.value < 0x20:
      let digits = String(scalar.value, radix: 16)
      line += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    default: line.unicodeScalars.append(scalar)
    }
  }
  line += "\""
}
