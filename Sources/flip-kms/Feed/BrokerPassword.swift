import Glibc

/// The password of the broker's user. It has no place in the address, which stands in the configuration and
/// in every list of processes.
enum BrokerPassword {
  /// What the file `mqtt-password` in $CREDENTIALS_DIRECTORY holds, where systemd puts what the unit's
  /// LoadCredential= names, without a line end behind it; else $FLIP_KMS_MQTT_PASSWORD.
  ///
  /// - Throws: exit code 65, 77 or 78 for a credential that is there and cannot be read.
  static func ofProcess() throws(Failure) -> String? {
    try find { name in getenv(name).map { String(cString: $0) } }
  }

  static func find(_ variable: (String) -> String?) throws(Failure) -> String? {
    if let folder = variable("CREDENTIALS_DIRECTORY") {
      let path = folder + "/mqtt-password"
      if let file = try ConfigurationFile.read(path) {
        guard let text = String(validating: file.bytes.prefix(while: { $0 != 0x0A && $0 != 0x0D })) else {
          throw Failure(.data, "mqtt: \(path.quoted) is not UTF-8")
        }
        return text
      }
    }
    return variable("FLIP_KMS_MQTT_PASSWORD")
  }
}
