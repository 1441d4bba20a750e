// Colours of one pixel of a half, a separator or (FLAP) a flap: ink on card, light, and smooth edges.
//
// Colours are in the framebuffer's encoding with alpha multiplied in. A half that stands has nothing but
// the background behind it, so it is mixed with it here, and drawn without blending.

#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
#else
precision mediump float;
#endif

uniform mat3 u_pixel;       // gl_FragCoord to logical pixels
uniform vec2 u_texel;       // 1 / the page's size
uniform sampler2D u_page;   // faces
uniform sampler2D u_ramp;   // from card to ink, a row for each kind
uniform vec4 u_card;        // RGBA: the card below a picture
uniform vec4 u_background;

varying vec4 v_corner;
varying vec4 v_light;
varying vec4 v_leaf;
varying vec4 v_place;

#ifdef FLAP
varying vec4 v_rows;
varying vec4 v_sides;
varying vec4 v_tile;
varying vec2 v_edge;
#else
varying vec2 v_shade;
#endif

const float GAP_LIGHT = 0.25;
const float SHADE = 0.38;
const vec2 EDGE_LIGHT = vec2(0.25, 0.07);  // of the free edge: times, plus
const float EDGE = 0.006;

vec4 paint(vec4 texel) {
#ifdef RGBA
  // Rows of the ramp: a card, a separator, which has none, a card without a face.
  vec4 card = v_place.z < 0.25 ? u_card : vec4(0.0);
  return texel + card * (1.0 - texel.a);
#else
  return texture2D(u_ramp, vec2(texel.r * (255.0 / 256.0) + (0.5 / 256.0), v_place.z));
#endif
}

#ifdef FLAP
// How much of the interval from a to b lies between 0 and 1 less the length of the rest.
float within(float low, float high, float a, float b) {
  return clamp((min(high, b) - max(low, a)) / max(b - a, 1.0e-6), 0.0, 1.0);
}

// The average of clamp(x, 0, 1) while x goes from a to b.
vec2 average(vec2 a, vec2 b) {
  vec2 c = clamp(a, 0.0, 1.0);
  vec2 d = clamp(b, 0.0, 1.0);
  vec2 area = (d - c) * (d + c) * 0.5 + max(b - 1.0, 0.0) - max(a - 1.0, 0.0);
  vec2 change = b - a;
  vec2 middle = clamp((a + b) * 0.5, 0.0, 1.0);
  return vec2(
    abs(change.x) > 0.05 ? area.x / change.x : middle.x, abs(change.y) > 0.05 ? area.y / change.y : middle.y);
}

void main() {
  vec2 p = (u_pixel * vec3(gl_FragCoord.xy, 1.0)).xy;

  // What of the pixel's height lies on the flap, and where on the leaf that is: t is 0 at the hinge and
  // 1 at the free edge. Horizontals stay horizontal under a turn about the x axis.
  float top = max(p.y - 0.5, v_rows.x);
  float bottom = min(p.y + 0.5, v_rows.y);
  float tall = bottom - top;
  if (tall <= 0.0) discard;
  vec2 f = (vec2(top, bottom) - v_rows.z) * v_rows.w;
  f = clamp(f, 0.0, 1.0);
  vec2 t = f / (v_leaf.z + f * (1.0 - v_leaf.z));
  float a = min(t.x, t.y);
  float b = max(t.x, t.y);

  // What of its width: the sides are straight, and lean; this is the area of the pixel between them.
  float along = (f.x + f.y) * 0.5;
  vec2 sides = v_sides.xz + v_sides.yw * along;
  vec2 upper = v_sides.xz + v_sides.yw * f.x;
  vec2 lower = v_sides.xz + v_sides.yw * f.y;
  vec2 reach = average(
    vec2(p.x - upper.x, upper.y - p.x) + 0.5, vec2(p.x - lower.x, lower.y - p.x) + 0.5);
  float coverage = tall * max(reach.x + reach.y - 1.0, 0.0);

  float width = max(sides.y - sides.x, 1.0e-3);
  float scale = v_leaf.x / width;
  float u = clamp((p.x - sides.x) * scale, 0.0, v_leaf.x);
  float t0 = (a + b) * 0.5;
  float span = (b - a) * v_leaf.y;
  float y = v_leaf.w < 0.0 ? v_leaf.y - t0 * v_leaf.y : t0 * v_leaf.y;

  // The rounded corners of the free edge, from the leaf's own plane.
  vec2 q = max(vec2(abs(u - v_leaf.x * 0.5), t0 * v_leaf.y) - v_corner.zw, 0.0);
  float far = length(q);
  if (q.x > 0.0 && q.y > 0.0) {
    float grain = (q.x * scale + q.y * span / tall) / far;
    coverage *= clamp(0.5 + (v_place.w - far) / grain, 0.0, 1.0);
  }

  vec2 here = vec2(u, y);
  if (any(lessThan(here, v_tile.xy)) || any(greaterThanEqual(here, v_tile.zw))) discard;

  // Texels are squares: where a pixel covers less than one, it mixes two only on their border. Where it
  // covers more, along the squeezed direction, two taps between texels stand for them; each further
  // one costs a flap a tenth of its time on llvmpipe, where a branch around it saves nothing.
  vec2 texel = v_place.xy + here;
  vec2 border = floor(texel + 0.5);
  texel = border + clamp((texel - border) / vec2(min(scale, 1.0), clamp(span, 0.05, 1.0)), -0.5, 0.5);
  vec2 step = vec2(0.0, max(span - 1.0, 0.0) * 0.25);
  vec4 ink = (texture2D(u_page, (texel - step) * u_texel) + texture2D(u_page, (texel + step) * u_texel)) * 0.5;
  vec4 color = paint(ink);

#ifdef SHADING
  vec3 places = vec3(a, t0, b);
  float light = dot(
    min(v_light.x + v_light.y * places, v_light.z + v_light.w * places), vec3(0.25, 0.5, 0.25));
  if (v_edge.x > 0.0) {
    float gap = v_edge.x / v_leaf.y;
    light *= mix(1.0, GAP_LIGHT, within(0.0, gap, a, b));
  }
  float edge = max(1.0, EDGE * 2.0 * v_leaf.y) / v_leaf.y;
  float lit = v_edge.y * within(1.0 - edge, 1.0, a, b);
  color.rgb = color.rgb * light * (1.0 + EDGE_LIGHT.x * lit) + color.a * EDGE_LIGHT.y * lit;
#else
  color.rgb *= v_light.x;
#endif
  gl_FragColor = min(color, 1.0) * coverage;
}

#else

void main() {
  vec2 p = (u_pixel * vec3(gl_FragCoord.xy, 1.0)).xy;
  vec4 color = paint(texture2D(u_page, (p + v_place.xy) * u_texel));
#ifdef SHADING
  float t = (p.y - v_leaf.x) * v_leaf.y;
  float light = min(v_light.x + v_light.y * t, v_light.z + v_light.w * t);
  light *= mix(GAP_LIGHT, 1.0, clamp(t * v_leaf.w - v_leaf.z + 0.5, 0.0, 1.0));
  light *= 1.0 - clamp(v_shade.x + v_shade.y * t, 0.0, SHADE);
#else
  float light = v_light.x;
#endif
  vec2 q = max(abs(p - v_corner.xy) - v_corner.zw, 0.0);
  float coverage = clamp(v_place.w + 0.5 - length(q), 0.0, 1.0);
  color.rgb = min(color.rgb * light, 1.0);
  color *= coverage;
  gl_FragColor = color + u_background * (1.0 - color.a);
}
#endif
