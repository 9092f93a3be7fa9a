// The optical depth that a bird adds to the map of shadows. In steps of 1/65536, which float32 adds without rounding up to 256, so
// that the sum does not depend on the order of the birds.

flat in vec3 blob;
flat in float tall;
uniform float amount;  // of a bird: its area in texels
out vec4 depth;

void main() {
  vec2 from = (gl_FragCoord.xy - blob.xy) / blob.z;
  float near = max(1.0 - dot(from, from), 0.0);
  float share = floor(65536.0 * amount * 0.9549297 / (blob.z * blob.z) * near * near + 0.5);  // 3 / pi
  depth = vec4(share, floor(share * tall + 0.5), 0.0, 65536.0) / 65536.0;
}
