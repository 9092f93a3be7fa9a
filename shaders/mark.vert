// One mark: a square that faces the eye (a strip for lines), large enough for what mark.frag draws into it. Where there are large rings, a
// ring is kArcs quads around its line: without a GPU the empty middles of a hundred squares take a third of a second.

layout(location = 0) in vec3 at;
layout(location = 1) in vec3 to;
layout(location = 2) in vec2 extent;  // radius [world units], pixels
layout(location = 3) in vec4 colour;
layout(location = 4) in float shape;

uniform mat4 world_to_clip;
uniform vec4 eye;               // w = 1: place of the eye; w = 0: direction towards it
uniform float units_per_pixel;  // at clip w = 1
uniform vec3 background;
uniform vec2 haze;
uniform bool solid;             // 3D
uniform bool arcs;              // kArcs quads for each mark, of which all but rings use the first; otherwise one

out vec3 place;                 // of the fragment
out vec2 inside;                // circle: [pixels] from the middle; line: along and across
flat out vec2 half_size;        // circle: radius and half line width [pixels]; line: half length, half width
flat out vec4 mark_colour;
flat out int mark_shape;
flat out vec4 ball;             // centre, radius

const vec2 kSquare[6] = vec2[6](vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(-1, 1));
const int kArcs = 16;  // as in mark_renderer.cpp
const int kBall = 0, kRing = 1, kDisc = 2, kLine = 3, kDart = 4, kCross = 5;

void main() {
  int arc = gl_VertexID / 6;
  vec2 square = kSquare[gl_VertexID - 6 * arc];
  mark_shape = int(shape);
  if (arc > 0 && mark_shape != kRing) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  ball = vec4(at, extent.x);
  vec3 right = normalize(vec3(world_to_clip[0][0], world_to_clip[1][0], world_to_clip[2][0]));
  vec3 up = normalize(vec3(world_to_clip[0][1], world_to_clip[1][1], world_to_clip[2][1]));
  float distance = (world_to_clip * vec4(at, 1.0)).w;
  float pixel = units_per_pixel * max(distance, 1e-6);
  const float kEdge = 1.5;  // room for a smooth edge [pixels]

  if (mark_shape == kLine) {
    // In clip space, so that the width of a line does not depend on distance and the line may extend behind the eye.
    vec4 a = world_to_clip * vec4(at, 1.0), b = world_to_clip * vec4(to, 1.0);
    const float kNear = 1e-4;
    if (a.w < kNear && b.w < kNear) {
      gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
      return;
    }
    if (a.w < kNear) a = mix(a, b, (kNear - a.w) / (b.w - a.w));
    if (b.w < kNear) b = mix(b, a, (kNear - b.w) / (a.w - b.w));
    vec2 scale = 1.0 / (units_per_pixel * vec2(length(vec3(world_to_clip[0][0], world_to_clip[1][0], world_to_clip[2][0])),
                                               length(vec3(world_to_clip[0][1], world_to_clip[1][1], world_to_clip[2][1]))));
    vec2 from = a.xy / a.w * scale, along = b.xy / b.w * scale - from;  // [pixels]
    float length_ = length(along);
    along = length_ > 1e-3 ? along / length_ : vec2(1.0, 0.0);
    half_size = vec2(0.5 * length_, extent.y);
    vec2 corner = square * (half_size + kEdge);
    inside = corner;
    vec4 base = square.x < 0.0 ? a : b;
    vec2 shift = along * (square.x * kEdge) + vec2(-along.y, along.x) * corner.y;
    gl_Position = base + vec4(shift / scale * base.w, 0.0, 0.0);
    place = square.x < 0.0 ? at : to;
    distance = base.w;
  } else {
    float radius = extent.x / pixel + (mark_shape == kRing ? 0.0 : extent.y);  // [pixels]
    half_size = vec2(radius, extent.y);
    vec3 forward = right, side = up;
    vec3 middle = at;
    float reach = radius + (mark_shape == kRing ? extent.y : 0.0) + kEdge;
    if (mark_shape == kDart) {
      vec3 towards_eye = normalize(eye.xyz - eye.w * at);
      float long_ = length(to);
      forward = long_ > 0.0 ? to / long_ : right;
      side = cross(towards_eye, forward);
      float turn = length(side);
      side = turn > 1e-4 ? side / turn : up;
    }
    if (mark_shape == kBall && solid) {
      // The square lies in the plane of the circle where the cone from the eye touches the sphere.
      vec3 view = eye.xyz - at;
      float away = length(view);
      if (away <= extent.x * 1.001) {  // the eye is inside
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
      }
      view /= away;
      right = normalize(cross(abs(view.z) < 0.9 ? vec3(0.0, 0.0, 1.0) : vec3(0.0, 1.0, 0.0), view));
      up = cross(view, right);
      middle = at + view * (extent.x * extent.x / away);
      float seen = extent.x * sqrt(1.0 - extent.x * extent.x / (away * away));
      place = middle + (square.x * right + square.y * up) * (seen + kEdge * pixel);
      inside = square * (radius + kEdge);
    } else {
      inside = square * reach;
      if (mark_shape == kRing && arcs) {
        const float kHalfArc = 3.14159265 / float(kArcs);
        float angle = kHalfArc * (2.0 * float(arc) + square.x);
        float from_middle = square.y < 0.0 ? max(radius - extent.y - kEdge, 0.0) : reach / cos(kHalfArc);
        inside = from_middle * vec2(cos(angle), sin(angle));
      }
      place = middle + (inside.x * forward + inside.y * side) * pixel;
    }
    gl_Position = world_to_clip * vec4(place, 1.0);
  }
  float veil = solid ? 0.8 * smoothstep(haze.x, haze.y, distance) : 0.0;
  mark_colour = vec4(mix(colour.rgb, background, veil), colour.a);
}
