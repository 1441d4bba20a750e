internal import Glibc

extension Zone {
  /// Where Debian's tzdata puts the zone files.
  public static let defaultFolder = "/usr/share/zoneinfo"

  /// The zone of that IANA name, from the folder of zone files (`TZDIR` where the program honours it).
  ///
  /// - Throws: `BoardError` for `timezone` when there is no such zone, with the nearest name.
  public init(named name: String, folder: String = Zone.defaultFolder) throws(BoardError) {
    // Only names: no path that climbs out of the folder, and nothing hidden.
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isName =
      name.utf8.count <= 255
      && name.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || "_+-/".utf8.contains(byte)
      } && parts.allSatisfy { !$0.isEmpty }
    var fault = BoardError(
      setting: "timezone", value: name, expected: "the name of a zone such as Europe/Berlin")
    guard isName else {
      fault.nearest = Zone.nearest(to: name, folder: folder)
      throw fault
    }
    switch Zone.contents(of: folder + "/" + name) {
    case .success(let bytes):
      guard let zone = Zone(name: name, file: bytes) else {
        fault.nearest = Zone.nearest(to: name, folder: folder)
        throw fault
      }
      self = zone
    case .failure(let failure):
      if name == "UTC" {
        self = .utc
        return
      }
      if Zone.names(in: folder, prefix: "", depth: 2).isEmpty {
        fault.expected = "zones in \(folder), as Debian's tzdata puts them there, and there are none"
        throw fault
      }
      if failure.code != ENOENT && failure.code != ENOTDIR && failure.code != EISDIR {
        fault.call = failure.call
        fault.code = failure.code
      }
      fault.nearest = Zone.nearest(to: name, folder: folder)
      throw fault
    }
  }

  /// The system's own zone as it is now; read it again to follow a change.
  ///
  /// `variable` is the program's `TZ`, if set: a name, with or without a colon, a path, or POSIX's form.
  /// Otherwise `/etc/localtime` counts. What cannot be read is UTC, as in C.
  public static func system(
    variable: String? = nil, localtime: String = "/etc/localtime", folder: String = Zone.defaultFolder
  ) -> Zone {
    var path = localtime
    if var value = variable {
      if value.hasPrefix(":") { value.removeFirst() }
      if value.isEmpty { return .utc }
      if let zone = try? Zone(named: value, folder: folder) { return zone.unnamed }
      if let rule = ZoneRule(parsing: value) {
        return Zone(name: "", transitions: [], periodOfTransition: [], periods: [rule.standard], rule: rule)
      }
      guard value.hasPrefix("/") else { return .utc }
      path = value
    }
    guard case .success(let bytes) = contents(of: path), let zone = Zone(name: "", file: bytes) else {
      return .utc
    }
    return zone
  }

  private var unnamed: Zone {
    var copy = self
    copy.name = ""
    return copy
  }

  /// The known name nearest to a misspelt one, if one is near.
  static func nearest(to name: String, folder: String) -> String? {
    nearestName(to: name, among: names(in: folder, prefix: "", depth: 0))
  }

  private static func names(in folder: String, prefix: String, depth: Int) -> [String] {
    guard depth < 3, let directory = opendir(folder + "/" + prefix) else { return [] }
    defer { closedir(directory) }
    var result: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      // Zones begin with a capital; the folders `posix` and `right` repeat them, the rest are tables.
      guard let first = name.utf8.first, (0x41...0x5A).contains(first), !name.contains(".") else { continue }
      let below = names(in: folder, prefix: prefix + name + "/", depth: depth + 1)
      result += below.isEmpty ? [prefix + name] : below
    }
    return result
  }
}
