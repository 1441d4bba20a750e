/// The sources that the board's text comes from, in the loop.
final class Feeds {
  private var sources: [any FeedSource] = []
  private var reporter: FeedReporter

  /// - Throws: what the sources throw that cannot be set up.
  init(
    _ settings: Settings, on loop: EventLoop, diagnostics: Diagnostics,
    action: @escaping (FeedMessage) throws(Failure) -> Void
  ) throws(Failure) {
    reporter = FeedReporter(diagnostics)
    sources = try settings.openFeeds()
    for source in sources {
      try loop.watch(source.descriptor) { [weak self, weak source] () throws(Failure) in
        guard let self, let source else { return }
        let news = source.readable()
        self.reporter.tell(news, now: SystemClock.monotonic)
        if news.hasEnded {
          loop.forget(source.descriptor)
          self.sources.removeAll { $0 === source }
        }
        if let message = news.message { try action(message) }
      }
    }
  }
}
