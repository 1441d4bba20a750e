import CSeat
import Glibc

/// Tells when cards and what is plugged into them change.
///
/// Through udev's daemon where there is one, so that a new card's node has its owner when we hear of it;
/// else from the kernel.
public final class HotplugMonitor {
  /// What came, put together from all that waited.
  public struct News: Hashable, Sendable {
    /// A connector changed: scan again.
    public var connectors = false
    /// A card came, changed driver or went.
    public var cards = false

    public var isEmpty: Bool { !connectors && !cards }
  }

  /// To be polled for reading.
  public let fileDescriptor: Int32
  private let udev: OpaquePointer
  private let monitor: OpaquePointer

  public init() throws(KMSError) {
    guard let udev = udev_new() else { throw .last("udev_new") }
    let source = access("/run/udev/control", F_OK) == 0 ? "udev" : "kernel"
    guard let monitor = udev_monitor_new_from_netlink(udev, source) else {
      let error = KMSError.last("udev_monitor_new_from_netlink")
      udev_unref(udev)
      throw error
    }
    udev_monitor_filter_add_match_subsystem_devtype(monitor, "drm", nil)
    let result = udev_monitor_enable_receiving(monitor)
    guard result >= 0 else {
      udev_monitor_unref(monitor)
      udev_unref(udev)
      throw KMSError(call: "udev_monitor_enable_receiving", code: -result)
    }
    self.udev = udev
    self.monitor = monitor
    fileDescriptor = udev_monitor_get_fd(monitor)
  }

  deinit {
    udev_monitor_unref(monitor)
    udev_unref(udev)
  }

  /// Takes all that waits.
  public func read() -> News {
    var news = News()
    while let device = udev_monitor_receive_device(monitor) {
      defer { udev_device_unref(device) }
      let action = udev_device_get_action(device).map { String(cString: $0) } ?? ""
      switch action {
      case "change": news.connectors = true
      case "add", "remove", "bind", "unbind": news.cards = true
      default: break
      }
    }
    return news
  }
}
