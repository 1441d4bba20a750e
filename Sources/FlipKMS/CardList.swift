import CSeat
import Glibc

/// The display cards of this machine, as udev knows them, or without udev as they lie in /dev/dri.
public enum CardList {
  /// A card's node with its stable name.
  public struct Entry: Hashable, Sendable {
    /// `/dev/dri/card0`.
    public var path: String
    /// `/dev/dri/by-path/…`, nil where there is none.
    public var byPath: String?
  }

  /// The cards of the seat that we are on, in the order of their names.
  public static func entries(seat: String = "seat0") -> [Entry] {
    let found = fromUdev(seat: seat)
    return found.isEmpty ? fromFolder() : found
  }

  private static func fromUdev(seat: String) -> [Entry] {
    guard let udev = udev_new() else { return [] }
    defer { udev_unref(udev) }
    guard let list = udev_enumerate_new(udev) else { return [] }
    defer { udev_enumerate_unref(list) }
    udev_enumerate_add_match_subsystem(list, "drm")
    udev_enumerate_add_match_sysname(list, "card[0-9]*")
    udev_enumerate_scan_devices(list)
    var entries: [Entry] = []
    var item = udev_enumerate_get_list_entry(list)
    while let entry = item {
      item = udev_list_entry_get_next(entry)
      guard let name = udev_list_entry_get_name(entry), let device = udev_device_new_from_syspath(udev, name)
      else { continue }
      defer { udev_device_unref(device) }
      // Connectors are devices of their own (`card0-HDMI-A-1`), without a node.
      guard let node = udev_device_get_devnode(device) else { continue }
      let home = udev_device_get_property_value(device, "ID_SEAT").map { String(cString: $0) } ?? "seat0"
      guard home == seat else { continue }
      var byPath: String?
      var link = udev_device_get_devlinks_list_entry(device)
      while let one = link {
        link = udev_list_entry_get_next(one)
        guard let name = udev_list_entry_get_name(one) else { continue }
        let text = String(cString: name)
        if text.hasPrefix("/dev/dri/by-path/") { byPath = text }
      }
      entries.append(Entry(path: String(cString: node), byPath: byPath))
    }
    return entries.sorted { $0.path < $1.path }
  }

  private static func fromFolder() -> [Entry] {
    directory("/dev/dri")
      .filter { $0.hasPrefix("card") && $0.dropFirst(4).allSatisfy(\.isNumber) && $0.count > 4 }
      .sorted()
      .map { Entry(path: "/dev/dri/\($0)", byPath: nil) }
  }
}
