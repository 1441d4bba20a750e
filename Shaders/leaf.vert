// What half.vert and flap.vert begin with: a leaf is a half of a card, standing or in the air.
//
// Positions are logical pixels: x to the right, y downward from the top left, before any rotation of the
// display. r is how far a point of a leaf is from the hinge: 0 there, half the module's height at its edge.

attribute vec4 a_frame;  // the module's x, y, width, height
attribute vec4 a_turn;   // of a flap and of a half something else: see there
attribute vec2 a_cell;   // texel of the leaf's upper left corner
attribute vec4 a_part;   // corner 0 to 3, kind, column and row of the tile

uniform mat3 u_view;     // logical pixels to clip space
uniform vec3 u_vanish;   // the display's vanishing point; 1 where it is the one to use
uniform vec4 u_look;     // 1 / perspective (0: none), corner radius / height, shading, brightness
uniform vec2 u_tile;     // size of a tile of this page
uniform vec2 u_texel;    // 1 / the page's size

const float UPPER = 0.0;
const float LOWER = 1.0;
const float FRONT = 2.0;
const float BACK = 3.0;
const float SEPARATOR = 4.0;
const float BACKGROUND = 5.0;

// docs/shading.md derives these: the light's course along each half, as two lines of r / height of the half.
const vec4 UPPER_LIGHT = vec4(0.76, 1.50, 0.89, 0.11);
const vec4 LOWER_LIGHT = vec4(0.84, 1.60, 1.00, -0.18);
const float GAP = 0.008;
const float GAP_LIGHT = 0.25;

float right() { return mod(a_part.x, 2.0); }
float outer() { return floor(a_part.x * 0.5); }

// The tile's left, top, right, bottom on the leaf.
vec4 tile() { return vec4(a_part.zw * u_tile, (a_part.zw + 1.0) * u_tile); }

bool isBlank() { return a_cell.x < -20000.0; }

// Each page ends with two rows of nothing: what a leaf without a face is sampled from.
vec2 blank() { return vec2(u_texel.x, 1.0 - u_texel.y); }

// Two lines of r whose lower one is the light.
vec4 course(bool above, float height) {
  if (u_look.z <= 0.0) return vec4(1.0, 0.0, 1.0, 0.0);
  return (above ? UPPER_LIGHT : LOWER_LIGHT) * vec4(1.0, 1.0 / height, 1.0, 1.0 / height);
}

// How far from the hinge its gap reaches; of an odd number of rows the upper half has one more.
float gap(bool above) {
  if (u_look.z <= 0.0) return 0.0;
  float whole = max(1.0, floor(a_frame.w * GAP + 0.5));
  return floor((above ? whole + 1.0 : whole) * 0.5);
}
