// One texel a pixel, in the colours that the picture has: nothing that draws these pixels can cost less.

varying vec2 v_place;

void main() {
  COLOR = paint(texture2D(u_page, v_place));
}
