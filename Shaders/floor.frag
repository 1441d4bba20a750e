// One texel a pixel: nothing that draws a picture can cost less.

#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
#else
precision mediump float;
#endif

uniform sampler2D u_page;

varying vec2 v_place;

void main() {
  gl_FragColor = texture2D(u_page, v_place);
}
