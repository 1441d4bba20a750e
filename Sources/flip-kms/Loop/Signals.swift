import CLinux
import Glibc

/// Signals as events: they come in through the loop, between two rounds of work and never within one.
final class Signals {
  private let file: Int32
  private let loop: EventLoop

  /// - Parameters:
  ///   - numbers: the signals that come as events.
  ///   - kernels: those of them that only the kernel's word counts of, and no other process's.
  init(
    _ numbers: [Int32], kernels: [Int32] = [], on loop: EventLoop,
    action: @escaping (Int32) throws(Failure) -> Void
  ) throws(Failure) {
    let file = flip_signal_file(numbers, Int32(numbers.count))
    guard file >= 0 else { throw Failure(.software, "signalfd: \(describe(-file))") }
    self.file = file
    self.loop = loop
    try loop.watch(file) { () throws(Failure) in
      var isKernels: Int32 = 0
      while case let number = flip_signal_next(file, &isKernels), number != 0 {
        if isKernels != 0 || !kernels.contains(number) { try action(number) }
      }
    }
  }

  deinit {
    loop.forget(file)
    close(file)
  }
}
