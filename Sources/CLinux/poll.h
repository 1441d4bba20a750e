// epoll and timerfd by plain numbers: their structures are packed or hold unions, which Swift imports
// badly or not at all.
#pragma once
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

// Adds a file to be told of when it can be read. 0 or the errno.
static inline int flip_poll_add(int poll, int fd) {
  struct epoll_event event = {.events = EPOLLIN, .data = {.fd = fd}};
  return epoll_ctl(poll, EPOLL_CTL_ADD, fd, &event) == 0 ? 0 : errno;
}

static inline int flip_poll_remove(int poll, int fd) {
  struct epoll_event event = {0};
  return epoll_ctl(poll, EPOLL_CTL_DEL, fd, &event) == 0 ? 0 : errno;
}

// Waits and writes up to 16 files that have something. Their count, or the negative errno.
static inline int flip_poll_wait(int poll, int timeout_ms, int *ready) {
  struct epoll_event events[16];
  int count = epoll_wait(poll, events, 16, timeout_ms);
  if (count < 0) return -errno;
  for (int i = 0; i < count; i++) ready[i] = events[i].data.fd;
  return count;
}

// Sets a timer to go off once at an instant of its clock, in nanoseconds; 0 stops it. 0 or the errno.
static inline int flip_timer_set(int timer, int64_t instant, int cancel_on_set) {
  struct itimerspec value = {{0, 0}, {instant / 1000000000, instant % 1000000000}};
  int flags = TFD_TIMER_ABSTIME | (cancel_on_set ? TFD_TIMER_CANCEL_ON_SET : 0);
  return timerfd_settime(timer, flags, &value, NULL) == 0 ? 0 : errno;
}

// A file from which the given signals are read, which are blocked from now on. It, or the negative errno.
static inline int flip_signal_file(const int *numbers, int count) {
  sigset_t set;
  sigemptyset(&set);
  for (int i = 0; i < count; i++) sigaddset(&set, numbers[i]);
  if (sigprocmask(SIG_BLOCK, &set, NULL) != 0) return -errno;
  int file = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  return file >= 0 ? file : -errno;
}

// The next signal that came, 0 for none. `*from_kernel` tells whether no process sent it.
static inline int flip_signal_next(int file, int *from_kernel) {
  struct signalfd_siginfo info;
  if (read(file, &info, sizeof info) != sizeof info) return 0;
  *from_kernel = info.ssi_code > 0;
  return (int)info.ssi_signo;
}
