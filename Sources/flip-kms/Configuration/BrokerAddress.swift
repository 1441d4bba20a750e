/// Where an MQTT broker is and what to listen to: `mqtt://[user@]host[:port]/topic`, `mqtts://` with TLS.
struct BrokerAddress: Hashable, Sendable {
  var isEncrypted: Bool
  var user: String?
  /// A name or an address; an IPv6 address without its brackets.
  var host: String
  var port: Int
  /// May hold the wildcards `+` and `#` where MQTT allows them.
  var topic: String

  /// The ports that IANA gives to MQTT and to MQTT over TLS.
  static func standardPort(encrypted: Bool) -> Int { encrypted ? 8883 : 1883 }

  init(isEncrypted: Bool, user: String?, host: String, port: Int, topic: String) {
    self.isEncrypted = isEncrypted
    self.user = user
    self.host = host
    self.port = port
    self.topic = topic
  }

  /// Reads an address; nil where the text is none, or holds a password, which has no place in it.
  init?(_ text: String) {
    let (scheme, rest) = text.cut(at: "://")
    guard let rest, scheme == "mqtt" || scheme == "mqtts" else { return nil }
    // MQTT advises against them in topics, and messages would have to escape them.
    guard !text.unicodeScalars.contains(where: \.isControl) else { return nil }
    isEncrypted = scheme == "mqtts"
    let (authority, topic) = rest.cut(at: "/")
    guard let topic, BrokerAddress.isTopic(topic) else { return nil }
    self.topic = topic

    var place = authority
    if let at = authority.lastIndex(of: "@") {
      let name = String(authority[..<at])
      // A password in here would stand in every list of processes and in the configuration.
      guard !name.isEmpty, !name.contains(":") else { return nil }
      user = name
      place = String(authority[authority.index(after: at)...])
    }
    var port: String?
    if place.hasPrefix("[") {
      let (address, behind) = String(place.dropFirst()).cut(at: "]")
      guard let behind, behind.isEmpty || behind.hasPrefix(":") else { return nil }
      (host, port) = (address, behind.isEmpty ? nil : String(behind.dropFirst()))
    } else {
      (host, port) = place.cut(at: ":")
    }
    guard BrokerAddress.isHost(host) else { return nil }
    self.port = BrokerAddress.standardPort(encrypted: isEncrypted)
    if let port {
      guard let number = decimal(port), (1...65535).contains(number) else { return nil }
      self.port = number
    }
  }

  /// The way `init` reads; the port only where it is not the standard one.
  var text: String {
    let name = host.contains(":") ? "[\(host)]" : host
    let port = port == BrokerAddress.standardPort(encrypted: isEncrypted) ? "" : ":\(port)"
    return (isEncrypted ? "mqtts://" : "mqtt://") + (user.map { $0 + "@" } ?? "") + name + port + "/" + topic
  }

  /// Letters, digits and the marks of names and addresses; a dash in front would be taken for an option.
  private static func isHost(_ host: String) -> Bool {
    (1...255).contains(host.utf8.count) && !host.hasPrefix("-")
      && host.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || "-._:%".utf8.contains(byte)
      }
  }

  /// A topic filter as MQTT 3.1.1, section 4.7, has it: `#` alone and last, `+` alone in its level.
  private static func isTopic(_ topic: String) -> Bool {
    guard (1...65535).contains(topic.utf8.count), !topic.utf8.contains(0) else { return false }
    let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
    return levels.indices.allSatisfy { index in
      let level = levels[index]
      return !level.contains("#") && !level.contains("+") || level == "+"
        || level == "#" && index == levels.count - 1
    }
  }
}

extension String {
  /// What stands before the first `mark`, and what behind it; nil where there is none.
  func cut(at mark: String) -> (before: String, behind: String?) {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(mark) {
        return (String(self[..<index]), String(self[self.index(index, offsetBy: mark.count)...]))
      }
      index = self.index(after: index)
    }
    return (self, nil)
  }
}

extension ValueForm where Value == BrokerAddress {
  static let broker = ValueForm(
    placeholder: "URL", expected: "mqtt://[user@]host[:port]/topic or mqtts://…",
    read: { BrokerAddress($0) }, write: \.text,
    explain: { text in
      let authority = text.cut(at: "://").behind?.cut(at: "/").before ?? ""
      let (user, host) = authority.cut(at: "@")
      if host != nil, user.contains(":") {
        return "expected no password in it, but in $FLIP_KMS_MQTT_PASSWORD or a credential mqtt-password"
      }
      let port = (host ?? user).hasPrefix("[") ? nil : (host ?? user).cut(at: ":").behind
      return port.map { decimal($0).map { (1...65535).contains($0) } != true } == true
        ? "expected a port from 1 to 65535 behind the host, and no password" : nil
    })
}
