import Glibc
import Testing

@testable import flip_kms

/// Pipes, files and sockets as sources of text, on real descriptors.
@Suite struct FeedSourceTests {
  /// Waits until the source has something to say, and hears it.
  private func hear(_ source: any FeedSource) -> FeedNews {
    var poll = pollfd(fd: source.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(Glibc.poll(&poll, 1, 10_000) == 1, "nothing came within 10 s")
    return source.readable()
  }

  private func isQuiet(_ source: any FeedSource) -> Bool {
    var poll = pollfd(fd: source.descriptor, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&poll, 1, 0) == 0
  }

  private func send(_ text: String, to file: Int32) {
    let bytes = Array(text.utf8)
    #expect(bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } == bytes.count)
  }

  private func connect(to path: String) throws -> Int32 {
    let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let address = try SocketAddress(path)
    try #require(address.withPointer { Glibc.connect(client, $0, $1) } == 0)
    return client
  }

  @Test func aPipe() throws {
    var pipes: [Int32] = [-1, -1]
    pipe(&pipes)
    defer { close(pipes[0]) }
    let source = try StandardInputFeed(input: pipes[0])
    #expect(isQuiet(source))
    send("A\nB\nrest", to: pipes[1])
    #expect(hear(source) == FeedNews(message: FeedMessage(rows: ["B"])))
    #expect(isQuiet(source))
    close(pipes[1])
    let end = hear(source)
    #expect(end == FeedNews(message: FeedMessage(rows: ["rest"]), hasEnded: true))
  }

  @Test func aFileOnStandardInput() throws {
    let folder = Folder()
    let file = open(folder.file("feed"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(file) }
    send("A\nB\n", to: file)
    lseek(file, 0, SEEK_SET)
    let source = try StandardInputFeed(input: file)
    #expect(hear(source).message == FeedMessage(rows: ["B"]))
    #expect(hear(source).hasEnded)
  }

  /// A service's standard input is /dev/null; epoll takes no device of this kind.
  @Test func devicesOnStandardInput() throws {
    let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(null) }
    let empty = try StandardInputFeed(input: null)
    #expect(hear(empty) == FeedNews(hasEnded: true))

    let zero = open("/dev/zero", O_RDONLY | O_CLOEXEC)
    defer { close(zero) }
    let source = try StandardInputFeed(input: zero)
    // One line without an end: told once, however long it goes on.
    let news = (0..<5).map { _ in hear(source) }
    #expect(news.flatMap(\.warnings) == ["feed: the line is longer than 65536 bytes"])
    #expect(!news.contains { $0.hasEnded })

    let folder = open("/", O_RDONLY | O_CLOEXEC)
    defer { close(folder) }
    let unreadable = try StandardInputFeed(input: folder)
    #expect(
      hear(unreadable)
        == FeedNews(warnings: ["feed: cannot read standard input: Is a directory"], hasEnded: true))
  }

  @Test func noStandardInput() throws {
    let closed = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(closed) }
    for input in [closed, 9999] {
      #expect(throws: Failure(.missing, "feed: standard input is closed")) {
        try StandardInputFeed(input: input)
      }
    }
  }

  @Test func severalClientsAndTheLastWins() throws {
    let folder = Folder()
    let path = folder.file("feed")
    let source = try SocketFeed(path: path)
    var status = stat()
    lstat(path, &status)
    #expect(status.st_mode == S_IFSOCK | 0o660)
    let first = try connect(to: path)
    let second = try connect(to: path)
    while source.clientCount < 2 { _ = hear(source) }
    send("A\n", to: first)
    #expect(hear(source).message == FeedMessage(rows: ["A"]))
    send("B", to: second)
    #expect(hear(source) == FeedNews())
    send("C\n", to: first)
    #expect(hear(source).message == FeedMessage(rows: ["C"]))
    // A line without an end counts when its client goes.
    close(second)
    #expect(hear(source).message == FeedMessage(rows: ["B"]))
    close(first)
    #expect(hear(source) == FeedNews())
    #expect(source.clientCount == 0)
    #expect(isQuiet(source))
  }

  @Test func tooManyClientsAreSentAway() throws {
    let folder = Folder()
    let source = try SocketFeed(path: folder.file("feed"))
    var clients: [Int32] = []
    defer { for client in clients { close(client) } }
    while source.clientCount < SocketFeed.mostClients {
      clients.append(try connect(to: source.path))
      _ = hear(source)
    }
    clients.append(try connect(to: source.path))
    #expect(hear(source).warnings == ["feed: more than 32 programs connected, sent one away"])
    #expect(source.clientCount == SocketFeed.mostClients)
    // One that goes makes room.
    close(clients.removeFirst())
    _ = hear(source)
    clients.append(try connect(to: source.path))
    _ = hear(source)
    #expect(source.clientCount == SocketFeed.mostClients)
  }

  @Test func aFloodIsTakenInTurnsAndCostsNoMemory() throws {
    let folder = Folder()
    let source = try SocketFeed(path: folder.file("feed"))
    let client = try connect(to: source.path)
    _ = fcntl(client, F_SETFL, O_NONBLOCK)
    while source.clientCount < 1 { _ = hear(source) }
    let lines = Array(String(repeating: "flood\n", count: 10_000).utf8)
    var sent = 0
    for _ in 0..<50 {
      sent += max(0, lines.withUnsafeBytes { write(client, $0.baseAddress, $0.count / 6 * 6) })
      #expect(hear(source).message?.rows.first?.hasSuffix("flood") != nil)
    }
    while !isQuiet(source) { _ = source.readable() }
    #expect(sent > 1_000_000)
    close(client)
  }

  @Test func aSocketLeftBehindIsReplacedAndALiveOneIsNot() throws {
    let folder = Folder()
    let path = folder.file("feed")
    let address = try SocketAddress(path)
    let left = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #expect(address.withPointer { bind(left, $0, $1) } == 0)
    close(left)
    do {
      let source = try SocketFeed(path: path)
      // Who it is says the kernel: here it is the process of the tests itself.
      let comm = String(decoding: readAll(open("/proc/self/comm", O_RDONLY)).dropLast(), as: UTF8.self)
      let who = "\(comm) (process \(getpid()))"
      #expect(
        throws: Failure(.held, "feed: \(who) listens at '\(path)' already; end it, or name another path")
      ) { try SocketFeed(path: path) }
      _ = hear(source)
      #expect(folder.names == ["feed"])
    }
    #expect(folder.names == [])
  }

  @Test func pathsThatCannotBe() throws {
    let folder = Folder()
    let path = folder.file("plain")
    close(open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
    #expect(throws: Failure(.configuration, "feed: '\(path)' is there and is no socket")) {
      try SocketFeed(path: path)
    }
    #expect(folder.names == ["plain"])
    let missing = folder.file("no/feed")
    #expect(throws: Failure(.missing, "feed: no folder for the socket '\(missing)'")) {
      try SocketFeed(path: missing)
    }
    let long = "/tmp/" + String(repeating: "x", count: 103)
    #expect(throws: Failure.self) { try SocketFeed(path: long) }
    #expect(throws: Failure.self) { try SocketFeed(path: "") }
  }
}
