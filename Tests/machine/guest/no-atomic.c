// Loaded before libdrm, answers the question for atomic mode setting as kernels and drivers without it do.
// All else goes to the kernel.
#include <errno.h>
#include <stdint.h>
#include <sys/ioctl.h>

#define CLIENT_CAP_ATOMIC 3

struct client_cap {
  uint64_t capability, value;
};

int drmSetClientCap(int fd, uint64_t capability, uint64_t value) {
  if (capability == CLIENT_CAP_ATOMIC) return -EOPNOTSUPP;
  struct client_cap wanted = {capability, value};
  return ioctl(fd, _IOW('d', 0x0d, struct client_cap), &wanted) == 0 ? 0 : -errno;
}
