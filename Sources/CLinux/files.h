// Files without a name, which are gone with whoever writes them.
#pragma once
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

// Opens a new file in a folder, without a name there. Returns a descriptor, or -1 where the file system has
// no such files, or nothing could name one later.
static inline int flip_open_unnamed(const char *folder) {
  if (access("/proc/self/fd", X_OK) != 0) return -1;
  return open(folder, 020000000 /* __O_TMPFILE */ | O_DIRECTORY | O_WRONLY | O_CLOEXEC, 0666);
}

// Gives such a file a name that nothing else has yet. Returns 0, or -1 with errno.
static inline int flip_name_unnamed(int file, const char *name) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  return linkat(AT_FDCWD, path, AT_FDCWD, name, AT_SYMLINK_FOLLOW);
}
