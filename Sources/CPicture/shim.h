#pragma once
#include <stdio.h>
#include <png.h>
#include <turbojpeg.h>
#include <webp/decode.h>
#include <webp/encode.h>
#include <webp/mux.h>

// libpng's simplified interface is made of macros, which Swift does not import.
static const png_uint_32 flip_png_format_rgb = PNG_FORMAT_RGB;
static const png_uint_32 flip_png_format_rgba = PNG_FORMAT_RGBA;
static const png_uint_32 flip_png_flag_fast = PNG_IMAGE_FLAG_FAST;

// The most bytes that an image can take as a PNG file.
static inline size_t flip_png_size_max(const png_image *image) {
  return PNG_IMAGE_PNG_SIZE_MAX(*image);
}
