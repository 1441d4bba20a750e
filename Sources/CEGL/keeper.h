// A child that keeps a card open after us, so that the last picture stays on it: with a card's last file
// the kernel's console takes its display back.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <xf86drmMode.h>

// Starts it. It goes when the CRTC shows another framebuffer, or the card does not answer any more.
// Returns its id, or the negative errno.
static inline int flip_keeper_start(int card, uint32_t crtc, uint32_t framebuffer) {
  pid_t child = fork();
  if (child != 0) return child > 0 ? child : -errno;
  static const int ignored[] = {SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU, SIGPIPE};
  for (unsigned i = 0; i < sizeof ignored / sizeof *ignored; i++) signal(ignored[i], SIG_IGN);
  // Signals that the program reads from a file are blocked in it: here they end the process again.
  sigset_t none;
  sigemptyset(&none);
  signal(SIGTERM, SIG_DFL);
  sigprocmask(SIG_SETMASK, &none, NULL);
  setsid();
  prctl(PR_SET_NAME, "flip-keeper");
  dup2(card, 0);
  if (syscall(436 /* close_range */, 1, ~0U, 0) != 0)
    for (int fd = 1; fd < 1024; fd++) close(fd);
  for (;;) {
    drmModeCrtcPtr now = drmModeGetCrtc(0, crtc);
    int is_ours = now && now->buffer_id == framebuffer;
    if (now) drmModeFreeCrtc(now);
    if (!is_ours) _exit(0);
    sleep(1);
  }
}
