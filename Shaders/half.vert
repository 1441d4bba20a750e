// A piece of what stands: a half, a separator, or the background between them. Together they are all of
// the display, and no pixel belongs to two.
//
// a_turn: shade at the hinge, at the outer edge, in 4096ths; rows seen, from the outer edge (a flap hides the
// others).

uniform vec4 u_background;

varying vec4 v_place;        // in the page, x from the card's middle, r
FLAT varying vec4 v_corner;  // corners' centre in x and r; coverage at it, and what the distance's square takes
FLAT varying vec4 v_light;   // two lines of r whose lower one is the light
FLAT varying vec3 v_shade;   // what a shade leaves, a line of r; the gap
FLAT varying vec4 v_background;

void main() {
  float kind = a_part.y;
  float height = a_frame.w * 0.5;
  vec2 middle = a_frame.xy + a_frame.zw * 0.5;
  vec2 end = a_frame.xy + a_frame.zw;
  bool above = kind == UPPER;

  vec2 corner = vec2(a_frame.x, kind == LOWER ? middle.y : a_frame.y);
  vec4 part = isBlank() ? vec4(0.0, 0.0, 3.0e4, 3.0e4) : tile();
  vec2 position = corner + mix(part.xy, part.zw, vec2(right(), outer()));
  position = min(position, vec2(end.x, above ? middle.y : end.y));
  if (above) position.y = min(position.y, a_frame.y + a_turn.z);
  if (kind == LOWER) position.y = max(position.y, end.y - a_turn.z);

  float r = above ? middle.y - position.y : position.y - middle.y;
  v_place = vec4((a_cell + position - corner) * u_texel, position.x - middle.x, r);
  if (isBlank()) v_place.xy = blank();

  v_light = vec4(1.0, 0.0, 1.0, 0.0);
  v_corner = vec4(3.0e4, 3.0e4, kind == BACKGROUND ? -1.0 : 2.0, 0.0);
  v_shade = vec3(1.0, 0.0, -3.0e4);
  if (kind == UPPER || kind == LOWER) {
    float radius = u_look.y * a_frame.w;
    // R - d is (R * R - d * d) / 2 R where the distance d from the centre is about the radius R;
    // of less than a pixel, the middle of the card would not be whole.
    if (radius >= 1.0) {
      v_corner = vec4(a_frame.z * 0.5 - radius, height - radius, radius * 0.5 + 0.5, 0.5 / radius);
    }
    v_light = course(above, height);
    v_shade.xy = vec2(1.0, 0.0) - vec2(a_turn.x, (a_turn.y - a_turn.x) / height) / 4096.0;
    v_shade.z = gap(above);
  }
  v_background = u_background;
  v_light *= u_look.w;
  gl_Position = vec4((u_view * vec3(position, 1.0)).xy, 0.0, 1.0);
}
