import CLinux
import CService
import Glibc

/// Text from an MQTT broker: the payload of each message is a line of a feed. Driven by the program's
/// loop, without a thread; a broker that is away is asked again for as long as the program runs.
final class BrokerFeed: FeedSource {
  /// What the feed waits for.
  private enum State {
    /// Nothing was tried yet, or the time of the next attempt has not come.
    case resting
    /// The name server's answer.
    case resolving(NameLookup)
    /// The broker's answer to the connection.
    case connecting
    /// Messages.
    case connected
  }

  var descriptor: Int32 { members.descriptor }
  let address: BrokerAddress
  private let members: DescriptorSet
  private let timer: Int32
  private let client: OpaquePointer
  private var state = State.resting
  private var retry = RetryDelay()
  private var addresses: [String] = []
  private var watched: Int32 = -1
  private var news = FeedNews()
  /// The last trouble that was told, so that it is told once and not with every attempt.
  private var lastTrouble: String?

  /// Seconds between the pings that keep a connection; half of it is how often the library is given the
  /// time to send them.
  private static let keepAlive: Int32 = 60
  /// Seconds that a lookup or a connection may take.
  private static let patience = 20.0

  /// - Parameter password: for the address's user.
  /// - Throws: exit code 70 where the library cannot start.
  init(_ address: BrokerAddress, password: String?) throws(Failure) {
    self.address = address
    members = try DescriptorSet()
    timer = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
    mosquitto_lib_init()
    guard timer >= 0, let client = mosquitto_new(nil, true, nil) else {
      throw Failure(.software, "mqtt: cannot start: \(describe(errno))")
    }
    self.client = client
    mosquitto_user_data_set(client, Unmanaged.passUnretained(self).toOpaque())
    if let user = address.user { mosquitto_username_pw_set(client, user, password) }
    if address.isEncrypted {
      // The system's authorities, or those that SSL_CERT_FILE or SSL_CERT_DIR name.
      mosquitto_int_option(client, MOSQ_OPT_TLS_USE_OS_CERTS, 1)
    }
    mosquitto_connect_callback_set(client) { _, user, code in BrokerFeed.of(user).connected(code) }
    mosquitto_disconnect_callback_set(client) { _, user, code in BrokerFeed.of(user).disconnected(code) }
    mosquitto_message_callback_set(client) { _, user, message in
      if let message { BrokerFeed.of(user).received(message.pointee) }
    }
    mosquitto_subscribe_callback_set(client) { _, user, _, count, granted in
      if count > 0, let granted, granted.pointee >= 0x80 {
        BrokerFeed.of(user).trouble("the broker refuses the topic")
      }
    }
    members.watch(timer)
    wake(after: 0)
  }

  deinit {
    mosquitto_disconnect(client)
    mosquitto_destroy(client)
    close(timer)
  }

  /// Whether the broker has let us in.
  var isConnected: Bool {
    if case .connected = state { return true }
    return false
  }

  func readable() -> FeedNews {
    news = FeedNews()
    for member in members.ready() {
      if member == timer {
        var count: UInt64 = 0
        if read(timer, &count, 8) == 8 { timeHasCome() }
      } else if member == watched {
        serveSocket()
      } else if case .resolving(let lookup) = state, member == lookup.descriptor,
        let found = lookup.addresses()
      {
        resolved(found)
      }
    }
    watchSocket()
    return news
  }

  // MARK: - What happens

  private func timeHasCome() {
    switch state {
    case .resting: resolve()
    case .resolving: fail("the name server does not answer")
    case .connecting: fail("the broker does not answer")
    case .connected:
      wake(after: Double(BrokerFeed.keepAlive) / 2)
      let code = mosquitto_loop_misc(client)
      if code != MOSQ_ERR_SUCCESS.rawValueAsCode { fail(BrokerFeed.reason(code)) }
    }
  }

  private func resolve() {
    // Where the addresses of the last lookup have not all been tried yet, the next one has its turn.
    if !addresses.isEmpty { return connect() }
    guard let lookup = NameLookup(host: address.host) else {
      return fail("no program getent to look the host up")
    }
    state = .resolving(lookup)
    members.watch(lookup.descriptor)
    wake(after: BrokerFeed.patience)
  }

  private func resolved(_ found: [String]) {
    guard !found.isEmpty else { return fail("no such host") }
    // A certificate is for a name, so TLS connects by it; the answer is at hand now.
    addresses = address.isEncrypted ? [address.host] : found
    connect()
  }

