// A line of a wall: a strip in the plane of the picture with half a disc at each end, so that lines which meet leave no gap.

layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;

uniform mat4 world_to_clip;
uniform float units_per_pixel;  // at clip w = 1
uniform float half_width;       // [pixels]
uniform vec3 shift;
uniform vec2 haze;
uniform bool solid;  // 3D

out vec3 place;
out vec2 inside;  // [pixels] from the middle, along and across
flat out float half_length;
out float veil;

const vec2 kSquare[6] = vec2[6](vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(-1, 1));

void main() {
  vec2 square = kSquare[gl_VertexID];
  vec4 a = world_to_clip * vec4(from + shift, 1.0), b = world_to_clip * vec4(to + shift, 1.0);
  const float kNear = 1e-4, kEdge = 1.0;  // room for a smooth edge [pixels]
  if (a.w < kNear && b.w < kNear) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  if (a.w < kNear) a = mix(a, b, (kNear - a.w) / (b.w - a.w));
  if (b.w < kNear) b = mix(b, a, (kNear - b.w) / (a.w - b.w));
  vec2 scale = 1.0 / (units_per_pixel * vec2(length(vec3(world_to_clip[0][0], world_to_clip[1][0], world_to_clip[2][0])),
                                             length(vec3(world_to_clip[0][1], world_to_clip[1][1], world_to_clip[2][1]))));
  vec2 along = b.xy / b.w * scale - a.xy / a.w * scale;  // [pixels]
  float length_ = length(along);
  along = length_ > 1e-3 ? along / length_ : vec2(1.0, 0.0);
  half_length = 0.5 * length_;
  vec2 reach = vec2(half_width + kEdge);
  inside = square * (vec2(half_length, 0.0) + reach);
  vec2 moved = along * square.x * reach.x + vec2(-along.y, along.x) * square.y * reach.y;
  vec4 base = square.x < 0.0 ? a : b;
  gl_Position = base + vec4(moved / scale * base.w, 0.0, 0.0);
  if (solid) gl_Position.z -= 2e-4 * gl_Position.w;  // in front of a border of the world in the same place
  place = (square.x < 0.0 ? from : to) + shift;
  veil = solid ? 0.8 * smoothstep(haze.x, haze.y, base.w) : 0.0;
}
