/// What a source of a running board's text is called in the settings: what it is opened by.
enum FeedName: Hashable, Sendable {
  case standardInput
  case socket(String)
  case broker(BrokerAddress)

  /// - Throws: as the sources do that cannot be set up.
  func open() throws(Failure) -> any FeedSource {
    switch self {
    case .standardInput: try StandardInputFeed()
    case .socket(let path): try SocketFeed(path: path)
    case .broker(let address): try BrokerFeed(address, password: try BrokerPassword.ofProcess())
    }
  }
}

extension Settings {
  /// What the board's text comes from while it runs; nothing where it shows no text.
  var feedNames: [FeedName] {
    guard content.show == .text else { return [] }
    let local: FeedName? = feed.feed.map { $0 == "-" ? .standardInput : .socket($0) }
    return [local, feed.mqtt.map(FeedName.broker)].compactMap { $0 }
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
