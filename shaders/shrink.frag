// What boids have changed in the picture, at a fraction of its size: the mean of squares of pixels.

uniform sampler2D before;
uniform sampler2D after;
uniform int factor;
out vec4 pixel;

void main() {
  ivec2 corner = ivec2(gl_FragCoord.xy) * factor, last = textureSize(before, 0) - 1;
  vec3 sum = vec3(0.0);
  for (int y = 0; y < factor; ++y) {
    for (int x = 0; x < factor; ++x) {
      ivec2 at = min(corner + ivec2(x, y), last);
      sum += texelFetch(after, at, 0).rgb - texelFetch(before, at, 0).rgb;
    }
  }
  pixel = vec4(sum / float(factor * factor), 1.0);
}
