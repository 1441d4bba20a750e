// Children that outlive us for one thing: to give the console its keyboard and its text back, and a panel its
// light, after a crash or a kill -9, which the kernel does not do by itself. In C, because what runs between
// fork and exit may only be what is safe in a signal handler.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <linux/kd.h>
#include <linux/vt.h>

// Starts one, which has `file` as its descriptor 1 and nothing else of ours. It comes back from here, with 0,
// when we have died; the caller then acts and ends it. To us its id comes back, or the negative errno;
// `*leash` is the file by which it is held: it acts when that closes, and ends if a byte comes before.
static inline int flip_guardian_fork(int file, int *leash) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -errno;
  pid_t child = fork();
  if (child < 0) {
    int code = errno;
    close(ends[0]);
    close(ends[1]);
    return -code;
  }
  if (child > 0) {
    close(ends[0]);
    *leash = ends[1];
    return child;
  }
  // What ends us must not end it: the terminal's signals, and a service manager's first round.
  static const int ignored[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGTTIN, SIGTTOU, SIGPIPE,
                                SIGUSR1, SIGUSR2};
  for (unsigned i = 0; i < sizeof ignored / sizeof *ignored; i++) signal(ignored[i], SIG_IGN);
  setpgid(0, 0);
  prctl(PR_SET_NAME, "flip-guardian");
  // Nothing else of ours stays open through it: neither the card, whose picture would stay, nor a pipe.
  // (Two files are kept, at fixed places, so that all above can go.)
  int kept[2] = {fcntl(ends[0], F_DUPFD, 64), fcntl(file, F_DUPFD, 64)};
  dup2(kept[0], 0);
  dup2(kept[1], 1);
  if (syscall(436 /* close_range */, 2, ~0U, 0) != 0)
    for (int fd = 2; fd < 1024; fd++) close(fd);
  char byte;
  ssize_t count;
  while ((count = read(0, &byte, 1)) < 0 && errno == EINTR) {}
  if (count != 0) _exit(0);
  return 0;
}

// A console's: `tty` is its file, `keyboard` the mode to go back to, `terminal` its settings, null where they
// stay.
static inline int flip_guardian_start(int tty, long keyboard, const struct termios *terminal, int *leash) {
  int child = flip_guardian_fork(tty, leash);
  if (child != 0) return child;
  struct vt_mode automatic = {.mode = VT_AUTO};
  ioctl(1, VT_SETMODE, &automatic);
  ioctl(1, KDSKBMODE, keyboard);
  ioctl(1, KDSETMODE, KD_TEXT);
  if (terminal) tcsetattr(1, TCSANOW, terminal);
  tcflush(1, TCIFLUSH);
  _exit(0);
}

// A light's: `brightness` is its file, `text` what to write to it.
static inline int flip_light_guardian_start(int brightness, const char *text, int *leash) {
  int child = flip_guardian_fork(brightness, leash);
  if (child != 0) return child;
  _exit(write(1, text, strlen(text)) < 0);
}
