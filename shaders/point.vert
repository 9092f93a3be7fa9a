// One boid as one point, where it is too small for its shape to be seen: a vertex instead of three.

layout(location = 0) in vec3 position;  // a 2D boid's third component reads as 0
layout(location = 1) in vec3 velocity;
layout(location = 2) in float number;

uniform mat4 world_to_clip;
uniform float point_pixels;
uniform float edge;             // room for soft edges [pixels]
uniform float alpha;
uniform vec3 background;
uniform vec2 haze;              // distances where the depth cue begins and is full

flat out vec4 boid_colour;

void main() {
  gl_Position = world_to_clip * vec4(drawn_place(position, velocity), 1.0);
  if (far_outside(gl_Position)) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  gl_PointSize = point_pixels + edge;
  float speed = length(velocity);
  vec3 forward = speed > 0.0 ? velocity / speed : vec3(1.0, 0.0, 0.0);
  float veil = 0.8 * smoothstep(haze.x, haze.y, gl_Position.w);
  boid_colour = vec4(mix(paint(position, forward, speed, number), background, veil), alpha);
}
