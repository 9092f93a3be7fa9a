in vec4 boid_colour;
in vec2 in_disc;
uniform bool solid;  // 3D: no blending, so a pixel is in the disc or not
out vec4 pixel;

void main() {
  float from_middle = length(in_disc);
  float cover = clamp((1.0 - from_middle) / max(fwidth(from_middle), 1e-4) + 0.5, 0.0, 1.0);
  if (cover < (solid ? 0.5 : 0.004)) discard;
  pixel = vec4(boid_colour.rgb, solid ? boid_colour.a : boid_colour.a * cover);
}
