import Glibc
import Testing

@testable import flip_kms

/// Text from an MQTT broker: the real one, over loopback.
@Suite(.serialized) struct BrokerFeedTests {
  /// Hears the feed until something fits, at most 20 s.
  private func hear(_ feed: BrokerFeed, until fits: (FeedNews) -> Bool) -> FeedNews {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let end = time.tv_sec + 20
    while time.tv_sec < end {
      var file = pollfd(fd: feed.descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&file, 1, 1000) == 1 {
        let news = feed.readable()
        if fits(news) { return news }
      }
      clock_gettime(CLOCK_MONOTONIC, &time)
    }
    Issue.record("nothing that fits came within 20 s")
    return FeedNews()
  }

  private func address(_ broker: Broker, _ topic: String = "board", user: String? = nil) -> BrokerAddress {
    BrokerAddress("mqtt://\(user.map { $0 + "@" } ?? "")127.0.0.1:\(broker.port)/\(topic)")!
  }

  @Test func messagesComeInAndRubbishIsRefused() throws {
    let broker = try Broker()
    try broker.publish("board", Array("KEPT".utf8))
    let feed = try BrokerFeed(address(broker), password: nil)
    #expect(hear(feed) { !$0.notices.isEmpty }.notices == ["mqtt: connected to 127.0.0.1"])
    #expect(feed.isConnected)
    // The broker kept the last message for whoever comes later.
    #expect(hear(feed) { $0.message != nil }.message == FeedMessage(rows: ["KEPT"]))
    try broker.publish("board", Array("A\\nB\n".utf8))
    #expect(hear(feed) { $0.message != nil }.message == FeedMessage(rows: ["A", "B"]))
    try broker.publish("other", Array("NO".utf8))
    try broker.publish("board", Array(#"{"rows":["C","D"]}"#.utf8))
    #expect(hear(feed) { $0.message != nil }.message == FeedMessage(rows: ["C", "D"]))
    try broker.publish("board", [0xFF])
    #expect(hear(feed) { !$0.warnings.isEmpty } == FeedNews(warnings: ["mqtt: the line is not UTF-8"]))
    try broker.publish("board", [UInt8](repeating: 0x61, count: LineSplitter.longestLine + 1))
    #expect(
      hear(feed) { !$0.warnings.isEmpty }
        == FeedNews(warnings: ["mqtt: the line is longer than 65536 bytes"]))
    try broker.publish("board", [])
    #expect(hear(feed) { $0.message != nil }.message == FeedMessage(rows: [""]))
  }

  @Test func aBrokerThatGoesIsFoundAgain() throws {
    let broker = try Broker()
    let feed = try BrokerFeed(address(broker, "+/text"), password: nil)
    _ = hear(feed) { !$0.notices.isEmpty }
    broker.stop()
    let lost = hear(feed) { !$0.warnings.isEmpty }
    #expect(lost.warnings.count == 1)
    #expect(lost.warnings.allSatisfy { $0.hasPrefix("mqtt: 127.0.0.1: ") })
    #expect(!feed.isConnected)
    try broker.start()
    _ = hear(feed) { !$0.notices.isEmpty }
    try broker.publish("hall/text", Array("BACK".utf8))
    #expect(hear(feed) { $0.message != nil }.message == FeedMessage(rows: ["BACK"]))
  }

  @Test func aBrokerThatIsNotThereIsToldOnce() throws {
    let broker = try Broker()
    broker.stop()
    let feed = try BrokerFeed(address(broker), password: nil)
    let first = hear(feed) { !$0.warnings.isEmpty }
    #expect(first.warnings.count == 1)
    // Another attempt comes to nothing for the same reason, and then one is let in.
    try broker.start()
    var warnings: [String] = []
    _ = hear(feed) {
      warnings += $0.warnings
      return !$0.notices.isEmpty
    }
    #expect(warnings == [])
  }

  @Test func usersAndPasswords() throws {
    let broker = try Broker(["allow_anonymous false"])
    let feed = try BrokerFeed(address(broker, user: "hall"), password: "wrong")
    let refused = hear(feed) { !$0.warnings.isEmpty }
    #expect(refused.warnings == ["mqtt: 127.0.0.1: the broker does not let this user in"])
    #expect(!feed.isConnected)
  }

  @Test func aCertificateIsTrustedOrNot() throws {
    let broker = try Broker(encrypted: true)
    let address = try #require(BrokerAddress("mqtts://127.0.0.1:\(broker.port)/board"))
    do {
      let feed = try BrokerFeed(address, password: nil)
      let refused = hear(feed) { !$0.warnings.isEmpty }
      #expect(refused.warnings == ["mqtt: 127.0.0.1: A TLS error occurred."])
      #expect(!feed.isConnected)
    }
    setenv("SSL_CERT_FILE", broker.certificate, 1)
    defer { unsetenv("SSL_CERT_FILE") }
    let feed = try BrokerFeed(address, password: nil)
    _ = hear(feed) { !$0.notices.isEmpty }
    #expect(feed.isConnected)
    // A trusted certificate, but of another host.
    let other = try Broker(encrypted: true, host: "127.0.0.2")
    setenv("SSL_CERT_FILE", other.certificate, 1)
    let stranger = try BrokerFeed(
      #require(BrokerAddress("mqtts://127.0.0.1:\(other.port)/board")), password: nil)
    #expect(hear(stranger) { !$0.warnings.isEmpty }.warnings == ["mqtt: 127.0.0.1: A TLS error occurred."])
  }

  @Test func namesThatAreNotThere() throws {
    let address = try #require(BrokerAddress("mqtt://no-such-host.invalid/board"))
    let feed = try BrokerFeed(address, password: nil)
    let news = hear(feed) { !$0.warnings.isEmpty }
    #expect(news.warnings == ["mqtt: no-such-host.invalid: no such host"])
  }

  @Test func whatGetentSays() {
    let output = """
      ::1             STREAM localhost
      ::1             DGRAM
      ::1             RAW
      127.0.0.1       STREAM
      127.0.0.1       STREAM localhost

      """
    #expect(NameLookup.addresses(in: output) == ["::1", "127.0.0.1"])
    #expect(NameLookup.addresses(in: "") == [])
  }

  @Test func theTimeBetweenAttemptsGrows() {
    var delay = RetryDelay()
    #expect((0..<9).map { _ in delay.next() } == [1, 2, 4, 8, 16, 32, 60, 60, 60])
  }

  @Test(
    arguments: [
      (
        "mqtt://host/topic",
        BrokerAddress?.some(
          BrokerAddress(isEncrypted: false, user: nil, host: "host", port: 1883, topic: "topic"))
      ),
      (
        "mqtts://me@host.example:9/a/b",
        BrokerAddress(isEncrypted: true, user: "me", host: "host.example", port: 9, topic: "a/b")
      ),
      (
        "mqtt://[fe80::1]:1884//",
        BrokerAddress(isEncrypted: false, user: nil, host: "fe80::1", port: 1884, topic: "/")
      ),
      ("mqtt://h/+/b/#", BrokerAddress(isEncrypted: false, user: nil, host: "h", port: 1883, topic: "+/b/#")),
      ("mqtt://h", nil), ("mqtt://h/", nil), ("mqtt:///t", nil), ("tcp://h/t", nil), ("h/t", nil),
      ("mqtt://h:0/t", nil), ("mqtt://h:65536/t", nil), ("mqtt://h:x/t", nil), ("mqtt://h:/t", nil),
      ("mqtt://u:p@h/t", nil), ("mqtt://@h/t", nil), ("mqtt://-h/t", nil), ("mqtt://h h/t", nil),
      ("mqtt://[::1/t", nil), ("mqtt://[::1]x/t", nil), ("mqtt://h/a#", nil), ("mqtt://h/#/a", nil),
      ("mqtt://h/a+", nil),
    ] as [(String, BrokerAddress?)])
  func addresses(text: String, address: BrokerAddress?) {
    #expect(BrokerAddress(text) == address)
    if let address { #expect(BrokerAddress(address.text) == address) }
  }
}
