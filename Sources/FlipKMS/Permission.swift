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
  var user: String
  var groups: [String]

  init(group: String?, user: String, groups: [String]) {
    self.group = group
    self.user = user
    self.groups = groups
  }

  init(of path: String) {
    var info = stat()
    group = stat(path, &info) == 0 ? Permission.name(ofGroup: info.st_gid) : nil
    let id = geteuid()
    user = getpwuid(id).map { String(cString: $0.pointee.pw_name) } ?? String(id)
    var list = [gid_t](repeating: 0, count: 256)
    let count = getgroups(Int32(list.count), &list)
    var names = [Permission.name(ofGroup: getegid())]
    for place in 0..<max(0, Int(count)) {
      let name = Permission.name(ofGroup: list[place])
      if !names.contains(name) { names.append(name) }
    }
    groups = names
  }

  private static func name(ofGroup id: gid_t) -> String {
    getgrgid(id).map { String(cString: $0.pointee.gr_name) } ?? String(id)
  }

  func sentence(for path: String) -> String {
    let who = "user \(user) (groups \(groups.joined(separator: ", ")))"
    guard let group else { return "\(path): no permission for \(who)" }
    if groups.contains(group) {
      return
        "\(path): no permission for \(who), though its group is \(group): look at its mode and at the sandbox"
    }
    return
      "\(path): no permission: it belongs to group \(group), and \(who) is not in it; run: sudo usermod -aG \(group) \(user)"
  }
}
