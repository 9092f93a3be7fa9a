// Counts boids in the cells of a coarse grid over the world.

layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Instances { float instances[]; };  // (boids, 2 dimensions)
layout(std430, binding = 1) buffer Counts { uint counts[]; };

uniform int dimensions;
uniform int boids;
uniform ivec3 cells;
uniform vec3 cell_size;

void main() {
  uint boid = gl_GlobalInvocationID.x;
  if (boid >= uint(boids)) return;
  ivec3 cell = ivec3(0);
  for (int axis = 0; axis < dimensions; ++axis) {
    float at = instances[boid * uint(2 * dimensions) + uint(axis)];
    cell[axis] = clamp(int(floor(at / cell_size[axis])), 0, cells[axis] - 1);
  }
  atomicAdd(counts[(cell.z * cells.y + cell.y) * cells.x + cell.x], 1u);
}
