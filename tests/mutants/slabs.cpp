// The boids of each of two ranks on a device, and the work that their borders are balanced by.
#include "support/serial_device.cpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <random>

#include "mutants/mutants.h"
#include "sim/backends/make_parameters.cpp"
#include "sim/ranks/ranks_backend.h"
#include "support/slabs_on.h"
#include "support/thread_ranks.h"

namespace murmur {
namespace {

/// Candidates of the boids of a cell, counted one cell after the other.
template <int D>
uint64_t boids_around(const CellGrid<float, D>& grid, const std::vector<uint32_t>& starts, int plane, int row,
                      int column) {
  const bool wrapped = grid.images != Images::kNone;
  const int columns = grid.count[0], rows = D == 3 ? grid.count[1] : 1, planes = grid.count[D - 1];
  uint64_t boids = 0;
  for (int p = plane - grid.reach[D - 1]; p <= plane + grid.reach[D - 1]; ++p) {
    for (int r = row - (D == 3 ? grid.reach[1] : 0); r <= row + (D == 3 ? grid.reach[1] : 0); ++r) {
      if (!wrapped && (p < 0 || p >= planes || r < 0 || r >= rows)) continue;
      for (int c = 0; c < columns; ++c) {
        if (std::abs(c - column) > grid.reach[0]) continue;
        const int cell = (((p + planes) % planes) * rows + (r + rows) % rows) * columns + c;
        boids += starts[static_cast<size_t>(cell) + 1] - starts[static_cast<size_t>(cell)];
      }
    }
  }
  return boids;
}

/// Of all planes but the first and the last, whose cells are no multiple of those of a part.
template <int D>
bool work_is_right(Metric metric) {
  World<float, D> world{.size = {}, .half = {}, .boundary = Boundary::kWrap, .metric = metric};
  for (int k = 0; k < D; ++k) world.size[k] = k == 0 ? 205.0f : 65.0f;
  const auto grid = make_grid(world, 10.0f, int64_t{2000}, 0.0f);
  const int columns = grid.count[0], rows = D == 3 ? grid.count[1] : 1, planes = grid.count[D - 1];
  std::mt19937 draw(7);
  std::vector<uint32_t> starts{0};
  for (int64_t c = 0; c < grid.cells(); ++c) starts.push_back(starts.back() + draw() % 4);
  constexpr uint32_t kBoidWork = 30;
  const uint32_t parts = WorkOfCells<D>::parts(int64_t{rows} * columns);
  std::vector<uint64_t> work(static_cast<size_t>(planes - 2) * parts);
  const WorkOfCells<D> of_cells{grid, starts.data(), 1, parts, kBoidWork, work.data()};
  for (size_t t = 0; t < work.size(); ++t) of_cells(static_cast<int64_t>(t));
  for (int plane = 1; plane < planes - 1; ++plane) {
    uint64_t wanted = 0, found = 0;
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < columns; ++column) {
        const auto cell = static_cast<size_t>((plane * rows + row) * columns + column);
        const uint64_t boids = starts[cell + 1] - starts[cell];
        wanted += boids * (kBoidWork + boids_around(grid, starts, plane, row, column));
      }
    }
    for (uint32_t part = 0; part < parts; ++part)
      found += work[static_cast<size_t>(plane - 1) * parts + part];
    if (found != wanted) return false;
  }
  return parts > 1;
}

}  // namespace

bool run() {
  for (const Metric metric : {Metric::kPlain, Metric::kWrapped}) {
    if (!work_is_right<2>(metric) || !work_is_right<3>(metric)) return false;
  }
  const SlabMakers devices = slabs_on<SerialDevice>();
  with_thread_ranks(
      2,
      [&](Ranks& ranks) {
        bool right = false;
        try {
          right = all_right({[&] { return make_ranks_backend(ranks, {1, Simd::kAuto, 0}, &devices); }});
        } catch (const std::exception& error) {
          std::fprintf(stderr, "%s\n", error.what());
        }
        if (!right) std::_Exit(1);  // the other rank is a thread that waits for this one
      },
      devices);
  return true;
}

}  // namespace murmur
