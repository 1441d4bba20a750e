import CEGL
import CSeat
import Glibc

/// A session through libseat: seatd or logind opens the card for us, keeps the console quiet, and says
/// when to rest.
public final class SeatSession: Session {
  private var seat: OpaquePointer?
  private let listener: UnsafeMutablePointer<libseat_seat_listener>
  private let backend: String
  private let keys: ConsoleKeys?
  private var devices: [Int32: Int32] = [:]
  private var changes: [SessionChange] = []
  /// The console that the seat was opened on, for the case that the daemon leaves it to us.
  private let console = VirtualTerminal.frontNumber
  private var isLost = false
  public private(set) var isActive = false

  public var description: String { "through libseat (\(backend))" }

  public var fileDescriptor: Int32? {
    guard let seat else { return nil }
    let fd = libseat_get_fd(seat)
    return fd >= 0 ? fd : nil
  }

  /// - Parameters:
  ///   - backend: `seatd`, `logind` or `builtin`; one, so that no other is tried in its place.
  ///   - keys: of the person who started us on a console, found before; the daemon silences them.
  /// - Throws: where there is no such daemon, or no session of ours with it.
  public init(backend: String, keys: ConsoleKeys?) throws(KMSError) {
    self.backend = backend
    self.keys = keys
    libseat_set_log_level(LIBSEAT_LOG_LEVEL_SILENT)
    // The library has no other way to be told.
    setenv("LIBSEAT_BACKEND", backend, 1)
    listener = .allocate(capacity: 1)
    listener.initialize(
      to: libseat_seat_listener(
        enable_seat: { _, data in
          guard let data else { return }
          Unmanaged<SeatSession>.fromOpaque(data).takeUnretainedValue().changes.append(.resumed)
        },
        disable_seat: { _, data in
          guard let data else { return }
          Unmanaged<SeatSession>.fromOpaque(data).takeUnretainedValue().changes.append(.paused)
        }))
    seat = libseat_open_seat(listener, Unmanaged.passUnretained(self).toOpaque())
    guard let seat else { throw .last("libseat_open_seat", about: backend) }
    // The first word on whether the seat is ours comes at once or is already there.
    if libseat_dispatch(seat, 100) >= 0, changes == [.resumed] {
      changes = []
      isActive = true
      wakeKeys()
    }
  }

  /// The daemon has done it when it gave us the seat.
  public func takeTerminal() throws(KMSError) {}

  /// With the seat the daemon silences the keyboard, every time; it knows of nobody who sits at it.
  private func wakeKeys() {
    // Without a guardian for them nothing is changed, and the keyboard stays silent.
    do throws(KMSError) { try keys?.take(guarded: true) } catch {}
  }

  public func open(_ path: String) throws(KMSError) -> Int32 {
    let fd = try look(path)
    // The daemon hands the card over even where another program has its display.
    guard !isActive || regain(fd) else {
      close(fd)
      throw KMSError(
        .held, call: "drmSetMaster", code: EBUSY, sentence: MasterHolder.sentence(for: path))
    }
    return fd
  }

  public func look(_ path: String) throws(KMSError) -> Int32 {
    guard let seat else { throw KMSError(call: "libseat_open_device", code: EBADF) }
    var fd: Int32 = -1
    errno = 0
    let device = libseat_open_device(seat, path, &fd)
    guard device >= 0 else { throw refusal(path, code: errno) }
    devices[fd] = device
    return fd
  }

  /// Why the daemon gave no card. It is no question of the node's group: the daemon is root.
  private func refusal(_ path: String, code: Int32) -> KMSError {
    let call = "libseat_open_device"
    switch code {
    case EBUSY, ENOENT, ENXIO, ENODEV: return .opening(path, code: code, call: call)
    case EPIPE, ENOTCONN, EIO, ECONNRESET: return lost(code)
    default:
      return KMSError(
        .held, call: call, code: code,
        sentence: "\(path) is not given out by \(backend): \(KMSError.words(for: code))")
    }
  }

  /// Whether a card can be used to show, the right to which may have gone to another for a while.
  private func regain(_ fd: Int32) -> Bool { drmIsMaster(fd) != 0 || drmSetMaster(fd) == 0 }

  public func close(_ fileDescriptor: Int32) {
    guard let seat, let device = devices.removeValue(forKey: fileDescriptor) else { return }
    libseat_close_device(seat, device)
    Glibc.close(fileDescriptor)
  }

  public func dispatch() throws(KMSError) {
    guard let seat else { return }
    // With a timeout of 0 libseat does not notice that the other end hung up, and we would be woken for it
    // for ever. We are here because something is there to be read, so that nothing is waited for.
    errno = 0
    guard libseat_dispatch(seat, 1) >= 0 else { throw lost(errno) }
  }

  private func lost(_ code: Int32) -> KMSError {
    isLost = true
    return KMSError(
      .noDisplay, call: "libseat_dispatch", code: code,
      sentence: "\(backend), which gave us the display, has gone; start again when it is back")
  }

  public func receive(signal: Int32) {}

  public func nextChange() -> SessionChange? { changes.isEmpty ? nil : changes.removeFirst() }

  public func acknowledgePause() {
    isActive = false
    if let seat { libseat_disable_seat(seat) }
  }

  public func resume() throws(KMSError) {
    for fd in devices.keys where !regain(fd) {
      throw KMSError(
        .held, call: "drmSetMaster", code: EBUSY, sentence: "the display is still held by another program")
    }
    isActive = true
    wakeKeys()
  }

  public func end(keep: Bool) {
    guard let seat else { return }
    self.seat = nil
    for (fd, device) in devices {
      libseat_close_device(seat, device)
      Glibc.close(fd)
    }
    devices.removeAll()
    libseat_close_seat(seat)
    // What the daemon can no longer do; not every user may.
    if isLost, let console { VirtualTerminal.rescue(console) }
    keys?.giveBack()
  }

  deinit {
    end(keep: false)
    listener.deinitialize(count: 1)
    listener.deallocate()
  }
}
