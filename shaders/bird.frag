// The optical depth that a bird adds to a pixel: -ln of the light that passes it. In steps of 1/4096, which float32 adds without
// rounding up to 4096, so that the sum does not depend on the order of the birds.

flat in vec3 middle_;
flat in vec4 body;
flat in vec4 wings;
flat in vec3 streak;
flat in float seen;
flat in float lit;
flat in vec3 tint;
uniform bool tinted;
out vec4 depth;

const float kOpaque = 0.97;   // share of the light that a bird takes from a pixel that it covers
const float kArea = 0.12;     // of a bird of span 1

// Length of the way from p to the line of a bird from a to b, less its half width there.
float outside(vec2 p, vec2 a, vec2 b, float wide_a, float wide_b) {
  vec2 along = b - a, from = p - a;
  float t = clamp(dot(from, along) / max(dot(along, along), 1e-6), 0.0, 1.0);
  return length(from - t * along) - mix(wide_a, wide_b, t);
}

float cover_of(vec2 from) {
  float wide = middle_.z;
  // A dot is spread over the four pixels around it, so that it has the same area wherever it is.
  vec2 share = max(1.0 - abs(from), 0.0);
  float cover = min(kArea * wide * wide, 1.0) * share.x * share.y;
  if (wide > 3.0) {
    float away = min(outside(from, body.xy, body.zw, 0.05 * wide, 0.04 * wide),
                     min(outside(from, 0.3 * body.xy, wings.xy, 0.075 * wide, 0.012 * wide),
                         outside(from, 0.3 * body.xy, wings.zw, 0.075 * wide, 0.012 * wide)));
    cover = mix(cover, clamp(0.5 - away, 0.0, 1.0), clamp(0.5 * (wide - 3.0), 0.0, 1.0));
  }
  return cover;
}

void main() {
  vec2 from = gl_FragCoord.xy - middle_.xy;
  float cover = cover_of(from);
#ifndef NO_SHUTTER  // the mean over the time that the shutter is open; a processor computes it also where the condition does not hold
  if (streak.z > 1.0) {
    cover = 0.0;
    for (float k = 0.5; k < streak.z; k += 1.0) cover += cover_of(from - streak.xy * (k / streak.z - 0.5));
    cover /= streak.z;
  }
#endif
  float dark = floor(-4096.0 * log(1.0 - kOpaque * seen * cover) + 0.5);
  depth = vec4(dark, floor(dark * (tinted ? tint : vec3(lit, 0.0, 0.0)) + 0.5)) / 4096.0;
}
