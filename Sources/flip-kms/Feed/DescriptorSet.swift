import CLinux
import Glibc

/// A set of file descriptors that is one itself: readable when one of them is ready (epoll(7)).
///
/// It lets a source with several descriptors show a single one to the loop.
final class DescriptorSet {
  let descriptor: Int32

  /// - Throws: exit code 70, as only a lack of memory or of descriptors can refuse this.
  init() throws(Failure) {
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard descriptor >= 0 else {
      throw Failure(.software, "feed: nothing can be waited for: \(describe(errno)) (epoll_create1)")
    }
  }

  deinit { close(descriptor) }

  /// Watches `member` for input, and for room to write where asked; watching it again changes that.
  /// Returns whether it can be watched: a plain file cannot.
  @discardableResult
  func watch(_ member: Int32, writable: Bool = false) -> Bool {
    var event = epoll_event()
    event.events = EPOLLIN.rawValue | (writable ? EPOLLOUT.rawValue : 0)
    event.data.fd = member
    if epoll_ctl(descriptor, EPOLL_CTL_ADD, member, &event) == 0 { return true }
    return errno == EEXIST && epoll_ctl(descriptor, EPOLL_CTL_MOD, member, &event) == 0
  }

  func forget(_ member: Int32) {
    var event = epoll_event()
    epoll_ctl(descriptor, EPOLL_CTL_DEL, member, &event)
  }

  /// The members that are ready now, at most `limit` of them.
  func ready(limit: Int = 16) -> [Int32] {
    var events = [epoll_event](repeating: epoll_event(), count: limit)
    let count = epoll_wait(descriptor, &events, Int32(limit), 0)
    return events.prefix(max(0, Int(count))).map(\.data.fd)
  }
}
