// What Swift cannot import of EGL and GL ES: functions that only eglGetProcAddress hands out. Each
// returns its failure value where the driver lacks the function.
#pragma once
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>
#include <GLES3/gl3.h>

// EGL_EXT_device_enumeration. Returns how many devices were written.
static inline EGLint flip_egl_devices(EGLDeviceEXT *devices, EGLint capacity) {
  PFNEGLQUERYDEVICESEXTPROC query = (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
  EGLint count = 0;
  return query && query(capacity, devices, &count) ? count : 0;
}

// EGL_KHR_ or EGL_EXT_swap_buffers_with_damage; plain eglSwapBuffers where there is neither.
static inline EGLBoolean flip_egl_swap_with_damage(
    EGLDisplay display, EGLSurface surface, const EGLint *rects, EGLint count) {
  static PFNEGLSWAPBUFFERSWITHDAMAGEKHRPROC swap;
  if (!swap) swap = (PFNEGLSWAPBUFFERSWITHDAMAGEKHRPROC)eglGetProcAddress("eglSwapBuffersWithDamageKHR");
  if (!swap) swap = (PFNEGLSWAPBUFFERSWITHDAMAGEKHRPROC)eglGetProcAddress("eglSwapBuffersWithDamageEXT");
  return swap && count > 0 ? swap(display, surface, (EGLint *)rects, count) : eglSwapBuffers(display, surface);
}

// EGL_ANDROID_native_fence_sync: a sync file that signals when all that was drawn so far is done.
// Flushes. Returns the file descriptor, or -1.
static inline int flip_egl_native_fence(EGLDisplay display) {
  static PFNEGLCREATESYNCKHRPROC create;
  static PFNEGLDESTROYSYNCKHRPROC destroy;
  static PFNEGLDUPNATIVEFENCEFDANDROIDPROC dup;
  if (!create) {
    create = (PFNEGLCREATESYNCKHRPROC)eglGetProcAddress("eglCreateSyncKHR");
    destroy = (PFNEGLDESTROYSYNCKHRPROC)eglGetProcAddress("eglDestroySyncKHR");
    dup = (PFNEGLDUPNATIVEFENCEFDANDROIDPROC)eglGetProcAddress("eglDupNativeFenceFDANDROID");
  }
  if (!create || !destroy || !dup) return -1;
  EGLSyncKHR sync = create(display, EGL_SYNC_NATIVE_FENCE_ANDROID, NULL);
  if (sync == EGL_NO_SYNC_KHR) return -1;
  glFlush();
  int fd = dup(display, sync);
  destroy(display, sync);
  return fd;
}

// EGL_EXT_image_dma_buf_import_modifiers. Returns how many there are (capacity 0: only counts).
static inline EGLint flip_egl_formats(EGLDisplay display, EGLint *formats, EGLint capacity) {
  PFNEGLQUERYDMABUFFORMATSEXTPROC query =
      (PFNEGLQUERYDMABUFFORMATSEXTPROC)eglGetProcAddress("eglQueryDmaBufFormatsEXT");
  EGLint count = 0;
  return query && query(display, capacity, formats, &count) ? count : 0;
}

static inline EGLint flip_egl_modifiers(
    EGLDisplay display, EGLint format, EGLuint64KHR *modifiers, EGLBoolean *external, EGLint capacity) {
  PFNEGLQUERYDMABUFMODIFIERSEXTPROC query =
      (PFNEGLQUERYDMABUFMODIFIERSEXTPROC)eglGetProcAddress("eglQueryDmaBufModifiersEXT");
  EGLint count = 0;
  return query && query(display, format, capacity, modifiers, external, &count) ? count : 0;
}
