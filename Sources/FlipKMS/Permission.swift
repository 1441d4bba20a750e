import Glibc

extension KMSError {
  /// Why a card's node could not be opened, in words that say what to do.
  static func opening(_ path: String, code: Int32, call: String = "open") -> KMSError {
    switch code {
    case EACCES, EPERM:
      let facts = Permission(of: path)
      return KMSError(.permission, call: call, code: code, sentence: facts.sentence(for: path))
    case ENOENT, ENXIO, ENODEV:
      return KMSError(.missing, call: call, code: code, sentence: "\(path): there is no such card")
    case EBUSY:
      return KMSError(.held, call: call, code: code, sentence: MasterHolder.sentence(for: path))
    default:
      return KMSError(.fault, call: call, code: code, sentence: "\(path): \(call): \(words(for: code))")
    }
  }
}

/// Whom a node belongs to, and who we are.
struct Permission: Hashable {
  /// The node's group, nil where it cannot be told.
  var group: String?
  /// Whether its mode lets that group read and write.
  var letsGroup = true
  var user: String
  /// The groups of this process.
  var groups: [String]
  /// Those that the user has from the next login on.
  var groupsToCome: [String] = []

  init(group: String?, letsGroup: Bool = true, user: String, groups: [String], groupsToCome: [String] = []) {
    self.group = group
    self.letsGroup = letsGroup
    self.user = user
    self.groups = groups
    self.groupsToCome = groupsToCome
  }

  init(of path: String) {
    var info = stat()
    if stat(path, &info) == 0 {
      group = Permission.name(ofGroup: info.st_gid)
      letsGroup = info.st_mode & 0o060 == 0o060 && info.st_gid != 0
    }
    let id = geteuid()
    let entry = getpwuid(id)
    user = entry.map { String(cString: $0.pointee.pw_name) } ?? String(id)
    var list = [gid_t](repeating: 0, count: 256)
    let count = Int(getgroups(Int32(list.count), &list))
    groups = Permission.names([getegid()] + list.prefix(max(0, count)))
    guard let entry else { return }
    var room = Int32(list.count)
    guard getgrouplist(entry.pointee.pw_name, entry.pointee.pw_gid, &list, &room) >= 0 else { return }
    groupsToCome = Permission.names(list.prefix(Int(room))).filter { !groups.contains($0) }
  }

  private static func names(_ ids: some Sequence<gid_t>) -> [String] {
    var names: [String] = []
    for id in ids {
      let name = name(ofGroup: id)
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  private static func name(ofGroup id: gid_t) -> String {
    getgrgid(id).map { String(cString: $0.pointee.gr_name) } ?? String(id)
  }

  func sentence(for path: String) -> String {
    let who = "user \(user) (groups \(groups.joined(separator: ", ")))"
    let start = "\(path): no permission"
    guard let group else { return "\(start) for \(who)" }
    guard letsGroup else {
      return "\(start): it is not open to a group; udev gives it to video or render: does udev run?"
    }
    if groups.contains(group) {
      return "\(start) for \(who), though its group is \(group): look at the sandbox"
    }
    if groupsToCome.contains(group) {
      return "\(start): \(user) is in its group \(group) from the next login on: log out and in again"
    }
    return "\(start): it belongs to group \(group), and \(who) is not in it; "
      + "run: sudo usermod -aG \(group) \(user), and log in again"
  }
}
