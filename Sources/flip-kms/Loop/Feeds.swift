/// The sources that the board's text comes from, in the loop.
final class Feeds {
  /// Those that were opened, by name; one that has ended is nil, and is not opened again.
  private var sources: [FeedName: (any FeedSource)?] = [:]
  private var reporter: FeedReporter
  private let loop: EventLoop
  private let action: (FeedMessage) throws(Failure) -> Void

  /// - Parameter action: what to do with a message.
  init(
    on loop: EventLoop, diagnostics: Diagnostics, action: @escaping (FeedMessage) throws(Failure) -> Void
  ) {
    reporter = FeedReporter(diagnostics)
    self.loop = loop
    self.action = action
  }

  /// Opens what was not named before, and lets go of what is named no more. What is named still stays as it
  /// is, with everybody who is connected to it.
  ///
  /// - Throws: what the sources throw that cannot be set up; then all stays as it was.
  func follow(_ names: [FeedName]) throws(Failure) {
    var opened: [(FeedName, any FeedSource)] = []
    for name in names where sources[name] == nil { opened.append((name, try name.open())) }
    for (name, source) in opened {
      try watch(source, name)
      sources[name] = .some(source)
    }
    for (name, source) in sources where !names.contains(name) {
      if let source { loop.forget(source.descriptor) }
      sources[name] = nil
    }
  }

  private func watch(_ source: any FeedSource, _ name: FeedName) throws(Failure) {
    try loop.watch(source.descriptor) { [weak self, weak source] () throws(Failure) in
      guard let self, let source else { return }
      let news = source.readable()
      self.reporter.tell(news, now: SystemClock.monotonic)
      if news.hasEnded {
        self.loop.forget(source.descriptor)
        self.sources[name] = .some(nil)
      }
      if let message = news.message { try self.action(message) }
    }
  }
}
