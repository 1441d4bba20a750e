import CData
import Glibc

/// A JSON value being written, a thin owner of jansson's.
///
/// Nil members are left out: a description says nothing of what its source did not give.
final class JSONObject {
  fileprivate let value: UnsafeMutablePointer<json_t>

  init() { value = json_object() }

  deinit { json_decref(value) }

  func set(_ key: String, _ text: String?) { put(key, text.map { json_stringn($0, $0.utf8.count) }) }
  func set(_ key: String, _ flag: Bool?) { put(key, flag.map { $0 ? json_true() : json_false() }) }
  func set(_ key: String, _ number: Int?) { put(key, number.map { json_integer(json_int_t($0)) }) }
  func set(_ key: String, _ id: UInt32?) { set(key, id.map { Int($0) }) }
  func set(_ key: String, thousandths: Int?) { put(key, thousandths.map { json_real(Double($0) / 1000) }) }
  func setNull(_ key: String) { put(key, json_null()) }
  func set(_ key: String, _ object: JSONObject?) { put(key, object.map { json_incref($0.value) }) }

  func set(_ key: String, _ texts: [String]?) { set(key, texts) { json_stringn($0, $0.utf8.count) } }
  func set(_ key: String, _ numbers: [Int]?) { set(key, numbers) { json_integer(json_int_t($0)) } }
  func set(_ key: String, _ objects: [JSONObject]?) { set(key, objects) { json_incref($0.value) } }

  private func set<Element>(
    _ key: String, _ elements: [Element]?, _ make: (Element) -> UnsafeMutablePointer<json_t>?
  ) {
    guard let elements else { return }
    let array = json_array()
    for element in elements { json_array_append_new(array, make(element)) }
    put(key, array)
  }

  private func put(_ key: String, _ new: UnsafeMutablePointer<json_t>?) {
    guard let new else { return }
    json_object_set_new(value, key, new)
  }

  /// The whole text, indented by one, with eight digits to a number, and escaped down to ASCII, so that no
  /// name out of a file or a device reaches the terminal as a control sequence.
  var text: String {
    // JSON_INDENT(1) and JSON_REAL_PRECISION(8), macros that do not import.
    let flags = 1 | 8 << 11 | Int(JSON_ENSURE_ASCII)
    guard let characters = json_dumps(value, flags) else { return "{}\n" }
    defer { free(characters) }
    return String(cString: characters) + "\n"
  }
}
