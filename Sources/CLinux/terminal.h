// How wide a terminal is. ioctl has no fixed arguments, so Swift cannot call it.
#pragma once
#include <sys/ioctl.h>

// Columns of a terminal, 0 where it does not tell.
static inline int flip_terminal_columns(int file) {
  struct winsize size = {0};
  return ioctl(file, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}
