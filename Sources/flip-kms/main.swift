import Glibc

// A closed pipe is an error of the write that meets it, never a silent death.
signal(SIGPIPE, SIG_IGN)
// So is a file that outgrows the limit of its user (setrlimit(2)).
signal(SIGXFSZ, SIG_IGN)
StandardDescriptors.fill()

let diagnostics = Diagnostics.ofProcess()
do throws(Failure) {
  try Program(diagnostics: diagnostics).start(try Program.arguments())
} catch {
  for line in error.lines { diagnostics.say(.error, line) }
  exit(error.code.rawValue)
}
exit(ExitCode.done.rawValue)
