#include "sim/raster/densities.h"

#include <algorithm>
#include <cmath>

#include "base/functions.h"
#include "sim/util/roots.h"

namespace murmur {
namespace {

constexpr double kMeanCount = 8.0;  // boids per cell: fewer give noise, more blur the flock
constexpr double kMostCells = 1 << 21;
constexpr float kLog2 = 1.44269504f;  // log2(e)

}  // namespace

DensityCells::DensityCells(int64_t boids, const std::vector<double>& world) {
  const double wanted = std::clamp(static_cast<double>(boids) / kMeanCount, 1.0, kMostCells);
  double volume = 1.0, total = 1.0;
  for (const double length : world) volume *= length;
  const double side = world.size() == 2 ? std::sqrt(volume / wanted) : cube_root(volume / wanted);
  for (size_t axis = 0; axis < world.size(); ++axis) {
    cells[axis] = static_cast<int>(std::clamp(world[axis] / side, 1.0, 8192.0));
    size[axis] = static_cast<float>(world[axis] / cells[axis]);
    total *= cells[axis];
  }
  mean_count = static_cast<float>(static_cast<double>(boids) / total);
}

void count_densities(const float* boids, int64_t stride, int64_t count, const std::vector<double>& world,
                     ThreadPool& threads, std::vector<float>& out) {
  const DensityCells grid(count, world);
  const auto& cells = grid.cells;
  std::vector<uint32_t> counts(static_cast<size_t>(int64_t{cells[0]} * cells[1] * cells[2]));
  const auto count_in = [&](const std::array<int, 3>& at) -> uint32_t& {
    const auto inside = [&](size_t axis) { return std::clamp(at[axis], 0, cells[axis] - 1); };
    return counts[static_cast<size_t>((int64_t{inside(2)} * cells[1] + inside(1)) * cells[0] + inside(0))];
  };
  /// Finds the cell of a position minus `from` cells, and the fraction of the position within the cell.
  const auto cell_of = [&](const float* place, float from, std::array<float, 3>& part) {
    std::array<int, 3> cell{};
    for (size_t axis = 0; axis < world.size(); ++axis) {
      const float at = std::clamp(place[axis] / grid.size[axis], -1.0f, 8193.0f) - from, low = std::floor(at);
      cell[axis] = static_cast<int>(low);
      part[axis] = at - low;
    }
    return cell;
  };
  std::array<float, 3> unused{};
  for (int64_t i = 0; i < count; ++i) ++count_in(cell_of(boids + i * stride, 0.0f, unused));
  out.resize(static_cast<size_t>(count));
  threads.parallel_for(count, 4096, [&](int64_t first, int64_t end) {
    for (int64_t i = first; i < end; ++i) {  // interpolates linearly between the centres of cells
      std::array<float, 3> part{};
      const std::array<int, 3> low = cell_of(boids + i * stride, 0.5f, part);
      float sum = 0.0f;
      for (int corner = 0; corner < 1 << world.size(); ++corner) {
        std::array<int, 3> cell = low;
        float share = 1.0f;
        for (size_t axis = 0; axis < world.size(); ++axis) {
          const int up = corner >> axis & 1;
          cell[axis] += up;
          share *= up == 1 ? part[axis] : 1.0f - part[axis];
        }
        sum += share * static_cast<float>(count_in(cell));
      }
      const float density = std::max(sum / grid.mean_count, 0.25f);
      out[static_cast<size_t>(i)] = std::clamp((logarithm<float>(density) * kLog2 + 1.0f) / 5.0f, 0.0f, 1.0f);
    }
  });
}

}  // namespace murmur
