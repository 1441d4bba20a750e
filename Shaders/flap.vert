// A flap in the air, as seen: its leaf's corners in perspective, and 0.6 pixels more beyond its edges, which
// the fragment shader makes smooth. gl_Position.w makes everything handed on a function of the leaf's plane.
//
// a_turn: cosine and sine of the angle, in 32767ths.

const vec2 LIGHT = vec2(0.6428, 0.7660);  // cosine and sine of 50 degrees above the viewer's axis
const vec2 DIFFUSE = vec2(0.45, 0.2);     // of what a face gets less, and more, than one that stands
const float BEYOND = 0.6;
const float EDGE = 0.006;
const float SQUEEZED_BELOW = 0.6;         // cosine of the turn; Turn.isSqueezed is the same

varying vec3 v_leaf;   // x from the leaf's middle, r, pixels below the free edge times depth
varying vec2 v_lean;   // sharpness of the side; how far it goes outward, of a pixel's way through it
FLAT varying vec4 v_page;   // s and t in the page at the middle of the hinge, their change by x and r
FLAT varying float v_height;  // of the leaf
FLAT varying vec3 v_side;   // half the leaf's width, step to a second sample, light of the free edge
FLAT varying vec4 v_round;  // the corners' centre in x and r, half the radius' square, leaf's pixels in a row
FLAT varying vec4 v_light;  // two lines of r whose lower one is the light
FLAT varying vec4 v_bands;  // two lines of r: what the gap leaves of the light, the free edge's light; without
                            // shading the outline's breadth and half a pixel, and how much of it is seen

void main() {
  bool above = a_part.y == FRONT;
  vec2 turn = a_turn.xy / 32767.0;
  float height = a_frame.w * 0.5;
  float width = a_frame.z;
  vec2 middle = a_frame.xy + a_frame.zw * 0.5;
  vec2 vanish = mix(middle, u_vanish.xy, u_vanish.z);

  // A point of the leaf at r turns to Y = r cos a, Z = r sin a, and is seen at (X, Y) / (1 - Z / d) from the
  // vanishing point: 1 - Z / d is its depth.
  float fall = min(0.5 * turn.y * u_look.x, 0.98);
  float rise = height * turn.x;
  float freeY = vanish.y + (middle.y - rise - vanish.y) / (1.0 - fall);
  float tall = freeY - middle.y;
  float down = tall < 0.0 ? -1.0 : 1.0;

  // The tile's part of the leaf.
  vec4 part = tile();
  if (isBlank()) part = vec4(0.0, 0.0, 3.0e4, 3.0e4);
  part = min(part, vec4(width, height, width, height));
  vec2 rows = above ? height - part.wy : part.yw;
  float x = mix(part.x, part.z, right());
  float t = mix(rows.x, rows.y, outer()) / height;
  float y = freeY + down * BEYOND;
  if (t >= 1.0) {
    t = (middle.y - y) / (rise - (y - vanish.y) * fall);
  } else {
    y = vanish.y + (middle.y - rise * t - vanish.y) / (1.0 - fall * t);
  }
  float depth = 1.0 - fall * t;

  // The sides lean: a pixel's way through one is as much longer.
  float side = right() > 0.5 ? a_frame.x + width : a_frame.x;
  float freeX = vanish.x + (side - vanish.x) / (1.0 - fall);
  float lean = 1.0 + abs(freeX - side) / max(abs(tall), 0.1);
  float seen = vanish.x + (a_frame.x + x - vanish.x) / depth;
  if (x <= 0.0) seen = max(seen - BEYOND * lean, min(side, freeX) - BEYOND);
  if (x >= width) seen = min(seen + BEYOND * lean, max(side, freeX) + BEYOND);
  x = (seen - vanish.x) * depth + vanish.x - a_frame.x;
  float r = t * height;

  // Of the leaf in a row of the screen, at the hinge and at the free edge.
  float along = max(abs((middle.y - vanish.y) * fall - rise), 1.0e-3) / height;
  float atEdge = along / ((1.0 - fall) * (1.0 - fall));

  v_leaf = vec3(x - width * 0.5, r, (freeY - y) * down * depth);
  v_height = height;
  vec2 hinge = a_cell + vec2(width * 0.5, above ? height : 0.0);
  v_page = vec4(hinge, 1.0, above ? -1.0 : 1.0) * u_texel.xyxy;
  if (isBlank()) v_page = vec4(blank(), 0.0, 0.0);

  float radius = u_look.y * a_frame.w;
  v_round = vec4(width * 0.5 - radius, height - radius, 0.5 * radius * radius, 1.0 / atEdge);
  if (radius < 1.0) v_round = vec4(3.0e4, 3.0e4, 1.0, 1.0);

  v_lean.x = 1.0 / lean;
  v_lean.y = (right() > 0.5 ? freeX - side : side - freeX) > 0.0 ? 0.5 - 0.5 / lean : 0.5 / lean - 0.5;
  v_side = vec3(width * 0.5, 0.0, turn.y * u_look.w);
  if (abs(turn.x) < SQUEEZED_BELOW) v_side.y = 0.25 * (1.0 - 0.5 * fall) * (1.0 - 0.5 * fall) / along;

  float lit = dot(turn, vec2(LIGHT.x, -LIGHT.y)) * (above ? 1.0 : -1.0);
  lit = max(lit, 0.0) - LIGHT.x;
  v_light = course(above, height) * u_look.w;
  if (u_look.z > 0.0) v_light *= 1.0 + (lit < 0.0 ? DIFFUSE.x : DIFFUSE.y) * lit;
  float edge = max(1.0, EDGE * a_frame.w);
  v_bands.xy = vec2(1.0, 0.0);
  if (gap(above) > 0.0) v_bands.xy = vec2(GAP_LIGHT, 0.0) + (1.0 - GAP_LIGHT) * vec2(0.5 - gap(above) * along, along);
  v_bands.zw = vec2(0.5 - (height - edge) * atEdge, atEdge) * v_side.z;
#ifndef SHADING
  v_bands.xy = vec2(edge + 0.5, min(2.0 * turn.y, 1.0));
#endif

  vec2 place = (u_view * vec3(seen, y, 1.0)).xy;
  gl_Position = vec4(place * depth, 0.0, depth);
  // Edge-on there is nothing to see.
  if (abs(tall) < 0.01) gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
}
