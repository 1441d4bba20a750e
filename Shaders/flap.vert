// One quad of a board: a half that stands still, a separator, or (FLAP) a flap in the air.
//
// Positions are logical pixels: x to the right, y downward from the top left, before any rotation of the
// display. What is handed on is the same at all four corners: the fragment shader works from the pixel's
// own place, so that a pixel gets the same colour however the quad around it was cut.

attribute vec4 a_frame;  // the module's x, y, width, height
attribute vec2 a_turn;   // FLAP: cosine and sine of the angle; else: shade at the hinge, at the outer edge
attribute vec2 a_cell;   // texel of the leaf's upper left corner
attribute vec4 a_part;   // corner 0 to 3, kind, column and row of the tile

uniform mat3 u_view;     // logical pixels to clip space
uniform vec3 u_vanish;   // the display's vanishing point; 1 where it is the one to use
uniform vec4 u_look;     // 1 / perspective (0: none), corner radius / width, shading, brightness
uniform vec2 u_tile;     // size of a tile of this page

const float UPPER = 0.0;
const float LOWER = 1.0;
const float FRONT = 2.0;
const float BACK = 3.0;
const float SEPARATOR = 4.0;

// docs/shading.md derives these: the light's direction, its strength, and its course along each half.
const vec2 LIGHT = vec2(0.6428, 0.7660);  // cosine and sine of 50 degrees above the viewer's axis
const vec2 DIFFUSE = vec2(0.45, 0.2);  // of what a face gets less, and more, than one that stands
const vec4 UPPER_LIGHT = vec4(0.76, 1.50, 0.89, 0.11);
const vec4 LOWER_LIGHT = vec4(0.84, 1.60, 1.00, -0.18);
const float GAP = 0.008;

varying vec4 v_corner;   // the card's middle, and from there to the corners' centres
varying vec4 v_light;    // two lines whose lower one is the light along the leaf: at the hinge, rise, twice
varying vec4 v_leaf;     // FLAP: width, height, w at the free edge, sense; else: hinge's y, 1/height, gap, height
varying vec4 v_place;    // texel of the leaf's corner (else: less the corner's place), row of the ramp, radius

#ifdef FLAP
varying vec4 v_rows;     // top and bottom of what is seen, the hinge's y, 1 / (free edge's y - hinge's)
varying vec4 v_sides;    // left side: x at the hinge and its change to the free edge; right side the same
varying vec4 v_tile;     // left, top, right, bottom of the tile on the leaf
varying vec2 v_edge;     // gap at the hinge, light of the free edge
#else
varying vec2 v_shade;    // at the hinge, and its change to the outer edge
#endif

void main() {
  float right = mod(a_part.x, 2.0);
  float outer = floor(a_part.x * 0.5);
  float kind = a_part.y;
  float height = a_frame.w * 0.5;
  vec2 middle = a_frame.xy + a_frame.zw * 0.5;
  bool above = kind == UPPER || kind == FRONT;

  float radius = u_look.y * a_frame.z;
  if (radius <= 0.0 || kind == SEPARATOR) radius = -2.0;
  v_corner = vec4(middle, a_frame.zw * 0.5 - radius);
  radius = abs(radius);

  float gap = 0.0;
  v_light = vec4(1.0, 0.0, 1.0, 0.0);
  if (u_look.z > 0.0 && kind != SEPARATOR) {
    float whole = max(1.0, floor(a_frame.w * GAP + 0.5));
    gap = floor((above ? whole + 1.0 : whole) * 0.5);
    v_light = above ? UPPER_LIGHT : LOWER_LIGHT;
  }
  vec4 tile = vec4(a_part.zw * u_tile, (a_part.zw + 1.0) * u_tile);
  bool blank = a_cell.x < -20000.0;
  if (blank) tile = vec4(0.0, 0.0, 3.0e4, 3.0e4);
  float row = 0.125;
  vec2 position;

#ifdef FLAP
  // A point at height y above the hinge turns to Y = y cos a, Z = y sin a, and is seen at
  // (X, Y) / (1 - Z / d) from the vanishing point.
  vec2 vanish = mix(middle, u_vanish.xy, u_vanish.z);
  float w = max(1.0 - 0.5 * a_turn.y * u_look.x, 0.02);
  vec2 sides = vec2(a_frame.x, a_frame.x + a_frame.z);
  vec2 freeSides = vanish.x + (sides - vanish.x) / w;
  float freeY = vanish.y + (middle.y - height * a_turn.x - vanish.y) / w;

  vec2 lowest = vec2(min(sides.x, freeSides.x), min(middle.y, freeY)) - 1.0;
  vec2 highest = vec2(max(sides.y, freeSides.y), max(middle.y, freeY)) + 1.0;
  position = mix(lowest, highest, vec2(right, outer));

  v_rows = vec4(min(middle.y, freeY), max(middle.y, freeY), middle.y, 1.0 / (freeY - middle.y));
  if (freeY == middle.y) v_rows.w = 0.0;
  v_sides = vec4(sides.x, freeSides.x - sides.x, sides.y, freeSides.y - sides.y);
  v_tile = tile;
  if (tile.x == 0.0) v_tile.x = -1.0e4;
  if (tile.y == 0.0) v_tile.y = -1.0e4;
  if (tile.z >= a_frame.z) v_tile.z = 1.0e4;
  if (tile.w >= height) v_tile.w = 1.0e4;
  v_leaf = vec4(a_frame.z, height, w, above ? -1.0 : 1.0);
  v_place = vec4(a_cell, row, radius);
  v_edge = vec2(gap, 0.0);
  if (u_look.z > 0.0) {
    float lit = dot(a_turn, vec2(LIGHT.x, -LIGHT.y)) * (above ? 1.0 : -1.0);
    lit = max(lit, 0.0) - LIGHT.x;
    v_light *= 1.0 + (lit < 0.0 ? DIFFUSE.x : DIFFUSE.y) * lit;
    v_edge.y = a_turn.y;
  }
#else
  float top = kind == LOWER ? middle.y : a_frame.y;
  float bottom = kind == UPPER ? middle.y : a_frame.y + a_frame.w;
  vec2 corner = vec2(a_frame.x, top);
  position = corner + mix(tile.xy, tile.zw, vec2(right, outer));
  position = min(position, vec2(a_frame.x + a_frame.z, bottom));
  v_leaf = vec4(middle.y, (above ? -1.0 : 1.0) / height, gap, height);
  if (kind == SEPARATOR) {
    v_leaf = vec4(a_frame.y, 0.0, -1.0, 0.0);
    row = 0.375;
  }
  v_place = vec4(a_cell - corner, row, radius);
  v_shade = vec2(a_turn.x, a_turn.y - a_turn.x);
#endif

  if (blank) v_place.z = 0.625;
  v_light *= u_look.w;
  gl_Position = vec4((u_view * vec3(position, 1.0)).xy, 0.0, 1.0);
}
