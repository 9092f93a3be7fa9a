// Counts boids in the cells of a coarse grid over the world: one boid as one point, added to the pixel of its cell.

layout(location = 0) in vec3 position;  // a 2D boid's third component reads as 0

uniform ivec3 cells;
uniform vec3 cell_size;
uniform ivec2 table_size;  // of the texture [pixels]

void main() {
  ivec3 cell = clamp(ivec3(floor(position / cell_size)), ivec3(0), cells - 1);
  int index = (cell.z * cells.y + cell.y) * cells.x + cell.x;
  vec2 at = vec2(index % table_size.x, index / table_size.x) + 0.5;
  gl_Position = vec4(2.0 * at / vec2(table_size) - 1.0, 0.0, 1.0);
}
