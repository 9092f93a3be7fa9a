flat in vec4 boid_colour;
uniform float disc_pixels;   // radius
uniform float point_pixels;  // side of the point
out vec4 pixel;

// In 3D nothing is blended, so a pixel is in the disc or not.
void main() {
  float cover = clamp(disc_pixels - point_pixels * length(gl_PointCoord - 0.5) + 0.5, 0.0, 1.0);
  if (kDimensions == 3 && cover < 0.5) discard;
  pixel = vec4(boid_colour.rgb, kDimensions == 3 ? boid_colour.a : boid_colour.a * cover);
}
