extension Setting {
  /// The section `feed`.
  static let feed: [Setting] = [
    Setting(
      .feed, "feed", at: \.feed.feed,
      as: ValueForm<String>.filled("PATH", "- or a path", completion: .file).orEmpty(), fallback: "",
      "where text is read from: - for standard input, a Unix socket's path (run) or a file (render)"),
    Setting(
      .feed, "mqtt", at: \.feed.mqtt, as: ValueForm<BrokerAddress>.broker.orEmpty(), fallback: "",
      "a broker's topic that text comes from; mqtts with TLS"),
  ]
}
