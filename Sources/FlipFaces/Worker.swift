import Glibc

/// One piece of work on a thread of its own.
///
/// What it works on belongs to the thread until it is joined; that is the only meeting, so there are no
/// locks.
final class Worker<Result> {
  private var thread = pthread_t()
  private let job: Job<Result>

  /// Nil where there is no other thread to be had (`pthread_create`, EAGAIN): then nothing is done.
  init?(_ work: @escaping () -> Result) {
    job = Job(work)
    let pointer = Unmanaged<AnyJob>.passRetained(job)
    // Signals are the event loop's: a thread that took one would end the process.
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    let code = pthread_create(
      &thread, nil,
      { pointer in
        Unmanaged<AnyJob>.fromOpaque(pointer!).takeRetainedValue().run()
        return nil
      }, pointer.toOpaque())
    pthread_sigmask(SIG_SETMASK, &before, nil)
    if code != 0 {
      pointer.release()
      return nil
    }
  }

  /// Waits for its end; to be called once.
  func join() -> Result {
    pthread_join(thread, nil)
    return job.result!
  }
}

private class AnyJob {
  func run() {}
}

private final class Job<Result>: AnyJob {
  private var work: (() -> Result)?
  private(set) var result: Result?

  init(_ work: @escaping () -> Result) { self.work = work }

  override func run() {
    result = work?()
    work = nil
  }
}
