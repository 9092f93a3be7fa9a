// Sizes of discs that are drawn as points. Included before dot.vert and dot.frag by boid_renderer.cpp.

uniform float body_pixels, head_pixels;  // radii

const int kBody = 1, kHead = 2, kDisc = 6;  // values of kPart

// The least square around a body and its head, which is so far from it, with room for smooth edges: from the body's
// middle to its middle, and its side.
vec3 disc_square(vec2 to_head) {
  vec2 low = min(vec2(-body_pixels), to_head - head_pixels) - 0.5;
  vec2 high = max(vec2(body_pixels), to_head + head_pixels) + 0.5;
  vec2 sides = high - low;
  return vec3(0.5 * (low + high), max(sides.x, sides.y));
}

float cover_of(float radius, vec2 from_middle) { return clamp(radius - length(from_middle) + 0.5, 0.0, 1.0); }
