#pragma once
#include <ft2build.h>
#include <freetype/freetype.h>
#include <freetype/ftbbox.h>
#include <freetype/ftmm.h>
#include <freetype/ftoutln.h>
#include <harfbuzz/hb.h>
#include <harfbuzz/hb-ft.h>
#include <fontconfig/fontconfig.h>

// FreeType's load flags are made by macros with arguments, which Swift does not import.

// Hinted lightly: heights snap to the pixel grid, widths stay as drawn.
static const FT_Int32 flip_load_hinted = FT_LOAD_TARGET_LIGHT | FT_LOAD_NO_BITMAP;
static const FT_Int32 flip_load_unhinted = FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP;
static const FT_Int32 flip_load_color = FT_LOAD_COLOR | FT_LOAD_NO_HINTING;

static inline int flip_has_outlines(FT_Face face) { return FT_IS_SCALABLE(face) ? 1 : 0; }
static inline int flip_has_color(FT_Face face) { return FT_HAS_COLOR(face) ? 1 : 0; }
static inline int flip_has_fixed_sizes(FT_Face face) { return FT_HAS_FIXED_SIZES(face) ? 1 : 0; }

// The arrays of an outline: their element types changed sign between FreeType's versions.
static inline void flip_set_outline_arrays(FT_Outline *outline, void *tags, void *contours) {
  outline->tags = tags;
  outline->contours = contours;
}
