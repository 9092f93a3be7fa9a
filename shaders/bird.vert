// A bird as one point with a body and two wings, in pixels; a bird of less than three pixels has no shape. BoidRenderer has its
// uniforms. Wings beat with the step and the place, because the buffer has no ids: birds that climb beat strongly, birds that
// sink glide.

layout(location = 0) in vec3 position;  // a 2D boid's third component reads as 0
layout(location = 1) in vec3 velocity;

uniform mat4 world_to_clip;
uniform float units_per_pixel;  // at clip w = 1
uniform vec2 half_picture;      // [pixels]
uniform vec2 haze;              // distances between which birds grow pale
uniform float span;             // from wing tip to wing tip [world units]
uniform float beats;            // of the wings since step 0
uniform bool flat_world;        // 2D: wings are in the plane

flat out vec3 middle_;          // of the bird [pixels], its span
flat out vec4 body;             // nose and tail, from the middle [pixels]
flat out vec4 wings;            // tips
flat out float seen;            // share of its darkness

const float kMost = 60.0;       // [pixels]: OpenGL's points are limited

void main() {
  vec3 place = drawn_place(position, velocity);
  gl_Position = world_to_clip * vec4(place, 1.0);
  if (far_outside(gl_Position) || gl_Position.w <= 0.0) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  vec2 at = half_picture * (gl_Position.xy / gl_Position.w + 1.0);
  float wide = min(span / (units_per_pixel * gl_Position.w), kMost);
  middle_ = vec3(at, wide);
  seen = 1.0 - 0.6 * smoothstep(haze.x, haze.y, gl_Position.w);
  gl_PointSize = 3.0;
  body = wings = vec4(0.0);
  if (wide <= 3.0) return;
  float speed = length(velocity);
  vec3 forward = speed > 0.0 ? velocity / speed : vec3(1.0, 0.0, 0.0);
  vec3 side, up;
  if (flat_world) {
    side = vec3(-forward.y, forward.x, 0.0);
    up = vec3(0.0);
  } else {
    vec3 level = cross(forward, vec3(0.0, 0.0, 1.0));
    side = length(level) > 1e-3 ? normalize(level) : vec3(1.0, 0.0, 0.0);
    up = cross(side, forward);
  }
  float climb = flat_world ? 0.6 : smoothstep(-0.35, 0.25, forward.z);
  float turns = beats + dot(place, vec3(0.71, 0.57, 0.83)) / (3.0 * span);
  float lift = mix(0.18, 0.9 * sin(6.2831853 * turns), climb);  // [rad]
  float unit = wide * units_per_pixel * gl_Position.w;
  vec3 out_ = 0.5 * unit * cos(lift) * side, high = 0.5 * unit * sin(lift) * up, swept = -0.10 * unit * forward;
  mat4 ends = world_to_clip * mat4(vec4(place + 0.30 * unit * forward, 1.0), vec4(place - 0.32 * unit * forward, 1.0),
                                   vec4(place + swept + high + out_, 1.0), vec4(place + swept + high - out_, 1.0));
  body = vec4(half_picture * (ends[0].xy / ends[0].w + 1.0) - at, half_picture * (ends[1].xy / ends[1].w + 1.0) - at);
  wings = vec4(half_picture * (ends[2].xy / ends[2].w + 1.0) - at, half_picture * (ends[3].xy / ends[3].w + 1.0) - at);
  vec4 reach = max(abs(body), abs(wings));
  gl_PointSize = 2.0 * (max(max(reach.x, reach.y), max(reach.z, reach.w)) + 0.1 * wide) + 2.0;
}
