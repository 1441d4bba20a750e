import Testing

@testable import flip_kms

/// Addresses of brokers as somebody mistypes them: no message gives a password away.
@Suite struct AddressTests {
  private func told(_ line: String, _ options: [Invocation.Given]) -> String {
    let file = ConfigurationFile(path: "c", bytes: Array("[feed]\n\(line)\n".utf8))
    do throws(Failure) { _ = try Resolution.resolve(file: file, options: options) } catch {
      return error.lines.joined()
    }
    return ""
  }

  /// With the `@` forgotten, or anything else; given as a setting that takes an address or a path, in either place,
  /// and as a word where a command stands.
  @Test(arguments: malformedAddresses)
  func noPasswordOfAMalformedAddressIsCited(address: String) {
    for key in ["mqtt", "feed"] where key == "mqtt" || address.contains("@") || address.contains("://") {
      for lines in [told("", [Invocation.Given(key: key, text: address)]), told("\(key) = \(address)", [])] {
        #expect(!lines.isEmpty && !lines.withoutPasswords.contains("SECRET"), "\(key) \(address): \(lines)")
      }
    }
    let isMarked = address.contains("@") || address.lowercased().hasPrefix("mqtt")
    for words in [[address], ["check", address]] where isMarked {
      do throws(Failure) {
        _ = try Invocation(words)
        Issue.record("\(words) is taken")
      } catch {
        #expect(!error.lines[0].contains("SECRET") && error.lines[0].contains("…"), "\(error.lines)")
      }
    }
  }

  /// What is no password stays to be read: it tells what is wrong.
  @Test func whatIsNoPasswordIsCited() {
    for (address, cited) in [
      ("mqtt://host:1883", "mqtt://host:1883"), ("host:1883/topic", "host:1883/topic"),
      ("mqtt://host/a#b:c", "mqtt://host/a#b:c"),
      ("mqtt://[fe80::1%eth0]:1883/#/a", "mqtt://[fe80::1%eth0]:1883/#/a"),
      ("mqtt://user:SECRET/host", "mqtt://user:…"), ("mqtt:user:SECRET@host", "mqtt:user:…@host"),
      ("user:SECRET@host/topic", "user:…@host/topic"), ("mqtt://host:65536/t", "mqtt://host:…"),
    ] {
      #expect(Setting.named("mqtt")!.cited(address) == "'\(cited)'")
    }
    let port = "expected a port from 1 to 65535 behind the host, and no password"
    #expect(Setting.named("mqtt")!.complaint(about: "mqtt://user:SECRET/host") == port)
    #expect(Setting.named("feed")!.cited("/run/a:b@c") == "'/run/a:b@c'")
    // A path is still one, whatever its name.
    for path in ["/run/a:b@c", "./a:b@c", "../a:b@c", "a@b", "a:b", "a/b"] {
      var settings = Settings()
      let isTaken = Setting.named("feed")!.assign(path, &settings)
      #expect(isTaken && settings.feed.feed == path)
    }
    #expect("no broker at mqtt://host:1884: gone".withoutPasswords == "no broker at mqtt://host:1884: gone")
  }
}

private let malformedAddresses = [
  "mqtt://user:SECRET/host", "mqtts://user:SECRET/host/topic", "mqtt://user:SECRET",
  "MQTT://user:SECRET/host",
  "mqtt://user:12SECRET/host", "mqtt://user:1883SECRET/host", "mqtt://user:x/SECRET/host",
  "mqtt://user:SECRET@host",
  "mqtt:user:SECRET@host", "mqtt:user:SECRET@host/topic", "mqtt:/user:SECRET@host/t",
  "mqtt//user:SECRET@host/t",
  "user:SECRET@host/topic", "user:SECRET@host:1883/topic", "user:/SECRET@host/topic",
  "user:SE@SECRET@host/topic",
  "mqtt://user@host:SECRET/topic", "mqtt://[user:SECRET@host/topic", "mqtt://[::1]:SECRET/topic",
  "mqtt://user:a@b:SECRET/topic", "mqtt:user:SECRET/host", "user:SECRET/host",
]
