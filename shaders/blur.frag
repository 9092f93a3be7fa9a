// A Gaussian blur along one axis.

uniform sampler2D source;
uniform int across;  // 1: along x, 0: along y
out vec4 pixel;

const int kReach = 7;
const float kWidth = 2.6;  // standard deviation [pixels]

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy), last = textureSize(source, 0) - 1;
  ivec2 next = across != 0 ? ivec2(1, 0) : ivec2(0, 1);
  vec3 sum = vec3(0.0);
  float weights = 0.0;
  for (int k = -kReach; k <= kReach; ++k) {
    float weight = exp(-0.5 * float(k * k) / (kWidth * kWidth));
    sum += weight * texelFetch(source, clamp(at + k * next, ivec2(0), last), 0).rgb;
    weights += weight;
  }
  pixel = vec4(sum / weights, 1.0);
}
