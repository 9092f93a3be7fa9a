"""CuPy: boids sorted by cell with argsort and searchsorted, then one raw kernel, a thread for each boid."""

import cupy as cp
import numpy as np

from model import LIMIT, MAX_SPEED, RADIUS, SEPARATION_RADIUS

THREADS = 128
# A boid is a float4 of place and velocity.
SOURCE = r"""
__device__ float2 limited(float x, float y, float longest) {
  const float square = x * x + y * y;
  const float scale = square > longest * longest ? longest * rsqrtf(square) : 1.0f;
  return make_float2(x * scale, y * scale);
}

__device__ float wrapped(float x, float size) {
  const float inside = x - size * floorf(x / size);
  return inside < size ? inside : 0.0f;
}

__device__ int2 column_and_row(float4 boid, int cells, float size) {
  return make_int2(min((int)(boid.x * (cells / size)), cells - 1), min((int)(boid.y * (cells / size)), cells - 1));
}

extern "C" __global__ void cells_of(const float4* from, int* cell, int boids, int cells, float size) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= boids) return;
  const int2 own = column_and_row(from[i], cells, size);
  cell[i] = own.y * cells + own.x;
}

extern "C" __global__ void move(const float4* from, const int* start, float4* to, int boids, int cells, float size,
                                float radius, float separation_radius, float max_speed, float limit) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= boids) return;
  const float4 boid = from[i];
  float n = 0, su = 0, sv = 0, sx = 0, sy = 0, cx = 0, cy = 0;
  auto visit = [&](int begin, int end) {
    for (int j = begin; j < end; j++) {
      const float4 other = from[j];
      float dx = other.x - boid.x, dy = other.y - boid.y;
      dx -= size * rintf(dx / size);
      dy -= size * rintf(dy / size);
      const float square = dx * dx + dy * dy;
      if (square >= radius * radius || j == i) continue;
      n += 1, su += other.z, sv += other.w, sx += dx, sy += dy;
      if (square < separation_radius * separation_radius) cx -= dx, cy -= dy;
    }
  };
  const int2 own = column_and_row(boid, cells, size);
  for (int dy = -1; dy <= 1; dy++) {  // the three cells of a row are one run, or two at a border
    const int* row = start + (own.y + dy + cells) % cells * cells;
    visit(row[max(own.x - 1, 0)], row[min(own.x + 1, cells - 1) + 1]);
    if (own.x == 0) visit(row[cells - 1], row[cells]);
    if (own.x == cells - 1) visit(row[0], row[1]);
  }
  float2 v = make_float2(boid.z, boid.w);
  if (n > 0) {
    const float2 push = limited(cx, cy, limit), heading = limited(su / n - v.x, sv / n - v.y, limit),
                 centre = limited(sx / n, sy / n, limit);
    v = limited(v.x + push.x + heading.x + centre.x, v.y + push.y + heading.y + centre.y, max_speed);
  }
  to[i] = make_float4(wrapped(boid.x + v.x, size), wrapped(boid.y + v.y, size), v.x, v.y);
}
"""


class Peer:
    def __init__(self, flock):
        module = cp.RawModule(code=SOURCE, options=("--use_fast_math",))
        self.cells_of, self.move = (module.get_function(name) for name in ("cells_of", "move"))
        self.shape = (-(-flock.boids // THREADS),), (THREADS,)
        self.world = np.int32(flock.boids), np.int32(flock.cells), np.float32(flock.size)
        self.rules = [np.float32(x) for x in (RADIUS, SEPARATION_RADIUS, MAX_SPEED, LIMIT)]
        self.state = cp.asarray(np.hstack([flock.position, flock.velocity]))
        self.ids, self.cell = cp.arange(flock.boids, dtype=np.int32), cp.empty(flock.boids, np.int32)
        self.bounds = cp.arange(flock.cells**2 + 1, dtype=np.int32)

    def step(self):
        self.cells_of(*self.shape, (self.state, self.cell, *self.world))
        order = cp.argsort(self.cell)
        state, self.ids = self.state[order], self.ids[order]
        start = cp.searchsorted(self.cell[order], self.bounds).astype(np.int32)
        self.move(*self.shape, (state, start, self.state, *self.world, *self.rules))

    def advance(self, steps):
        for _ in range(steps):
            self.step()
        cp.cuda.Device().synchronize()

    def result(self):
        state = cp.asnumpy(self.state)[np.argsort(cp.asnumpy(self.ids))]
        return state[:, :2], state[:, 2:]