  private func connect() {
    state = .connecting
    wake(after: BrokerFeed.patience)
    let code = mosquitto_connect_async(
      client, addresses.removeFirst(), Int32(address.port), BrokerFeed.keepAlive)
    let system = errno
    guard code == MOSQ_ERR_SUCCESS.rawValueAsCode || code == MOSQ_ERR_CONN_PENDING.rawValueAsCode else {
      return fail(BrokerFeed.reason(code, system))
    }
  }

  private func serveSocket() {
    var code = mosquitto_loop_read(client, 1)
    var system = errno
    if code == MOSQ_ERR_SUCCESS.rawValueAsCode, mosquitto_want_write(client) {
      code = mosquitto_loop_write(client, 1)
      system = errno
    }
    guard code != MOSQ_ERR_SUCCESS.rawValueAsCode else { return }
    // A refusal has been told already, by the callback that it came with.
    switch state {
    case .connecting, .connected: fail(BrokerFeed.reason(code, system))
    case .resting, .resolving: break
    }
  }

  private func connected(_ code: Int32) {
    guard code == 0 else { return fail(BrokerFeed.refusal(code)) }
    state = .connected
    addresses = []
    retry = RetryDelay()
    lastTrouble = nil
    news.notices.append("mqtt: connected to \(address.host)")
    wake(after: Double(BrokerFeed.keepAlive) / 2)
    let result = mosquitto_subscribe(client, nil, address.topic, 1)
    if result != MOSQ_ERR_SUCCESS.rawValueAsCode { fail(BrokerFeed.reason(result)) }
  }

  private func disconnected(_ code: Int32) {
    guard isConnected else { return }
    fail(BrokerFeed.reason(code == 0 ? MOSQ_ERR_CONN_LOST.rawValueAsCode : code))
  }

  private func received(_ message: mosquitto_message) {
    let bytes = UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen))
    guard bytes.count <= LineSplitter.longestLine else { return news.take(.tooLong, from: "mqtt") }
    // Senders like to end a payload as they would a line.
    var line = Array(bytes)
    if line.last == 0x0A { line.removeLast() }
    if line.last == 0x0D { line.removeLast() }
    news.take(.line(line), from: "mqtt")
  }

  // MARK: - Means

  /// Gives this attempt up and sets the time of the next.
  private func fail(_ reason: String) {
    state = .resting
    // The library closes what it has open when it starts anew.
    watched = -1
    trouble(reason)
    wake(after: addresses.isEmpty ? retry.next() : 0)
  }

  private func trouble(_ reason: String) {
    guard reason != lastTrouble else { return }
    lastTrouble = reason
    news.warnings.append("mqtt: \(address.host): \(reason)")
  }

  private func watchSocket() {
    switch state {
    case .resting, .resolving: return
    case .connecting, .connected: break
    }
    watched = mosquitto_socket(client)
    // An attempt under way is ready to write when it has come about.
    if watched >= 0 { members.watch(watched, writable: mosquitto_want_write(client)) }
  }

  private func wake(after seconds: Double) {
    var time = itimerspec()
    // All zeros would switch the timer off.
    let nanoseconds = max(1, Int(seconds * 1e9))
    time.it_value = timespec(tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
    timerfd_settime(timer, 0, &time, nil)
  }

  /// Why a broker does not let us in (MQTT 3.1.1, section 3.2.2.3).
  private static func refusal(_ code: Int32) -> String {
    switch code {
    case 1: "the broker does not speak MQTT 3.1.1"
    case 3: "the broker has no service now"
    case 4: "the broker refuses the user's name or the password"
    case 5: "the broker does not let this user in"
    default: "the broker refuses the connection, by code \(code)"
    }
  }

  private static func reason(_ code: Int32, _ system: Int32 = 0) -> String {
    guard code == MOSQ_ERR_ERRNO.rawValueAsCode && system != 0 else {
      return String(cString: mosquitto_strerror(code))
    }
    // What fails in OpenSSL is a TLS error to version 2.0.11 of the library, and EPROTO to 2.0.21.
    return system == EPROTO
      ? String(cString: mosquitto_strerror(MOSQ_ERR_TLS.rawValueAsCode)) : describe(system)
  }

  private static func of(_ user: UnsafeMutableRawPointer?) -> BrokerFeed {
    Unmanaged<BrokerFeed>.fromOpaque(user!).takeUnretainedValue()
  }
}

extension mosq_err_t {
  /// As the library's functions return it.
  fileprivate var rawValueAsCode: Int32 { Int32(bitPattern: UInt32(truncatingIfNeeded: rawValue)) }
}
