// A triangle where a pixel has one sample: blended by the share of the pixel that it covers.
in vec4 boid_colour;
in vec3 from_edges;  // distances from the two sides and the back, inside [pixels]
out vec4 pixel;

void main() {
  vec2 sides = min(from_edges.xy, 0.5);
  float cover = clamp(sides.x + sides.y, 0.0, 1.0) * clamp(from_edges.z + 0.5, 0.0, 1.0);
  pixel = vec4(boid_colour.rgb, boid_colour.a * cover);
}
