// The birds over the sky: their colour where no light passes them.

uniform sampler2D depths;
out vec4 pixel;

void main() {
  float depth = texelFetch(depths, ivec2(gl_FragCoord.xy), 0).r;
  if (depth <= 0.0) discard;
  pixel = vec4(0.105, 0.086, 0.108, 1.0 - exp(-depth));
}
