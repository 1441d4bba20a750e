import CEGL
import Glibc

/// A session without a seat daemon: the card is opened by its node, and its master is asked for.
public final class DirectSession: Session {
  private let terminal: VirtualTerminal?
  private var files: [Int32] = []
  private var changes: [SessionChange] = []
  public private(set) var isActive = true
  public var fileDescriptor: Int32? { nil }

  /// - Parameter terminal: the console to keep quiet, nil for none.
  public init(terminal: VirtualTerminal?) {
    self.terminal = terminal
  }

  public var description: String {
    terminal.map { "directly, on tty\($0.number)" } ?? "directly, without a console"
  }

  /// If the console is not in front it is brought there: whoever starts a program for the display wants to
  /// see it.
  public func takeTerminal() throws(KMSError) {
    guard let terminal else { return }
    try terminal.take()
    if !terminal.isForeground {
      isActive = false
      terminal.activate()
    }
  }

  public func open(_ path: String) throws(KMSError) -> Int32 {
    let fd = Glibc.open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard fd >= 0 else { throw .opening(path, code: errno) }
    // The first to open a card becomes its master without asking; the right to ask later, without
    // being root, belongs to a file that was master before (Linux 5.8). So a file that did not become
    // master is of no use: close it, and open again.
    if isActive, drmIsMaster(fd) == 0, drmSetMaster(fd) != 0 {
      let code = errno
      Glibc.close(fd)
      throw KMSError(.held, call: "drmSetMaster", code: code, sentence: MasterHolder.sentence(for: path))
    }
    files.append(fd)
    return fd
  }

  public func look(_ path: String) throws(KMSError) -> Int32 { try MachineDescription.look(path) }

  public func close(_ fileDescriptor: Int32) {
    files.removeAll { $0 == fileDescriptor }
    Glibc.close(fileDescriptor)
  }

  public func dispatch() throws(KMSError) {}

  public func receive(signal: Int32) {
    switch signal {
    case VirtualTerminal.releaseSignal where isActive: changes.append(.paused)
    case VirtualTerminal.acquireSignal: changes.append(.resumed)
    default: break
    }
  }

  public func nextChange() -> SessionChange? { changes.isEmpty ? nil : changes.removeFirst() }

  public func acknowledgePause() {
    isActive = false
    for fd in files { drmDropMaster(fd) }
    terminal?.acknowledgeRelease()
  }

  public func resume() throws(KMSError) {
    terminal?.acknowledgeAcquire()
    for fd in files where drmIsMaster(fd) == 0 {
      guard drmSetMaster(fd) == 0 else {
        throw KMSError(
          .held, call: "drmSetMaster", code: errno, sentence: "the display is still held by another program")
      }
    }
    isActive = true
  }

  public func end(keep: Bool) {
    for fd in files { drmDropMaster(fd) }
    terminal?.giveBack(text: !keep)
    // Last: with the last file of a card the kernel brings its console back.
    for fd in files { Glibc.close(fd) }
    files.removeAll()
  }
}
