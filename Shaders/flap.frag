// One pixel of a flap in the air: smooth at its sides, its free edge and its corners, for blending.

varying vec3 v_leaf;
varying vec2 v_lean;
FLAT varying vec4 v_page;
FLAT varying float v_height;
FLAT varying vec3 v_side;
FLAT varying vec4 v_round;
FLAT varying vec4 v_light;
FLAT varying vec4 v_bands;

const vec2 EDGE_LIGHT = vec2(0.25, 0.07);  // of the free edge: times, plus

// To a 256th of a texel, so that the sum below has no error: it makes no difference to a pixel where in the
// page, whose sides are powers of two, a face lies.
vec4 sampled(float x, float r) {
  vec2 place = vec2(x, r);
#ifdef GL_FRAGMENT_PRECISION_HIGH
  place = floor(place * 256.0) / 256.0;
#endif
  return texture2D(u_page, v_page.xy + place * v_page.zw);
}

void main() {
  float x = abs(v_leaf.x);
  float r = v_leaf.y;

  // What of the pixel's height lies on the flap, and of that height's width: pixels of the screen that it is
  // inside of the free edge, of the side at the middle of that height, and of the corners.
  float near = gl_FragCoord.w;  // 1 / depth
  float tall = clamp(v_leaf.z * near + 0.5, 0.0, 1.0);
  float wide = (v_side.x - x) * v_lean.x * near - (1.0 - tall) * v_lean.y;
  vec2 q = vec2(max(x - v_round.x, 1.0e-3), max(r - v_round.y, 0.0));
  float corner = (v_round.z - 0.5 * dot(q, q)) / (q.x + q.y * v_round.w);
  float coverage = min(tall * clamp(wide + 0.5, 0.0, 1.0), clamp(corner + 0.5, 0.0, 1.0));

  // Beyond its edges the leaf goes on as it ends.
  float column = clamp(v_leaf.x, -v_side.x, v_side.x);
  float row = min(r, v_height);
#ifdef SQUEEZED
  // A pixel holds many texels along the leaf: two samples between texels stand for them.
  vec2 places = clamp(vec2(row - v_side.y, row + v_side.y), 0.0, v_height);
  vec4 color = paint((sampled(column, places.x) + sampled(column, places.y)) * 0.5);
#else
  vec4 color = paint(sampled(column, row));
#endif

#ifdef SHADING
#ifdef SQUEEZED
  float light = dot(min(v_light.xx + v_light.yy * places, v_light.zz + v_light.ww * places), vec2(0.5));
#else
  float light = min(v_light.x + v_light.y * row, v_light.z + v_light.w * row);
#endif
  light *= clamp(v_bands.x + v_bands.y * r, GAP_LIGHT, 1.0);
  float lit = clamp(v_bands.z + v_bands.w * r, 0.0, v_side.z);
  light *= 1.0 + EDGE_LIGHT.x * lit;
  COLOR = vec4(color.rgb * (light * coverage) + color.a * (EDGE_LIGHT.y * lit * coverage), color.a * coverage);
#else
  // Without light a flap is told from what is behind it by its outline.
  float inside = min(min(v_leaf.z, (v_side.x - x) * v_lean.x) * near, corner);
  float rim = v_bands.y * clamp(v_bands.x - inside, 0.0, 1.0);
  color += RIM * rim - color * (RIM.a * rim);
  COLOR = vec4(color.rgb * (v_light.x * coverage), color.a * coverage);
#endif
}
