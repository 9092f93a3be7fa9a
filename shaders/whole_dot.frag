// A body and its head in one point. In 2D, where boids have one depth, heads are nearer than bodies, so that all of them are
// over all bodies.
flat in vec4 boid_colour;
flat in vec3 head;
uniform vec3 head_colour;
uniform vec3 background;
out vec4 pixel;

// A head of less than a pixel fills the one that its middle is in. Between pixels it would fill half of none of them, and
// a body could hide it.
float head_cover(vec2 from_middle) {
  if (head_pixels >= 0.71) return cover_of(head_pixels, from_middle);
  return floor(from_middle + 0.501) == vec2(0.0) ? min(head_pixels + 0.5, 1.0) : 0.0;
}

void main() {
  vec3 square = disc_square(head.xy);
  vec2 from_body = square.xy + square.z * vec2(gl_PointCoord.x - 0.5, 0.5 - gl_PointCoord.y);
  float body = cover_of(body_pixels, from_body), front = head_cover(from_body - head.xy);
  vec3 red = mix(background, head_colour, head.z);
  float cover = 1.0 - (1.0 - body) * (1.0 - front);
  if (kDimensions == 3) {
    if (max(body, front) < 0.5) discard;
    pixel = vec4(front < 0.5 ? boid_colour.rgb : red, boid_colour.a);
    gl_FragDepth = gl_FragCoord.z;
  } else {
    pixel = vec4(mix(boid_colour.rgb, red, front / max(cover, 1e-4)), boid_colour.a * cover);
    gl_FragDepth = front < 0.5 ? 0.5 : 0.25;
  }
}
