import Glibc

/// The three descriptors that a program starts with.
enum StandardDescriptors {
  /// Puts a stand-in where one is closed: the next file to be opened would take its number, and messages
  /// would go into a picture, or a card be read as a feed.
  ///
  /// A stand-in is open the wrong way, so that whoever reads or writes it meets EBADF as before.
  static func fill() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is this one, as those below it are taken.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
