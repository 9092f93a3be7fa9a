flat in vec4 boid_colour;
flat in float radius;
flat in float side;
uniform bool solid;  // 3D: no blending, so a pixel is in the disc or not
out vec4 pixel;

void main() {
  float cover = clamp(radius - side * length(gl_PointCoord - 0.5) + 0.5, 0.0, 1.0);
  if (cover < (solid ? 0.5 : 0.004)) discard;
  pixel = vec4(boid_colour.rgb, solid ? boid_colour.a : boid_colour.a * cover);
}
