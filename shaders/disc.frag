in vec4 boid_colour;
in vec2 in_disc;
flat in vec4 upward;  // 3D ball: how far up its two axes and its front point; how much of this is seen
const bool solid = kDimensions == 3;  // no blending, so a pixel is in the disc or not
out vec4 pixel;

void main() {
  float from_middle = length(in_disc);
  float cover = clamp((1.0 - from_middle) / max(fwidth(from_middle), 1e-4) + 0.5, 0.0, 1.0);
  if (cover < (solid ? 0.5 : 0.004)) discard;
  float light = 1.0;
  if (solid) {  // a ball, lit from above as in boid.vert
    float front = sqrt(max(1.0 - from_middle * from_middle, 0.0));
    light = mix(1.0, 0.95 + 0.3 * dot(vec3(in_disc, front), upward.xyz), upward.w);
  }
  pixel = vec4(light * boid_colour.rgb, solid ? boid_colour.a : boid_colour.a * cover);
}
