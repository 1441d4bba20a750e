#pragma once
#include <stdbool.h>
#include <ini.h>
#include <jansson.h>

// Debian's libinih can be told at run time what upstream fixes when it is built (a patch of Debian's,
// "Add runtime options to the library", since 41-1). Where a build lacks these, they are null, and inih
// keeps its own habits: lines of at most 200 bytes, and ` ;` starts a comment behind a value.
extern bool ini_allow_inline_comments __attribute__((weak));
extern bool ini_allow_multiline __attribute__((weak));
extern bool ini_use_stack __attribute__((weak));
extern int ini_max_line __attribute__((weak));
extern int ini_initial_alloc __attribute__((weak));

/// Parses by weston.ini's habits: one line an entry, comments only on lines of their own.
static inline int flip_ini_parse(
    ini_reader reader, void *stream, ini_handler handler, void *user, int longest_line) {
  if (&ini_allow_inline_comments) ini_allow_inline_comments = false;
  if (&ini_allow_multiline) ini_allow_multiline = false;
  if (&ini_use_stack && &ini_max_line && &ini_initial_alloc) {
    ini_use_stack = false;
    ini_max_line = longest_line;
    ini_initial_alloc = longest_line;
  }
  return ini_parse_stream(reader, stream, handler, user);
}

// jansson has these as macros or inline functions that do not all import.
static inline void flip_json_release(json_t *value) { json_decref(value); }
static inline bool flip_json_is_number(const json_t *value) { return json_is_number(value); }
static inline bool flip_json_is_array(const json_t *value) { return json_is_array(value); }
