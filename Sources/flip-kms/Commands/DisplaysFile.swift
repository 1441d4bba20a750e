import CData
import Glibc

/// The bytes of a file that others wrote, and what jansson reads in them.
enum DisplaysFile {
  /// Nothing that is read here is as long as this.
  static let maxBytes = 16 << 20

  /// Reads a whole file; `-` is standard input. A pipe that nobody writes to is empty, and not waited for.
  ///
  /// - Parameters:
  ///   - option: which named it, for messages.
  ///   - what: what the file should be, for messages.
  /// - Throws: exit code 66 where it is missing, 77 where it may not be read, 65 where it cannot be read or
  ///   is too long.
  static func bytes(
    of path: String, option: String = "--from", what: String = "a machine as displays --json prints it"
  ) throws(Failure) -> [UInt8] {
    do throws(Failure) { return try bytes(of: path, expected: what) } catch { throw error.told(of: option) }
  }

  private static func bytes(of path: String, expected what: String) throws(Failure) -> [UInt8] {
    let file = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard file >= 0 else {
      switch errno {
      case ENOENT, ENOTDIR: throw Failure(.missing, "no file \(path.quoted), expected \(what)")
      case EACCES, EPERM: throw Failure(.permission, "no permission to read \(path.quoted)")
      case let code: throw Failure(.data, "cannot read \(path.quoted): \(describe(code))")
      }
    }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        // A pipe whose writer takes its time.
        var waiting = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        poll(&waiting, 1, -1)
        continue
      }
      guard count >= 0 else { throw Failure(.data, "cannot read \(shown(path)): \(describe(errno))") }
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
      guard bytes.count <= maxBytes else {
        throw Failure(.data, "\(shown(path)) is larger than \(maxBytes) bytes, expected \(what)")
      }
    }
  }

  private static func shown(_ path: String) -> String { path == "-" ? "standard input" : path.quoted }

  /// What messages of what stands in the file call it.
  static func name(of path: String) -> String {
    switch path {
    case "-": "standard input"
    case "": "''"
    default: visible(path)
    }
  }

  /// Parses JSON and hands its root to `body`; the tree lives as long as that takes.
  ///
  /// - Parameter source: the command that prints such JSON, for messages.
  /// - Throws: exit code 65, with the line and column of bad JSON, or the path of a value that is wrong.
  /// jansson refuses text nested deeper than 2048, numbers that do not fit, and what is not UTF-8.
  static func parse<Value>(
    _ bytes: [UInt8], name: String, source: String = "displays --json",
    body: (JSONNode) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var fault = json_error_t()
    let root = bytes.withUnsafeBytes { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        json_loadb(characters.baseAddress ?? emptyText, characters.count, Int(JSON_REJECT_DUPLICATES), &fault)
      }
    }
    guard let root else {
      throw Failure(
        .data,
        "\(DisplaysFile.name(of: name)):\(fault.line):\(fault.column): "
          + (bytes.isEmpty
            ? "expected the JSON of `\(source)`, found nothing"
            : "no JSON as `\(source)` gives it: \(visible(complaint(about: fault)))"))
    }
    defer { json_decref(root) }
    do throws(Failure) {
      return try body(JSONNode(value: root, place: nil))
    } catch {
      throw Failure(.data, "\(DisplaysFile.name(of: name)): \(error.lines.joined(separator: "; "))")
    }
  }

  /// json_loadb refuses a null pointer before it looks at the length.
  nonisolated(unsafe) private static let emptyText: UnsafePointer<CChar> = {
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    text.initialize(to: 0)
    return UnsafePointer(text)
  }()
}

/// Text of others as it may go to a terminal: what does not print is escaped, and a long one is cut.
func visible(_ text: String, limit: Int = 120) -> String {
  text.unicodeScalars.count > limit
    ? (String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit))) + "…").printable : text.printable
}
