// GL_EXT_disjoint_timer_query, whose functions only eglGetProcAddress hands out: how long a GPU was busy.
#pragma once
#include <EGL/egl.h>
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>

struct flip_timer {
  PFNGLGENQUERIESEXTPROC generate;
  PFNGLDELETEQUERIESEXTPROC remove;
  PFNGLBEGINQUERYEXTPROC begin;
  PFNGLENDQUERYEXTPROC end;
  PFNGLGETQUERYOBJECTUI64VEXTPROC result;
};

// Whether all of the functions are there.
static inline int flip_timer_load(struct flip_timer *timer) {
  timer->generate = (PFNGLGENQUERIESEXTPROC)eglGetProcAddress("glGenQueriesEXT");
  timer->remove = (PFNGLDELETEQUERIESEXTPROC)eglGetProcAddress("glDeleteQueriesEXT");
  timer->begin = (PFNGLBEGINQUERYEXTPROC)eglGetProcAddress("glBeginQueryEXT");
  timer->end = (PFNGLENDQUERYEXTPROC)eglGetProcAddress("glEndQueryEXT");
  timer->result = (PFNGLGETQUERYOBJECTUI64VEXTPROC)eglGetProcAddress("glGetQueryObjectui64vEXT");
  return timer->generate && timer->remove && timer->begin && timer->end && timer->result;
}
