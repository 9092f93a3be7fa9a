// Local density at a place, from the counts of crowding.vert: for colour by density.

uniform sampler2D boid_counts;  // the cells in rows of the texture, x first, then y and z
uniform ivec3 cells;
uniform vec3 cell_size;              // [world units]; 1 where there is one cell
uniform float mean_count;            // boids per cell

float count_at(ivec3 cell) {
  cell = clamp(cell, ivec3(0), cells - 1);
  int index = (cell.z * cells.y + cell.y) * cells.x + cell.x, wide = textureSize(boid_counts, 0).x;
  return texelFetch(boid_counts, ivec2(index % wide, index / wide), 0).r;
}

// 0: half the world's mean density or less; 1: sixteen times. Linear between the centres of cells.
float crowding(vec3 place) {
  vec3 at = place / cell_size - 0.5;
  ivec3 low = ivec3(floor(at));
  vec3 part_ = at - vec3(low);
  float count = 0.0;
  int corners = cells.z > 1 ? 8 : 4;
  for (int corner = 0; corner < corners; ++corner) {
    ivec3 step_ = ivec3(corner & 1, (corner >> 1) & 1, corner >> 2);
    vec3 share = mix(1.0 - part_, part_, vec3(step_));
    count += share.x * share.y * (cells.z > 1 ? share.z : 1.0) * count_at(low * ivec3(1, 1, int(cells.z > 1)) + step_);
  }
  return clamp((log2(max(count / mean_count, 0.25)) + 1.0) / 5.0, 0.0, 1.0);
}
