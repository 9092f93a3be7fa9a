// Density around each boid, from the counts of a coarse grid over the world; only for colouring by density. The
// result is the same on every machine. OpenGL counts in the same cells (render/scene/crowding.h).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/util/thread_pool.h"

namespace murmur {

struct DensityCells {
  std::array<int, 3> cells{1, 1, 1};
  std::array<float, 3> size{1.0f, 1.0f, 1.0f};  ///< size of a cell [world units]
  float mean_count = 1.0f;                      ///< mean number of boids per cell

  DensityCells() = default;
  DensityCells(int64_t boids, const std::vector<double>& world);
};

/// Writes (count,) densities: 0 for half the world's mean density or less, 1 for sixteen times.
void count_densities(const float* boids, int64_t stride, int64_t count, const std::vector<double>& world,
                     ThreadPool& threads, std::vector<float>& out);

}  // namespace murmur
