// The world's border without a buffer: vertex k of GL_LINES is an end of edge k / 2. The first four
// edges are the rectangle at z = 0, all twelve the box.

uniform mat4 world_to_clip;
uniform vec3 world_size;

const ivec2 kEdges[12] = ivec2[12](ivec2(0, 1), ivec2(1, 3), ivec2(3, 2), ivec2(2, 0), ivec2(4, 5), ivec2(5, 7),
                                   ivec2(7, 6), ivec2(6, 4), ivec2(0, 4), ivec2(1, 5), ivec2(2, 6), ivec2(3, 7));

void main() {
  int corner = kEdges[gl_VertexID / 2][gl_VertexID % 2];
  vec3 at = vec3(corner & 1, (corner >> 1) & 1, (corner >> 2) & 1) * world_size;
  gl_Position = world_to_clip * vec4(at, 1.0);
}
