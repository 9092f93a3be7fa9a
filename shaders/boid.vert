// One triangle per boid: tip at `size` along the velocity, tails at half of it, 2.5 rad to either side.
// In 3D the triangle turns about the velocity to show the eye its face.

layout(location = 0) in vec3 position;  // a 2D boid's third component reads as 0
layout(location = 1) in vec3 velocity;

uniform mat4 world_to_clip;
uniform vec4 eye;              // w = 1: place of the eye; w = 0: direction towards it
uniform float units_per_pixel; // at clip w = 1
uniform float size;            // [world units]
uniform float least_pixels;    // smaller boids are drawn at this size
uniform float alpha;
uniform int colour_by;         // 0 heading, 1 speed, 2 one colour
uniform vec2 speed_range;
uniform vec3 one_colour;
uniform vec3 background;
uniform vec2 haze;             // distances where the depth cue begins and is full

out vec4 boid_colour;

const float kTailForward = -0.400572;  // cos(2.5) / 2
const float kTailSide = 0.299236;      // sin(2.5) / 2

void main() {
  float speed = length(velocity);
  vec3 forward = speed > 0.0 ? velocity / speed : vec3(1.0, 0.0, 0.0);
  vec3 towards_eye = normalize(eye.xyz - eye.w * position);
  vec3 side = cross(towards_eye, forward);
  float turn = length(side);
  side = turn > 1e-4 ? side / turn : normalize(cross(forward, forward.yzx + vec3(0.0, 0.0, 1.0)));

  float distance = (world_to_clip * vec4(position, 1.0)).w;
  float drawn = max(size, least_pixels * units_per_pixel * distance);
  float sign = gl_VertexID == 1 ? 1.0 : -1.0;
  vec3 corner = gl_VertexID == 0 ? forward : kTailForward * forward + sign * kTailSide * side;
  gl_Position = world_to_clip * vec4(position + drawn * corner, 1.0);

  vec3 colour = one_colour;
  if (colour_by == 0) colour = heading_colour(forward);
  if (colour_by == 1) {
    float t = (speed - speed_range.x) / max(speed_range.y - speed_range.x, 1e-6);
    colour = speed_colour(clamp(t, 0.0, 1.0));
  }
  float veil = 0.8 * smoothstep(haze.x, haze.y, distance);
  boid_colour = vec4(mix(colour, background, veil), alpha);
}
