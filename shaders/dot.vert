// The body or the head of a disc that is too small for its edge pixels to matter, as one point; a smaller disc is one point
// with its head. boid_renderer.cpp defines kPart and kDimensions.

layout(location = 0) in vec3 position;  // a 2D boid's third component reads as 0
layout(location = 1) in vec3 velocity;
layout(location = 2) in float number;

uniform mat4 world_to_clip;
uniform vec4 eye;               // w = 1: place of the eye; w = 0: direction towards it
uniform float units_per_pixel;  // at clip w = 1
uniform vec2 half_picture;      // [pixels]
uniform float ahead_pixels;     // from body to head at full speed
uniform float alpha;
uniform vec3 head_colour;
uniform vec3 background;
uniform vec2 haze;              // distances where the depth cue begins and is full

flat out vec4 boid_colour;
flat out vec3 head;             // of a whole disc: from body to head [pixels], share of its colour that is seen

void main() {
  vec3 place = drawn_place(position, velocity);
  gl_Position = world_to_clip * vec4(place, 1.0);
  head = vec3(0.0);
  if (far_outside(gl_Position)) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  float veil = 0.8 * smoothstep(haze.x, haze.y, gl_Position.w);
  float speed = length(velocity);
  vec3 forward = speed > 0.0 ? velocity / speed : vec3(1.0, 0.0, 0.0);
  if (perches(position, speed)) forward = vec3(0.0, 1.0 - perch.z, perch.z);
  gl_PointSize = 2.0 * (kPart == kHead ? head_pixels : body_pixels) + 1.0;  // room for the smooth edge
  if (kPart != kBody) {
    vec3 towards_eye = normalize(eye.xyz - eye.w * place);
    float pixel = units_per_pixel * gl_Position.w, hurry = clamp(speed / max(speed_range.y, 1e-6), 0.0, 1.0);
    vec3 ahead = pixel * (ahead_pixels * hurry * forward + 0.5 * head_pixels * towards_eye);
    vec4 end = world_to_clip * vec4(place + ahead, 1.0);
    if (kPart == kHead) {
      gl_Position = end;
    } else {
      head = vec3(half_picture * (end.xy / end.w - gl_Position.xy / gl_Position.w), 1.0 - veil);
      vec3 square = disc_square(head.xy);
      gl_Position.xy += square.xy / half_picture * gl_Position.w;
      gl_PointSize = square.z;
    }
  }
  vec3 colour = kPart == kHead ? head_colour : paint(position, forward, speed, number);
  boid_colour = vec4(mix(colour, background, veil), alpha);
}
