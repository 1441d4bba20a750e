extension Settings {
  /// Opens what the settings name as sources of a running board's text; none where it shows no text.
  ///
  /// - Throws: as the sources do that cannot be set up.
  func openFeeds() throws(Failure) -> [any FeedSource] {
    guard content.show == .text else { return [] }
    var sources: [any FeedSource] = []
    switch feed.feed {
    case "-"?: sources.append(try StandardInputFeed())
    case let path?: sources.append(try SocketFeed(path: path))
    case nil: break
    }
    if let address = feed.mqtt {
      sources.append(try BrokerFeed(address, password: try BrokerPassword.ofProcess()))
    }
    return sources
  }
}

/// Says what the sources of a feed have to tell, and no more often than a journal can bear.
struct FeedReporter {
  let diagnostics: Diagnostics
  private var limit = WarningLimit()

  init(_ diagnostics: Diagnostics) { self.diagnostics = diagnostics }

  /// - Parameter now: nanoseconds of a clock that only goes forward.
  mutating func tell(_ news: FeedNews, now: Int64) {
    for warning in news.warnings {
      if let line = limit.line(warning, now: now) { diagnostics.say(.warning, line) }
    }
    for notice in news.notices { diagnostics.say(.info, notice) }
  }
}
