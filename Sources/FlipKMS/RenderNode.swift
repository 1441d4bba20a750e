import Glibc

/// The nodes that Mesa draws through where the card that shows cannot draw by itself (vc4 with v3d).
public enum RenderNode {
  /// Why one of them may not be used, with what to do, in a line; nil where all may, or there are none.
  public static func forbidden(folder: String = "/dev/dri") -> String? {
    for name in directory(folder).sorted() where name.hasPrefix("renderD") {
      let path = "\(folder)/\(name)"
      guard access(path, R_OK | W_OK) != 0, errno == EACCES || errno == EPERM else { continue }
      return Permission(of: path).sentence(for: path)
    }
    return nil
  }
}
