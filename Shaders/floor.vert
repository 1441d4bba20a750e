// The floor that a benchmark measures against: rectangles of a texture, as they are.

attribute vec4 a_corner;  // x and y in clip space, s and t in the texture

varying vec2 v_place;

void main() {
  v_place = a_corner.zw;
  gl_Position = vec4(a_corner.xy, 0.0, 1.0);
}
