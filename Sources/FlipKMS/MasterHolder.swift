import Glibc

/// Who else has a card open, as far as we may see.
struct MasterHolder: Hashable {
  var name: String
  var process: Int

  static func sentence(for path: String) -> String {
    sentence(for: path, holders: find(path))
  }

  static func sentence(for path: String, holders: [MasterHolder]) -> String {
    guard !holders.isEmpty else { return "\(path) is held by another program" }
    let names = holders.prefix(3).map { "\($0.name) (process \($0.process))" }
    return "\(path) is held by \(names.joined(separator: ", "))"
  }

  /// The master by the kernel's own list (root, and debugfs mounted), else every process that has the
  /// node open and whose files we may see.
  static func find(_ path: String) -> [MasterHolder] {
    var info = stat()
    guard stat(path, &info) == 0 else { return [] }
    let minor = Int(info.st_rdev & 0xff) | Int((info.st_rdev >> 12) & 0xfff00)
    if let list = readFile("/sys/kernel/debug/dri/\(minor)/clients"),
      let master = master(in: list)
    {
      return [master]
    }
    let own = Int(getpid())
    return directory("/proc").compactMap(Int.init).filter { $0 != own }.sorted().compactMap { process in
      for file in directory("/proc/\(process)/fd") {
        var other = stat()
        guard stat("/proc/\(process)/fd/\(file)", &other) == 0, other.st_mode & S_IFMT == S_IFCHR,
          other.st_rdev == info.st_rdev
        else { continue }
        let name = readFile("/proc/\(process)/comm").map { String($0.prefix { $0 != "\n" }) }
        return MasterHolder(name: name ?? "a program", process: process)
      }
      return nil
    }
  }

  /// The master's line of debugfs's `clients`: columns `command tgid dev master a uid magic`, of which
  /// only the first may hold spaces.
  static func master(in clients: String) -> MasterHolder? {
    for line in clients.split(separator: "\n").dropFirst() {
      let columns = line.split(separator: " ", omittingEmptySubsequences: true)
      guard let place = columns.firstIndex(where: { $0 == "y" || $0 == "n" }), place >= 3,
        columns[place] == "y", let process = Int(columns[place - 2])
      else { continue }
      return MasterHolder(name: columns[..<(place - 2)].joined(separator: " "), process: process)
    }
    return nil
  }
}

/// The names in a folder, without `.` and `..`; empty where it cannot be read.
func directory(_ path: String) -> [String] {
  guard let folder = opendir(path) else { return [] }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    let name = text(of: entry.pointee.d_name)
    if name != ".", name != ".." { names.append(name) }
  }
  return names
}

/// A small file's text; nil where it cannot be read.
func readFile(_ path: String) -> String? {
  let fd = open(path, O_RDONLY | O_CLOEXEC)
  guard fd >= 0 else { return nil }
  defer { close(fd) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 4096)
  while bytes.count < 1 << 20 {
    let count = read(fd, &buffer, buffer.count)
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { break }
    bytes.append(contentsOf: buffer[..<count])
  }
  return String(decoding: bytes, as: UTF8.self)
}
