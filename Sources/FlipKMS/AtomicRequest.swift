import CEGL
import Glibc

/// A change of several properties that the kernel makes in one piece or not at all.
///
/// A plain value: it can be compared, and it says in words what it asks for. Clearing keeps its room,
/// so that a request that is used again in each frame costs no allocation.
///
/// Source: DRM_IOCTL_MODE_ATOMIC.
struct AtomicRequest {
  struct Setting: Hashable {
    var property: UInt32
    var value: UInt64
  }

  /// The objects, in the order they were named, and how many settings each has.
  private(set) var objects: [UInt32] = []
  private(set) var counts: [UInt32] = []
  private(set) var properties: [UInt32] = []
  private(set) var values: [UInt64] = []

  init() {
    objects.reserveCapacity(16)
    counts.reserveCapacity(16)
    properties.reserveCapacity(96)
    values.reserveCapacity(96)
  }

  mutating func clear() {
    objects.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    properties.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
  }

  /// Asks for one property. An object's settings stand together: naming another object ends its list.
  /// A property that the driver lacks (nil) is left out.
  mutating func set(_ object: UInt32, _ property: UInt32?, _ value: UInt64) {
    guard let property else { return }
    if objects.last != object {
      objects.append(object)
      counts.append(0)
    }
    counts[counts.count - 1] += 1
    properties.append(property)
    values.append(value)
  }

  /// What it asks of one property, nil where it does not name it.
  func value(of object: UInt32, _ property: UInt32) -> UInt64? {
    var first = 0
    for (place, count) in counts.enumerated() {
      let last = first + Int(count)
      if objects[place] == object {
        for index in first..<last where properties[index] == property { return values[index] }
      }
      first = last
    }
    return nil
  }

  /// One call of the kernel.
  ///
  /// - Returns: 0, or the errno: a refusal is an answer here, and no surprise.
  func commit(fd: Int32, flags: UInt32, userData: UInt64 = 0) -> Int32 {
    flip_atomic_commit(
      fd, flags, UInt32(objects.count), objects, counts, properties, values, userData)
  }
}
