// What Swift cannot import of the kernel's mode setting: requests whose numbers are macros with
// arguments, and file-format codes made by fourcc_code().
#pragma once
#include <errno.h>
#include <xf86drm.h>
#include <xf86drmMode.h>
#include <drm_fourcc.h>

static const uint32_t flip_format_xrgb8888 = DRM_FORMAT_XRGB8888;
static const uint32_t flip_format_xbgr8888 = DRM_FORMAT_XBGR8888;
static const uint32_t flip_format_argb8888 = DRM_FORMAT_ARGB8888;
static const uint32_t flip_format_abgr8888 = DRM_FORMAT_ABGR8888;
static const uint32_t flip_format_rgb565 = DRM_FORMAT_RGB565;
static const uint64_t flip_modifier_linear = DRM_FORMAT_MOD_LINEAR;
static const uint64_t flip_modifier_invalid = DRM_FORMAT_MOD_INVALID;

// The atomic commit, straight from the caller's arrays: libdrm's own drmModeAtomicCommit copies and
// sorts on the heap with every call. Returns 0 or the errno.
static inline int flip_atomic_commit(
    int fd, uint32_t flags, uint32_t object_count, const uint32_t *objects, const uint32_t *counts,
    const uint32_t *properties, const uint64_t *values, uint64_t user_data) {
  struct drm_mode_atomic request = {
      .flags = flags,
      .count_objs = object_count,
      .objs_ptr = (uint64_t)(uintptr_t)objects,
      .count_props_ptr = (uint64_t)(uintptr_t)counts,
      .props_ptr = (uint64_t)(uintptr_t)properties,
      .prop_values_ptr = (uint64_t)(uintptr_t)values,
      .reserved = 0,
      .user_data = user_data,
  };
  return drmIoctl(fd, DRM_IOCTL_MODE_ATOMIC, &request) == 0 ? 0 : errno;
}
