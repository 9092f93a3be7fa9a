flat in vec4 boid_colour;
out vec4 pixel;

// In 3D nothing is blended, so a pixel is in the disc or not.
void main() {
  float radius = kPart == kHead ? head_pixels : body_pixels;
  float cover = cover_of(radius, (2.0 * radius + 1.0) * vec2(gl_PointCoord.x - 0.5, 0.5 - gl_PointCoord.y));
  if (kDimensions == 3 && cover < 0.5) discard;
  pixel = vec4(boid_colour.rgb, kDimensions == 3 ? boid_colour.a : boid_colour.a * cover);
}
