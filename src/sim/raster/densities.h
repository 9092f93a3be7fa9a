// The density around each boid, from the counts of a coarse grid over the world: for colour by density, only for drawing. The same numbers on
// every machine. OpenGL counts in the same cells (render/scene/crowding.h).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/util/thread_pool.h"

namespace murmur {

struct DensityCells {
  std::array<int, 3> cells{1, 1, 1};
  std::array<float, 3> size{1.0f, 1.0f, 1.0f};  ///< size of a cell [world units]
  float mean_count = 1.0f;                      ///< boids per cell

  DensityCells() = default;
  DensityCells(int64_t boids, const std::vector<double>& world);
};

/// Writes (count,) numbers: 0 where it is half the world's mean density or less, 1 where it is sixteen times.
void count_densities(const float* boids, int64_t stride, int64_t count, const std::vector<double>& world,
                     ThreadPool& threads, std::vector<float>& out);

}  // namespace murmur
