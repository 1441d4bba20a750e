import CData

/// One value of a JSON text, and where it stands, for complaints. Borrowed from the tree: not to be kept.
struct JSONNode {
  fileprivate var value: UnsafeMutablePointer<json_t>
  fileprivate var place: Place?

  init(value: UnsafeMutablePointer<json_t>, place: Place?) {
    self.value = value
    self.place = place
  }

  /// A place in the text as a chain from the leaf, spelt out only when something is wrong there.
  final class Place {
    let parent: Place?
    let step: String

    init(_ step: String, in parent: Place?) {
      self.parent = parent
      self.step = step
    }

    var path: String { (parent?.path ?? "") + step }
  }
}

extension JSONNode {
  /// The complaint that something else was expected here.
  func expected(_ what: String) -> Failure {
    Failure(.data, "\(path): expected \(what), found \(kind)")
  }

  private func missing(_ what: String) -> Failure {
    Failure(.data, "\(path) is missing, expected \(what)")
  }

  private var path: String {
    let path = place?.path ?? ""
    return path.isEmpty ? "the whole text" : visible(path.hasPrefix(".") ? String(path.dropFirst()) : path)
  }

  private var kind: String {
    switch value.pointee.type {
    case JSON_OBJECT: "an object"
    case JSON_ARRAY: "an array of \(json_array_size(value))"
    case JSON_STRING: "\"\(visible(String(cString: json_string_value(value)), limit: 40))\""
    case JSON_INTEGER: "\(json_integer_value(value))"
    case JSON_REAL: "\(json_real_value(value))"
    case JSON_TRUE: "true"
    case JSON_FALSE: "false"
    default: "null"
    }
  }

  var isNull: Bool { value.pointee.type == JSON_NULL }
  var isString: Bool { value.pointee.type == JSON_STRING }

  /// Insists on an object.
  func object() throws(Failure) -> JSONNode {
    guard value.pointee.type == JSON_OBJECT else { throw expected("an object") }
    return self
  }

  /// A member of an object; nil where the key is missing.
  subscript(_ key: String) -> JSONNode? {
    json_object_get(value, key).map { JSONNode(value: $0, place: Place(".\(key)", in: place)) }
  }

  /// A member that an object must have.
  ///
  /// - Parameter what: what it should be, for the complaint that it is missing.
  func member(_ key: String, _ what: String) throws(Failure) -> JSONNode {
    guard let node = try object()[key] else {
      throw JSONNode(value: value, place: Place(".\(key)", in: place)).missing(what)
    }
    return node
  }

  /// The elements of an array of at most so many.
  func elements(atMost limit: Int) throws(Failure) -> [JSONNode] {
    guard value.pointee.type == JSON_ARRAY else { throw expected("an array") }
    let count = json_array_size(value)
    guard count <= limit else { throw expected("an array of at most \(limit)") }
    var nodes: [JSONNode] = []
    for index in 0..<count {
      guard let element = json_array_get(value, index) else { continue }
      nodes.append(JSONNode(value: element, place: Place("[\(index)]", in: place)))
    }
    return nodes
  }

  func whole(_ range: ClosedRange<Int>) throws(Failure) -> Int {
    guard value.pointee.type == JSON_INTEGER, range.contains(Int(json_integer_value(value))) else {
      throw expected("a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return Int(json_integer_value(value))
  }

  /// A number of thousandths of what is written, rounded.
  func thousandths(upTo limit: Int) throws(Failure) -> Int {
    let number = json_number_value(value)
    guard value.pointee.type == JSON_INTEGER || value.pointee.type == JSON_REAL, number >= 0,
      number <= Double(limit)
    else { throw expected("a number from 0 to \(limit)") }
    return Int((number * 1000).rounded())
  }

  func bool() throws(Failure) -> Bool {
    switch value.pointee.type {
    case JSON_TRUE: return true
    case JSON_FALSE: return false
    default: throw expected("true or false")
    }
  }

  /// A string of at most `limit` bytes.
  func string(atMost limit: Int = 4096) throws(Failure) -> String {
    guard isString, let text = json_string_value(value) else { throw expected("a string") }
    guard json_string_length(value) <= limit else { throw expected("a string of at most \(limit) bytes") }
    return String(cString: text)
  }
}
