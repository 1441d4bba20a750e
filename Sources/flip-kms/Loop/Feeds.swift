import Glibc

/// The sources that the board's text comes from, in the loop.
final class Feeds {
  private var sources: [any FeedSource] = []

  /// - Throws: what the sources throw that cannot be set up.
  init(
    _ settings: Settings.Feed, on loop: EventLoop, diagnostics: Diagnostics,
    action: @escaping (FeedMessage) throws(Failure) -> Void
  ) throws(Failure) {
    switch settings.feed {
    case "-"?: sources.append(try StandardInputFeed())
    case let path?: sources.append(try SocketFeed(path: path))
    case nil: break
    }
    if let address = settings.mqtt {
      sources.append(
        try BrokerFeed(address, password: getenv("FLIP_KMS_MQTT_PASSWORD").map { String(cString: $0) }))
    }
    for source in sources {
      try loop.watch(source.descriptor) { [weak self, weak source] () throws(Failure) in
        guard let self, let source else { return }
        let news = source.readable()
        for line in news.warnings { diagnostics.say(.warning, line) }
        for line in news.notices { diagnostics.say(.info, line) }
        if news.hasEnded {
          loop.forget(source.descriptor)
          self.sources.removeAll { $0 === source }
        }
        if let message = news.message { try action(message) }
      }
    }
  }
}
