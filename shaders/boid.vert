// One boid, by `part`. Triangle: tip at `size` along the velocity, tails at half of it, 2.5 rad to either side.
// Disc: a square that disc.frag clips to a circle, the body at the boid, the head ahead of it. Heading: a line of three
// moves. Arrow: starts at the boid, longer at higher speed. In 3D all are rotated about the velocity to face the eye.
// A perched boid points up.

layout(location = 0) in vec3 position;  // a 2D boid's third component reads as 0
layout(location = 1) in vec3 velocity;

uniform mat4 world_to_clip;
uniform vec4 eye;              // w = 1: place of the eye; w = 0: direction towards it
uniform float units_per_pixel; // at clip w = 1
uniform int part;              // 0 triangle, 1 body or 2 head of a disc, 3 arrow, 4 heading of a dot
uniform float size;            // [world units]
uniform float least_pixels;    // smaller boids are drawn at this size
uniform float disc_pixels;     // radius
uniform float ahead_pixels;    // from body to head at full speed
uniform float alpha;
uniform vec3 head_colour;
uniform vec3 background;
uniform vec2 haze;             // distances where the depth cue begins and is full

out vec4 boid_colour;
out vec2 in_disc;              // 1 from the middle is its edge

const float kTailForward = -0.400572;  // cos(2.5) / 2
const float kTailSide = 0.299236;      // sin(2.5) / 2

const vec2 kSquare[6] = vec2[6](vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(-1, 1));
// The shaft as two triangles and the head, which is notched, as three.
const int kArrow[15] = int[15](0, 1, 2, 0, 2, 3, 4, 5, 2, 4, 2, 1, 4, 1, 6);

vec2 triangle_corner(int vertex) {
  if (vertex == 0) return vec2(1.0, 0.0);
  return vec2(kTailForward, vertex == 1 ? kTailSide : -kTailSide);
}

// Head and shaft in matplotlib's proportions to the shaft's width.
vec2 arrow_corner(int vertex, float long_) {
  const float width = 0.075;
  float neck = long_ - 4.5 * width, wing = long_ - 5.0 * width, half_ = 0.5 * width;
  vec2 corners[7] = vec2[7](vec2(0.0, -half_), vec2(neck, -half_), vec2(neck, half_), vec2(0.0, half_),
                            vec2(long_, 0.0), vec2(wing, 1.5 * width), vec2(wing, -1.5 * width));
  return corners[kArrow[vertex]];
}

void main() {
  const float kSmall = 50.0;  // [pixels]
  vec3 place = drawn_place(position, velocity);
  vec4 clip = world_to_clip * vec4(place, 1.0);
  if (far_outside(clip) && clip.w > 0.0 && size < kSmall * units_per_pixel * clip.w) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  float speed = length(velocity);
  vec3 forward = speed > 0.0 ? velocity / speed : vec3(1.0, 0.0, 0.0);
  if (perches(position, speed)) forward = vec3(0.0, 1.0 - perch.z, perch.z);
  vec3 towards_eye = normalize(eye.xyz - eye.w * place);
  vec3 side = cross(towards_eye, forward);
  float turn = length(side);
  side = turn > 1e-4 ? side / turn : normalize(cross(forward, forward.yzx + vec3(0.0, 0.0, 1.0)));

  float distance = clip.w;
  float pixel = units_per_pixel * distance;
  float drawn = max(size, least_pixels * pixel);
  float hurry = clamp(speed / max(speed_range.y, 1e-6), 0.0, 1.0);
  vec3 corner;
  in_disc = vec2(0.0);
  if (part == 0) {
    vec2 at = triangle_corner(gl_VertexID);
    corner = drawn * (at.x * forward + at.y * side);
  } else if (part == 3) {
    vec2 at = 3.0 * drawn * arrow_corner(gl_VertexID, 0.5 + 0.5 * hurry);  // slow ones must be seen too
    corner = at.x * forward + at.y * side;
  } else if (part == 4) {
    vec2 at = kSquare[gl_VertexID];
    corner = (0.5 + 0.5 * at.x) * 3.0 * velocity + at.y * pixel * side + 0.5 * disc_pixels * pixel * towards_eye;
  } else {
    float radius = disc_pixels * pixel, margin = 1.0 + 1.0 / disc_pixels;  // room for the smooth edge
    in_disc = margin * kSquare[gl_VertexID];
    corner = radius * (in_disc.x * cross(side, towards_eye) + in_disc.y * side);
    if (part == 2) corner += ahead_pixels * pixel * hurry * forward + 0.5 * radius * towards_eye;
  }
  gl_Position = world_to_clip * vec4(place + corner, 1.0);

  vec3 colour = paint(position, forward, speed);
  if (part == 2 || part == 4) colour = head_colour;
  float veil = 0.8 * smoothstep(haze.x, haze.y, distance);
  boid_colour = vec4(mix(colour, background, veil), alpha);
}
