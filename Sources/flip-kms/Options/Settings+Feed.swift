extension Setting {
  /// The section `feed`.
  static let feed: [Setting] = [
    Setting(
      .feed, "feed", at: \.feed.feed,
      as: ValueForm<String>.feed.orEmpty(), fallback: "",
      "where text is read from: - for standard input, a Unix socket's path (run) or a file (render)"),
    Setting(
      .feed, "mqtt", at: \.feed.mqtt, as: ValueForm<BrokerAddress>.broker.orEmpty(), fallback: "",
      "a broker's topic that text comes from; mqtts with TLS"),
  ]
}

extension ValueForm where Value == String {
  /// `-` or a path; an address of a broker is another key's.
  static let feed: ValueForm = {
    var form = filled("PATH", "- or a path", completion: .file)
    form.read = { [read = form.read] in isAddress($0) ? nil : read($0) }
    form.explain = { [explain = form.explain] in
      isAddress($0) ? "expected - or a path; a broker is given as mqtt" : explain?($0)
    }
    return form
  }()
}

/// Whether a text can be nothing but a path.
func isPath(_ text: String) -> Bool { text.hasPrefix("/") && !text.hasPrefix("//") || text.hasPrefix(".") }

/// Whether a text that should be a path is an address, `mqtt://…` or `user:password@host`: a path, which `check`
/// prints, would give the password away. A file of such a name is `./user:…`.
private func isAddress(_ text: String) -> Bool {
  guard !isPath(text) else { return false }
  return text.cut(at: "://").behind != nil
    || text.lastIndex(of: "@").map { text[..<$0].contains(":") } == true
}
