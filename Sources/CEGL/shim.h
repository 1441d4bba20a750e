#pragma once
// No window system: keep Xlib out of the EGL headers.
#define EGL_NO_X11 1
#define MESA_EGL_NO_X11_HEADERS 1
#include <stdint.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>
#include <gbm.h>
#include <xf86drm.h>
#include <xf86drmMode.h>
#include <drm_fourcc.h>
#include "kms.h"
#include "keeper.h"
#include "egl.h"
#include "timer.h"
