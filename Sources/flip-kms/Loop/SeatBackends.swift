import CService
import Glibc

/// What the environment says about who gives out the display.
enum SeatBackends {
  /// The seat daemons to ask, best first; none where there is no session with any.
  static func available() -> [String] {
    if let wanted = getenv("LIBSEAT_BACKEND").map({ String(cString: $0) }), !wanted.isEmpty {
      return [wanted]
    }
    var backends: [String] = []
    let socket = getenv("SEATD_SOCK").map { String(cString: $0) } ?? "/run/seatd.sock"
    if access(socket, R_OK | W_OK) == 0 { backends.append("seatd") }
    if hasSeatSession() { backends.append("logind") }
    return backends
  }

  /// Whether logind counts us to a session that has a seat; one over the network has none.
  private static func hasSeatSession() -> Bool {
    var session: UnsafeMutablePointer<CChar>?
    guard sd_pid_get_session(0, &session) >= 0, let session else { return false }
    defer { free(session) }
    var seat: UnsafeMutablePointer<CChar>?
    guard sd_session_get_seat(session, &seat) >= 0 else { return false }
    free(seat)
    return true
  }
}
