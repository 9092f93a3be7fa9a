// One boid, by `part`. Triangle: tip at `size` along the velocity, tails at half of it, 2.5 rad to either side.
// Disc: a triangle that disc.frag clips to its inscribed circle, the body at the boid, the head ahead of it. Heading: a line of three
// moves. Arrow: starts at the boid, longer at higher speed; a small one is a slim triangle. In 3D all are rotated about the velocity to face the eye.
// A perched boid points up.

// An instance is 32 boids, read from the buffer by their places in it, not one boid from attributes: hardware that does not pack
// instances into its warps has full ones all the same. Without a GPU the number makes no difference: 100,000 triangles took
// 84.5 to 86.6 ms of processor time a frame with instances of 8, 32, 128, 512 and 100,000 boids (llvmpipe of Mesa 22, 640 x 360,
// four samples), and 82 ms without instances. boid_renderer.cpp defines kPart, kCorners, kDimensions and kInstance.

uniform samplerBuffer boids;    // 2D: position and velocity in one texel; 3D: in three; then a number of each boid, if colours need it
uniform int all_boids;

uniform mat4 world_to_clip;
uniform vec4 eye;              // w = 1: place of the eye; w = 0: direction towards it
uniform float units_per_pixel; // at clip w = 1
uniform float size;            // [world units]
uniform float least_pixels;    // smaller boids are drawn at this size
uniform float disc_pixels;     // radius
uniform float ahead_pixels;    // from body to head at full speed
uniform float line_time;       // a heading is as long as the way in this time
uniform float alpha;
uniform vec3 head_colour;
uniform vec3 background;
uniform vec2 haze;             // distances where the depth cue begins and is full

out vec4 boid_colour;
out vec2 in_disc;              // 1 from the middle is its edge
flat out vec4 upward;          // 3D ball: how far up its two axes and its front point; how much of this is seen

// Values of kPart.
const int kTriangle = 0, kBody = 1, kHead = 2, kArrow = 3, kHeading = 4, kSlimArrow = 5;

const float kTailForward = -0.400572;  // cos(2.5) / 2
const float kTailSide = 0.299236;      // sin(2.5) / 2

const vec2 kAroundDisc[3] = vec2[3](vec2(2.0, 0.0), vec2(-1.0, 1.7320508), vec2(-1.0, -1.7320508));
const vec2 kSquare[6] = vec2[6](vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(-1, 1));
float number_of(int boid) {
  if (colour_by < 4) return 0.0;
  if (kDimensions == 2) return texelFetch(boids, all_boids + boid / 4)[boid & 3];
  return texelFetch(boids, 3 * all_boids + boid / 2)[boid & 1];
}

// The shaft as two triangles and the head, which is notched, as three.
const int kArrowCorners[15] = int[15](0, 1, 2, 0, 2, 3, 4, 5, 2, 4, 2, 1, 4, 1, 6);

// 3D: lit from above. `normal` points up or down.
float lit(vec3 normal) { return 0.95 + 0.3 * normal.z; }

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
  return corners[kArrowCorners[vertex]];
}

void main() {
  int in_instance = gl_VertexID / kCorners, vertex = gl_VertexID - in_instance * kCorners;
  int boid = kInstance * gl_InstanceID + in_instance;
  if (boid >= all_boids) {  // surplus of the last instance
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  vec3 position, velocity;
  if (kDimensions == 2) {
    vec4 both = texelFetch(boids, boid);
    position = vec3(both.xy, 0.0);
    velocity = vec3(both.zw, 0.0);
  } else {
    vec2 a = texelFetch(boids, 3 * boid).rg, b = texelFetch(boids, 3 * boid + 1).rg,
         c = texelFetch(boids, 3 * boid + 2).rg;
    position = vec3(a, b.x);
    velocity = vec3(b.y, c);
  }
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
  vec3 corner, normal = towards_eye;  // 3D: of a body that is round about its velocity
  in_disc = vec2(0.0);
  upward = vec4(0.0);
  if (kPart == kTriangle) {
    vec2 at = triangle_corner(vertex);
    corner = drawn * (at.x * forward + at.y * side);
    if (vertex > 0) normal = sign(at.y) * side;
  } else if (kPart == kArrow) {
    vec2 at = 3.0 * drawn * arrow_corner(vertex, 0.5 + 0.5 * hurry);  // slow ones must be seen too
    corner = at.x * forward + at.y * side;
    normal = sign(at.y) * side;
  } else if (kPart == kSlimArrow) {  // about as large as the arrow
    float long_ = 3.0 * drawn * (0.5 + 0.5 * hurry), wing = 0.35 * drawn;
    corner = vertex == 0 ? long_ * forward : (vertex == 1 ? wing : -wing) * side;
    if (vertex > 0) normal = vertex == 1 ? side : -side;
  } else if (kPart == kHeading) {
    vec2 at = kSquare[vertex];
    corner = (0.5 + 0.5 * at.x) * line_time * velocity + at.y * pixel * side + 0.5 * disc_pixels * pixel * towards_eye;
  } else {
    float radius = disc_pixels * pixel, margin = 1.0 + 1.0 / disc_pixels;  // room for the smooth edge
    in_disc = margin * kAroundDisc[vertex];
    corner = radius * (in_disc.x * cross(side, towards_eye) + in_disc.y * side);
    upward = vec4(cross(side, towards_eye).z, side.z, towards_eye.z, 1.0);
    if (kPart == kHead) corner += ahead_pixels * pixel * hurry * forward + 0.5 * radius * towards_eye;
  }
  gl_Position = world_to_clip * vec4(place + corner, 1.0);

  vec3 colour = kPart == kHead || kPart == kHeading ? head_colour : paint(position, forward, speed, number_of(boid));
  if (kDimensions == 3 && kPart != kBody && kPart != kHead) colour *= lit(normal);
  float veil = 0.8 * smoothstep(haze.x, haze.y, distance);
  boid_colour = vec4(mix(colour, background, veil), alpha);
  upward.w *= 1.0 - veil;
}
