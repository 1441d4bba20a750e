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
    let isAddress = { @Sendable (text: String) in text.hasPrefix("mqtt://") || text.hasPrefix("mqtts://") }
    form.read = { [read = form.read] in isAddress($0) ? nil : read($0) }
    form.explain = { [explain = form.explain] in
      isAddress($0) ? "expected - or a path; a broker is given as mqtt" : explain?($0)
    }
    return form
  }()
}
