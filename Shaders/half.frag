// One pixel of what stands. Behind it is nothing but the background, so it is mixed with that here, and drawn
// without blending.

varying vec4 v_place;
FLAT varying vec4 v_corner;
FLAT varying vec4 v_light;
FLAT varying vec3 v_shade;
FLAT varying vec4 v_background;

const float SHADE = 0.38;

void main() {
  vec4 color = paint(texture2D(u_page, v_place.xy));
  float r = v_place.w;
#ifdef SHADING
  float light = min(v_light.x + v_light.y * r, v_light.z + v_light.w * r);
  light *= clamp(v_shade.x + v_shade.y * r, 1.0 - SHADE, 1.0);
  if (r < v_shade.z) light *= GAP_LIGHT;
#else
  float light = v_light.x;
#endif
  vec2 q = max(vec2(abs(v_place.z), r) - v_corner.xy, 0.0);
  float coverage = clamp(v_corner.z - dot(q, q) * v_corner.w, 0.0, 1.0);
  color = vec4(color.rgb * (light * coverage), color.a * coverage);
  COLOR = color + v_background * (1.0 - color.a);
}
