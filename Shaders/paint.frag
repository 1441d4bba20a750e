// What half.frag and flap.frag begin with: the colour of a texel of a face.
//
// Colours are in the framebuffer's encoding with alpha multiplied in. Ink and card are mixed in linear light,
// of which the encoding is the square root: near enough to a display's 2.2, and one instruction. Mixed as they
// are, light text on dark would look thin.

// UNDER is the card in linear light, RISE what full ink adds to it, CARD the card as it is encoded, below a
// picture. They are words of the program: a software driver takes a third of a pixel's time to ask for them as
// uniforms.

#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
#else
precision mediump float;
#endif

uniform sampler2D u_page;   // faces

const float GAP_LIGHT = 0.25;

vec4 paint(vec4 texel) {
#ifdef RGBA
  return texel + CARD * (1.0 - texel.a);
#else
  vec4 mixed = UNDER + RISE * texel.r;
#ifdef OPAQUE
  return vec4(sqrt(mixed.rgb), 1.0);
#else
  return vec4(sqrt(mixed.rgb * mixed.a), mixed.a);
#endif
#endif
}
