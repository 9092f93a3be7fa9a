// The world's floor: its rectangle at a height.

uniform mat4 world_to_clip;
uniform vec2 world_size;
uniform float height;
out vec2 place;

const vec2 kSquare[6] = vec2[6](vec2(0, 0), vec2(1, 0), vec2(1, 1), vec2(0, 0), vec2(1, 1), vec2(0, 1));

void main() {
  place = kSquare[gl_VertexID] * world_size;
  gl_Position = world_to_clip * vec4(place, height, 1.0);
}
