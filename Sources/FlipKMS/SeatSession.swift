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
  private var pending: SessionChange?
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
          Unmanaged<SeatSession>.fromOpaque(data).takeUnretainedValue().change(to: .resumed)
        },
        disable_seat: { _, data in
          guard let data else { return }
          Unmanaged<SeatSession>.fromOpaque(data).takeUnretainedValue().change(to: .paused)
        }))
    seat = libseat_open_seat(listener, Unmanaged.passUnretained(self).toOpaque())
    guard let seat else { throw .last("libseat_open_seat", about: backend) }
    // The first word on whether the seat is ours comes at once or is already there.
    if libseat_dispatch(seat, 100) >= 0, pending == .resumed {
      pending = nil
      isActive = true
      wakeKeys()
    }
  }

  private func change(to change: SessionChange) { pending = change }

  private func takePending() -> SessionChange? {
    defer { pending = nil }
    return pending
  }

  /// The daemon has done it when it gave us the seat.
  public func takeTerminal() throws(KMSError) {}

  /// With the seat the daemon silences the keyboard, every time; it knows of nobody who sits at it.
  private func wakeKeys() {
    // Without a guardian for them nothing is changed, and the keyboard stays silent.
    do throws(KMSError) { try keys?.take(guarded: true) } catch {}
  }

  public func open(_ path: String) throws(KMSError) -> Int32 {
    guard let seat else { throw KMSError(call: "libseat_open_device", code: EBADF) }
    var fd: Int32 = -1
    let device = libseat_open_device(seat, path, &fd)
    guard device >= 0 else {
      let code = errno
      if code == EBUSY {
        throw KMSError(
          .held, call: "libseat_open_device", code: code, sentence: MasterHolder.sentence(for: path))
      }
      throw .opening(path, code: code, call: "libseat_open_device")
    }
    devices[fd] = device
    return fd
  }

  public func close(_ fileDescriptor: Int32) {
    guard let seat, let device = devices.removeValue(forKey: fileDescriptor) else { return }
    libseat_close_device(seat, device)
    Glibc.close(fileDescriptor)
  }

  public func dispatch() throws(KMSError) -> SessionChange? {
    guard let seat else { return nil }
    guard libseat_dispatch(seat, 0) >= 0 else { throw .last("libseat_dispatch") }
    return takePending()
  }

  public func receive(signal: Int32) -> SessionChange? { nil }

  public func acknowledgePause() {
    isActive = false
    if let seat { libseat_disable_seat(seat) }
  }

  public func resume() throws(KMSError) {
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
    keys?.giveBack()
  }

  deinit {
    end(keep: false)
    listener.deinitialize(count: 1)
    listener.deallocate()
  }
}
