import Glibc

/// Why writing a file failed. The program ends with code 74.
struct FileError: Error, Hashable, CustomStringConvertible {
  /// The file's name as it was given; `-` is standard output.
  var path: String
  /// The function that failed.
  var call: String
  /// errno after the call; 0 where `reason` says it instead.
  var code: Int32
  /// What a library says, where there is no errno.
  var reason: String?

  init(path: String, call: String, code: Int32, reason: String? = nil) {
    self.path = path
    self.call = call
    self.code = code
    self.reason = reason
  }

  var description: String {
    let name = path == "-" ? "standard output" : "'\(path)'"
    return "cannot write \(name): \(reason ?? String(cString: strerror(code))) (\(call))"
  }
}

/// Why a name given to `-o` says no format. The program ends with code 64.
enum OutputNameError: Error, Hashable, CustomStringConvertible {
  /// The ending is none that is known.
  case unknownEnding(String)
  /// The name of a PNG holds something after `%` that is not `%d`, `%05d` or `%%`, or two numbers.
  case badConversion(String)

  var description: String {
    switch self {
    case .unknownEnding(let name):
      "'\(name)' ends in none of .png, .webp, .y4m, .jsonl, and is not - (y4m on standard output)"
    case .badConversion(let name):
      "'\(name)': in the name of a PNG % begins the frame's number, once, as %d or %05d; a percent sign is %%"
    }
  }
}
