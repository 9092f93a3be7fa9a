// The birds over the sky: their colour where no light passes them.

uniform sampler2D depths;  // optical depth; by day the same times the light on a bird, or the same times its colour
uniform bool tinted;       // birds have colours
uniform vec3 dark, bright;
out vec4 pixel;

void main() {
  vec4 depth = texelFetch(depths, ivec2(gl_FragCoord.xy), 0);
  if (depth.r <= 0.0) discard;
  pixel = vec4(tinted ? depth.gba / depth.r : mix(dark, bright, depth.g / depth.r), 1.0 - exp(-depth.r));
}
