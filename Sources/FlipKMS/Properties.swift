import CEGL
import Glibc

/// The properties of one KMS object, looked up by name once: what the kernel calls each and what it
/// holds when read.
///
/// Source: drmModeObjectGetProperties, drmModeGetProperty.
struct Properties {
  /// One property of an object.
  struct Entry {
    var id: UInt32
    var value: UInt64
    /// For an enumeration or a bit mask: its names with their values (of a bit mask the bit's number).
    var names: [(name: String, value: UInt64)]
  }

  private(set) var entries: [String: Entry] = [:]

  /// - Parameters:
  ///   - object: the id of a connector, CRTC or plane.
  ///   - type: DRM_MODE_OBJECT_CONNECTOR, _CRTC or _PLANE.
  ///   - fd: the card.
  init(of object: UInt32, type: UInt32, fd: Int32) throws(KMSError) {
    guard let list = drmModeObjectGetProperties(fd, object, type) else {
      throw .last("drmModeObjectGetProperties")
    }
    defer { drmModeFreeObjectProperties(list) }
    for index in 0..<Int(list.pointee.count_props) {
      guard let property = drmModeGetProperty(fd, list.pointee.props[index]) else { continue }
      defer { drmModeFreeProperty(property) }
      let names = (0..<Int(property.pointee.count_enums)).map { place in
        (name: text(of: property.pointee.enums[place].name), value: property.pointee.enums[place].value)
      }
      entries[text(of: property.pointee.name)] = Entry(
        id: property.pointee.prop_id, value: list.pointee.prop_values[index], names: names)
    }
  }

  /// The id of a property that an object may lack.
  func id(_ name: String) -> UInt32? { entries[name]?.id }

  /// What it holds.
  func value(_ name: String) -> UInt64? { entries[name]?.value }

  /// The name of the enumeration's value that it holds.
  func choice(_ name: String) -> String? {
    guard let entry = entries[name] else { return nil }
    return entry.names.first { $0.value == entry.value }?.name
  }

  /// The number that an enumeration or bit mask has for a name.
  func number(of choice: String, in name: String) -> UInt64? {
    entries[name]?.names.first { $0.name == choice }?.value
  }
}

/// A C array of characters that came over as a tuple, up to its first zero.
func text<T>(of tuple: T) -> String {
  withUnsafeBytes(of: tuple) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
