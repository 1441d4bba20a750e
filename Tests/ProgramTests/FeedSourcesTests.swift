import Glibc
import Testing

@testable import flip_kms

/// Which sources the settings open, and what is said of them.
@Suite struct FeedSourcesTests {
  @Test func sourcesAreOpenedForTextAlone() throws {
    let folder = Folder()
    var settings = Settings()
    settings.feed.feed = folder.file("feed")
    #expect(settings.feedNames == [])
    settings.content.show = .text
    #expect(settings.feedNames == [.socket(folder.file("feed"))])
    do {
      let source = try settings.feedNames[0].open()
      #expect(source is SocketFeed)
      #expect(folder.names == ["feed"])
    }
    #expect(folder.names == [])
    settings.feed.feed = "-"
    let address = try #require(BrokerAddress("mqtt://no-such-host.invalid/x"))
    settings.feed.mqtt = address
    #expect(settings.feedNames == [.standardInput, .broker(address)])
    let broker = try settings.feedNames[1].open()
    #expect(broker is BrokerFeed)
  }

  @Test func otherSettingsOpenOtherSourcesAndLeaveTheRestOpen() throws {
    let folder = Folder()
    func identity(_ name: String) -> ino_t {
      var status = stat()
      return lstat(folder.file(name), &status) == 0 ? status.st_ino : 0
    }
    func name(_ file: String) -> FeedName { .socket(folder.file(file)) }
    let loop = try EventLoop()
    let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(null) }
    let feeds = Feeds(on: loop, diagnostics: Diagnostics(descriptor: null, journal: true)) {
      _ throws(Failure) in
    }
    try feeds.follow([name("a")])
    let first = identity("a")
    #expect(folder.names == ["a"] && first != 0)
    try feeds.follow([name("a"), name("b")])
    #expect(folder.names.sorted() == ["a", "b"] && identity("a") == first)
    let second = identity("b")
    // The first could be opened, the second can't: nothing of it is taken over.
    #expect(throws: Failure.self) { try feeds.follow([name("c"), name("no-such-folder/d")]) }
    #expect(folder.names.sorted() == ["a", "b"] && identity("a") == first && identity("b") == second)
    try feeds.follow([name("b")])
    #expect(folder.names == ["b"] && identity("b") == second)
    try feeds.follow([])
    #expect(folder.names == [])
  }

  @Test func aFloodOfRubbishIsSummedUp() throws {
    let folder = Folder()
    let file = open(folder.file("log"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(file) }
    var reporter = FeedReporter(Diagnostics(descriptor: file, journal: true))
    for second in 0..<20 {
      reporter.tell(
        FeedNews(warnings: ["a\u{1B}"], notices: second == 0 ? ["n"] : []), now: Int64(second) * 1_000_000_000
      )
    }
    let lines = String(decoding: folder.bytes("log"), as: UTF8.self).split(separator: "\n")
    #expect(
      lines == [
        "<4>flip-kms: a\\u{1b}", "<6>flip-kms: n", "<4>flip-kms: a\\u{1b}", "<4>flip-kms: a\\u{1b}",
        "<4>flip-kms: a\\u{1b}", "<4>flip-kms: a\\u{1b}",
        "<4>flip-kms: a\\u{1b} (and 5 warnings before it that were left out)",
      ])
  }

  @Test func thePasswordComesFromTheCredentialThenTheEnvironment() throws {
    let folder = Folder()
    func leave(_ bytes: [UInt8]) {
      let file = open(folder.file("mqtt-password"), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
      _ = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      close(file)
    }
    let word = ["FLIP_KMS_MQTT_PASSWORD": "from the environment"]
    let both = word.merging(["CREDENTIALS_DIRECTORY": folder.path]) { $1 }
    #expect(try BrokerPassword.find { _ in nil } == nil)
    #expect(try BrokerPassword.find { word[$0] } == "from the environment")
    #expect(try BrokerPassword.find { both[$0] } == "from the environment")
    leave(Array(" sécret \n".utf8))
    #expect(try BrokerPassword.find { both[$0] } == " sécret ")
    leave([0xFF])
    #expect(throws: Failure.self) { try BrokerPassword.find { both[$0] } }
  }
}
