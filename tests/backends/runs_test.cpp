// The runs of candidates that the kernels `flat` and `balanced` walk through: no neighbour is left out, whatever the
// world, and they come in the contract's order. And the cells that a block of boids sees within less than R.
#include "model/device/runs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

namespace murmur {
namespace {

template <int D>
struct Sorted {
  World<float, D> world{};
  CellGrid<float, D> grid{};
  float radius = 0.0f;
  std::vector<Vec<float, D>> at;
  std::vector<uint32_t> starts;

  void sort() {
    std::stable_sort(at.begin(), at.end(),
                     [&](const auto& a, const auto& b) { return grid.cell(a) < grid.cell(b); });
    starts.assign(static_cast<size_t>(grid.cells()) + 1, 0);
    for (const auto& p : at) ++starts[grid.cell(p) + 1];
    for (size_t k = 1; k < starts.size(); ++k) starts[k] += starts[k - 1];
  }
};

/// Positions of which many lie on, or one bit beside, borders of cells and of the world.
template <int D>
Sorted<D> flock_of(std::mt19937& random, Metric metric, bool outside) {
  std::uniform_real_distribution<float> u(0.0f, 1.0f);
  Sorted<D> s;
  s.radius = std::exp2(12.0f * u(random) - 6.0f);
  s.world.metric = metric;
  for (int k = 0; k < D; ++k) {
    s.world.size[k] =
        s.radius * (3.01f + (random() % 4 == 0 ? 1e5f : 12.0f) * u(random) / (k == 1 ? 3.0f : 1.0f));
    s.world.half[k] = s.world.size[k] / 2;
  }
  const int64_t boids = 150;
  s.grid = make_grid(s.world, s.radius, boids, 0.0f);
  for (int64_t i = 0; i < boids; ++i) {
    Vec<float, D> p;
    for (int k = 0; k < D; ++k) {
      const float size = s.world.size[k];
      p[k] = u(random) * size;
      const auto border =
          static_cast<float>(random() % (static_cast<uint32_t>(s.grid.count[k]) + 1)) / s.grid.inverse[k];
      if (random() % 2 == 0)
        p[k] = random() % 2 == 0 ? border : std::nextafter(border, random() % 2 == 0 ? 0.0f : size);
      if (i > 0 && random() % 3 == 0) {  // about R from another, on this axis or a diagonal
        const float from = s.at[random() % s.at.size()][k];
        p[k] = from + s.radius * (random() % 2 == 0 ? -1.0f : 1.0f) * (random() % 2 == 0 ? 1.0f : u(random));
      }
      if (outside && random() % 10 == 0) p[k] += size * (random() % 2 == 0 ? -2.0f : 2.0f);
      if (!outside) p[k] = std::min(std::max(p[k], 0.0f), size);
    }
    s.at.push_back(p);
  }
  s.sort();
  return s;
}

template <int D, Images I>
void expect_all_neighbours(const Sorted<D>& s) {
  const auto bounds = make_run_bounds(s.world, s.grid, s.radius * s.radius);
  for (uint32_t own = 0; own < s.at.size(); ++own) {
    const Vec<float, D> p = s.at[own];
    std::vector<int> visits(s.at.size(), 0);
    int runs = 0;
    visit_runs<D, I>(
        s.grid, s.starts.data(), bounds, p, own, [&](uint32_t begin, uint32_t end, uint32_t code) {
          ++runs;
          ASSERT_LT(begin, end);
          const Vec<float, D> shift = shift_of(s.world, code);
          for (uint32_t j = begin; j < end; ++j) {
            bool same = true;
            for (int k = 0; k < D; ++k) {
              const float wanted = s.world.metric == Metric::kPlain
                                       ? 0.0f
                                       : image_shift(p[k], s.at[j][k], s.world.size[k], s.world.half[k]);
              same = same && wanted == shift[k];
            }
            if (same) ++visits[j];
          }
        });
    ASSERT_LE(runs, (kMostRuns<D, I>));
    ASSERT_EQ(visits[own], 0);
    for (uint32_t j = 0; j < s.at.size(); ++j) {
      if (j == own) continue;
      Vec<float, D> d;
      for (int k = 0; k < D; ++k) {
        const float shift = s.world.metric == Metric::kPlain
                                ? 0.0f
                                : image_shift(p[k], s.at[j][k], s.world.size[k], s.world.half[k]);
        d[k] = (s.at[j][k] + shift) - p[k];
      }
      ASSERT_LE(visits[j], 1);
      if (dot(d, d) < s.radius * s.radius) {
        ASSERT_EQ(visits[j], 1) << "boid " << j << " of boid " << own;
      }
    }
  }
}

template <int D>
void expect_all_neighbours_in_many_worlds() {
  std::mt19937 random(static_cast<uint32_t>(D));
  int unique = 0;
  for (int world = 0; world < 400; ++world) {
    expect_all_neighbours<D, Images::kNone>(flock_of<D>(random, Metric::kPlain, world % 2 == 0));
    if (testing::Test::HasFatalFailure()) FAIL() << "plain world " << world;
    const Sorted<D> wrapped = flock_of<D>(random, Metric::kWrapped, false);
    if (wrapped.grid.images != Images::kUnique) continue;
    ++unique;
    expect_all_neighbours<D, Images::kUnique>(wrapped);
    if (testing::Test::HasFatalFailure()) FAIL() << "wrapped world " << world;
  }
  EXPECT_GT(unique, 300);
}

TEST(Runs, HaveAllNeighboursIn2D) { expect_all_neighbours_in_many_worlds<2>(); }
TEST(Runs, HaveAllNeighboursIn3D) { expect_all_neighbours_in_many_worlds<3>(); }

/// @returns the number of blocks for which fewer cells than all around them are enough.
template <int D>
int expect_all_cells_seen(const Sorted<D>& s, std::mt19937& random) {
  std::vector<Body<float, D>> bodies;
  for (const auto& p : s.at) bodies.push_back({p, {}});
  const auto row_of = [&](uint32_t i) {
    return std::pair(D == 3 ? s.grid.coordinate(D - 1, s.at[i][D - 1]) : 0, s.grid.coordinate(1, s.at[i][1]));
  };
  const auto boids = static_cast<uint32_t>(s.at.size());
  int fewer = 0;
  for (uint32_t first = 0, last = 0; first < boids; first = last) {
    const auto [layer, row] = row_of(first);
    const uint32_t most = first + 1 + random() % 16;
    while (last < boids && last < most && row_of(last) == row_of(first)) ++last;
    const Block block{first,
                      last,
                      layer,
                      row,
                      s.grid.coordinate(0, s.at[first][0]),
                      s.grid.coordinate(0, s.at[last - 1][0])};
    const float reach = s.radius * static_cast<float>(random() % 1001) / 1000.0f, square = reach * reach;
    const Cells around = cells_around(s.grid, block);
    const Cells cells = cells_seen(around, s.grid, s.world, bodies.data(), block, square);
    bool same = true;
    for (int k = 0; k < D; ++k) same = same && cells.from[k] == around.from[k] && cells.to[k] == around.to[k];
    fewer += same ? 0 : 1;
    for (uint32_t i = first; i < last; ++i) {
      for (uint32_t j = 0; j < boids; ++j) {
        Vec<float, D> d;
        std::array<int32_t, D> at{};
        for (int k = 0; k < D; ++k) {
          const float shift = s.world.metric == Metric::kPlain
                                  ? 0.0f
                                  : image_shift(s.at[i][k], s.at[j][k], s.world.size[k], s.world.half[k]);
          d[k] = (s.at[j][k] + shift) - s.at[i][k];
          at[k] = s.grid.coordinate(k, s.at[j][k]) + (shift > 0 ? 1 : shift < 0 ? -1 : 0) * s.grid.count[k];
        }
        if (dot(d, d) > square) continue;
        for (int k = 0; k < D; ++k) {
          EXPECT_GE(at[k], cells.from[k]) << "boid " << j << " of boid " << i << ", axis " << k;
          EXPECT_LE(at[k], cells.to[k]) << "boid " << j << " of boid " << i << ", axis " << k;
        }
      }
    }
  }
  return fewer;
}

template <int D>
void expect_all_cells_seen_in_many_worlds() {
  std::mt19937 random(static_cast<uint32_t>(D));
  int fewer = 0;
  for (int world = 0; world < 400 && !testing::Test::HasFailure(); ++world) {
    fewer += expect_all_cells_seen<D>(flock_of<D>(random, Metric::kPlain, world % 2 == 0), random);
    const Sorted<D> wrapped = flock_of<D>(random, Metric::kWrapped, false);
    if (wrapped.grid.images == Images::kUnique) fewer += expect_all_cells_seen<D>(wrapped, random);
  }
  EXPECT_GT(fewer, 1000);
}

TEST(CellsSeen, HaveAllNeighboursIn2D) { expect_all_cells_seen_in_many_worlds<2>(); }
TEST(CellsSeen, HaveAllNeighboursIn3D) { expect_all_cells_seen_in_many_worlds<3>(); }

TEST(Runs, LeaveOutWhatTheCircleCannotReach) {
  Sorted<3> s;
  s.radius = 5.0f;
  s.world.metric = Metric::kPlain;
  for (int k = 0; k < 3; ++k) s.world.size[k] = 100.0f;
  s.grid = make_grid(s.world, s.radius, 100000, 0.0f);
  std::mt19937 random(1);
  std::uniform_real_distribution<float> u(0.0f, 100.0f);
  for (int i = 0; i < 100000; ++i) s.at.push_back({{u(random), u(random), u(random)}});
  s.sort();
  const auto bounds = make_run_bounds(s.world, s.grid, 25.0f);
  double all = 0.0, tested = 0.0;
  for (uint32_t own = 0; own < s.at.size(); own += 37) {
    const Vec<float, 3> p = s.at[own];
    const int32_t c[3] = {s.grid.coordinate(0, p[0]), s.grid.coordinate(1, p[1]), s.grid.coordinate(2, p[2])};
    visit_runs<3, Images::kNone>(s.grid, s.starts.data(), bounds, p, own,
                                 [&](uint32_t begin, uint32_t end, uint32_t) { tested += end - begin; });
    for (int32_t layer = std::max(0, c[2] - 1); layer <= std::min(s.grid.count[2] - 1, c[2] + 1); ++layer) {
      for (int32_t row = std::max(0, c[1] - 1); row <= std::min(s.grid.count[1] - 1, c[1] + 1); ++row) {
        const int32_t base = (layer * s.grid.count[1] + row) * s.grid.count[0];
        all += s.starts[static_cast<size_t>(base + std::min(s.grid.count[0] - 1, c[0] + 4)) + 1] -
               s.starts[static_cast<size_t>(base + std::max(0, c[0] - 4))];
      }
    }
  }
  EXPECT_LT(tested, 0.75 * all) << "candidates";
  EXPECT_GT(tested, 0.6 * all);
}

}  // namespace
}  // namespace murmur
