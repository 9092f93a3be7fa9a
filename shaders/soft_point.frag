// A square point where a pixel has one sample: blended by the share of the pixel that it covers.
flat in vec4 boid_colour;
uniform float point_pixels, edge;
out vec4 pixel;

void main() {
  vec2 from_middle = (point_pixels + edge) * abs(gl_PointCoord - 0.5);
  vec2 cover = clamp(0.5 * point_pixels + 0.5 - from_middle, 0.0, min(point_pixels, 1.0));
  pixel = vec4(boid_colour.rgb, boid_colour.a * cover.x * cover.y);
}
