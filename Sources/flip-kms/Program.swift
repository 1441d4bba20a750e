import Glibc

/// The program from the command line on: takes it apart and starts the command.
struct Program {
  let diagnostics: Diagnostics

  /// What stands behind the program's name.
  ///
  /// - Throws: exit code 64 where an argument is not UTF-8, as a path of other bytes would be read wrong.
  static func arguments() throws(Failure) -> [String] {
    // Swift reads them there, and would go on as if there were none.
    guard CommandLine.argc > 0 else { throw Failure(.software, "no /proc to read the command line from") }
    var arguments: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let pointer = CommandLine.unsafeArgv[index] else { break }
      let bytes = UnsafeBufferPointer(start: pointer, count: strlen(pointer)).map { UInt8(bitPattern: $0) }
      guard let argument = String(validating: bytes) else {
        throw Failure(
          .usage, "argument \(index) is not UTF-8: \(String(decoding: bytes, as: UTF8.self).quoted)")
      }
      arguments.append(argument)
    }
    return arguments
  }

  func start(_ arguments: [String]) throws(Failure) {
    let invocation = try Invocation(arguments)
    if invocation["help"] != nil {
      return try StandardOutput.write(Help.page(for: invocation.isCommandNamed ? invocation.command : nil))
    }
    if invocation["version"] != nil {
      return try StandardOutput.write("flip-kms \(programVersion)\n")
    }
    if let page = invocation["print"] {
      return try StandardOutput.write(try Documentation.page(page))
    }
    switch invocation.command {
    case .check: try CheckCommand(invocation, diagnostics).run()
    case .render: try RenderCommand(invocation, diagnostics).run()
    case .run: try RunCommand(invocation, diagnostics).run()
    case .displays: try DisplaysCommand(invocation, diagnostics).run()
    case .bench: try BenchCommand(invocation, diagnostics).run()
    }
  }
}

/// Standard output, which carries only what was asked for.
enum StandardOutput {
  /// Finds out before long work whether anybody will have it; what comes later, such as a full disk, it cannot
  /// tell.
  ///
  /// - Throws: exit code 74 where it is closed, or nobody is left at the end of the pipe.
  static func check() throws(Failure) {
    var file = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    poll(&file, 1, 0)
    let isClosed = fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE == O_RDONLY
    if isClosed || file.revents & Int16(POLLERR) != 0 {
      throw Failure(.writing, "cannot write to standard output: \(describe(isClosed ? EBADF : EPIPE))")
    }
  }

  /// Writes all of it.
  ///
  /// - Throws: exit code 74 where the pipe is closed or the disk full.
  static func write(_ text: String) throws(Failure) {
    var bytes = ArraySlice(text.utf8)
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if written > 0 {
        bytes = bytes.dropFirst(written)
      } else if errno != EINTR {
        throw Failure(.writing, "cannot write to standard output: \(describe(errno))")
      }
    }
  }
}
