// The birds over the sky: their colour where no light passes them.

uniform sampler2D depths;  // optical depth; by day the same times the light on a bird
uniform vec3 dark, bright;
out vec4 pixel;

void main() {
  vec2 depth = texelFetch(depths, ivec2(gl_FragCoord.xy), 0).rg;
  if (depth.r <= 0.0) discard;
  pixel = vec4(mix(dark, bright, depth.g / depth.r), 1.0 - exp(-depth.r));
}
