// That the cells within reach hold all neighbours where a float has few digits left for a cell: in worlds of tens of
// thousands of R.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <fmt/format.h>

#include "model/model.h"
#include "sim/backends/cpu/cpu.h"
#include "sim/backends/cpu/simd.h"
#include "sim/backends/reference/reference.h"
#include "support/flock_on.h"
#include "support/lockstep.h"
#include "support/serial_device.h"

namespace murmur {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// The places of the cells of one axis, to the last bit.
struct Axis {
  const CellGrid<float, 2>& grid;
  const World<float, 2>& world;
  int k;

  int32_t count() const { return grid.count[k]; }
  float size() const { return world.size[k]; }
  /// Largest place of a boid inside the world that belongs to cell c.
  float last(int32_t c) const {
    if (c == count() - 1) return size();
    float p = static_cast<float>((c + 1.0) / static_cast<double>(grid.inverse[k]));
    while (grid.coordinate(k, p) > c) p = std::nextafter(p, -kInfinity);
    while (grid.coordinate(k, std::nextafter(p, kInfinity)) <= c) p = std::nextafter(p, kInfinity);
    return p;
  }
  float first(int32_t c) const { return c == 0 ? 0.0f : std::nextafter(last(c - 1), kInfinity); }
};

/// Least displacement of two boids whose cells are one further apart than is searched.
float least_missed(const Axis& axis) {
  const int32_t apart = axis.grid.reach[axis.k] + 1, count = axis.count();
  float least = kInfinity;
  for (int32_t c = 0; c + apart < count; ++c) least = std::min(least, axis.first(c + apart) - axis.last(c));
  for (int32_t c = 0; c < apart; ++c) {
    const float near = axis.first(c), far = axis.last(count - apart + c);
    least = std::min({least, (near + axis.size()) - far, near - (far - axis.size())});
  }
  return least;
}

/// In a world `size` long on one axis and four rows across; the grid of as many boids as give it all cells.
void expect_all_found(float size, float radius, int axis) {
  World<float, 2> world{.size = {{4.1f * radius, 4.1f * radius}}, .metric = Metric::kWrapped};
  world.size[axis] = size;
  const auto grid = make_grid(world, radius, int64_t{1} << 25, 0.0f);
  ASSERT_EQ(grid.images, Images::kUnique);
  const Axis cells{grid, world, axis};
  EXPECT_GE(least_missed(cells), radius)
      << "size " << size << ", R " << radius << ", axis " << axis << ", reach " << grid.reach[axis];
}

TEST(CellReach, HasEachNeighbourToTheLastBit) {
  std::mt19937 random(5);  // its numbers, unlike those of distributions, are the same everywhere
  const auto uniform = [&] { return random() * 0x1p-32; };
  for (int world = 0; world < 60; ++world) {
    const double rows = std::floor(15000.0 + 45000.0 * uniform()) * (1.0 + 1e-5 * uniform());
    const double radius = 0.5 + 1.5 * uniform();
    for (const int axis : {0, 1})
      expect_all_found(static_cast<float>(rows * 1.001 * radius), static_cast<float>(radius), axis);
  }
  // Boids of columns 524,287 and 524,292 are within R: the spacing of coordinates doubles between them.
  expect_all_found(1e5f, 0.6954f, 0);
  // W * inverse is less than the number of columns.
  expect_all_found(0x1.f68eeap+14f, 0x1.fe1ec6p-1f, 0);
  // W + p_j is rounded down.
  for (const int axis : {0, 1}) expect_all_found(0x1.205aa2p+15f, 0x1.47129p+0f, axis);
}

TEST(CellReach, OfTheLargestFlocksIsOneRow) {
  for (const double boids : {1e5, 1e6, 1e7, 1e8, 3e8, 1e9}) {
    const float radius = 50.0f,
                side = static_cast<float>(std::sqrt(boids * 3.141592653589793 / 20.0)) * radius;
    const World<float, 2> world{.size = {{side, side}}, .metric = Metric::kWrapped};
    const auto grid = make_grid(world, radius, static_cast<int64_t>(boids), 0.0f);
    EXPECT_EQ(grid.reach[0], 4) << boids;
    EXPECT_EQ(grid.reach[1], 1) << boids;
  }
}

// Boid 0 is at the end of the last row. The image of boid 1 is in the second row beyond the border, and yet within R, since
// W + 0.93847054 is rounded down.
TEST(CellReach, CrossesTheBorderOfALongWorld) {
  constexpr int64_t kBoids = 13600;  // with fewer the cells would be larger
  for (const size_t axis : {0u, 1u}) {
    const auto source =
        scenario_of(fmt::format("preset = \"benchmark\"\n[world]\nsize = {}\n[rules]\nradius = "
                                "0.9375323057174683\nseparation_radius = 0.5\n",
                                axis == 0 ? "[17216.2421875, 3.0]" : "[3.0, 17216.2421875]"));
    State<float> state;
    state.dimensions = 2;
    state.velocity.assign(2 * kBoids, 0.0f);
    state.position.assign(2 * kBoids, 1.5f);
    const auto along = [&](int64_t boid) -> float& {
      return state.position[2 * static_cast<size_t>(boid) + axis];
    };
    for (int64_t i = 2; i < kBoids; ++i) along(i) = 2.0f + 1.25f * static_cast<float>(i);
    along(0) = 17216.2421875f;
    along(1) = 0.9384705424308777f;
    std::vector<std::unique_ptr<Backend<float>>> backends;
    backends.push_back(make_reference_float());
    for (const Simd simd : available_simds()) backends.push_back(make_cpu({1, simd, 0}));
    for (const UpdateKernel kernel : {UpdateKernel::kLoop, UpdateKernel::kFlat})
      backends.push_back(flock_on(std::make_shared<SerialDevice>(), {kernel}));
    expect_lockstep(source, std::move(backends), 1, {}, &state);
  }
}

/// Cells of which one image suffices: as many as there are, or as are within reach, with the boid's own.
template <int D>
void expect_one_image(std::mt19937& random, float side_over_radius) {
  std::uniform_real_distribution<float> side(0.5f * side_over_radius, side_over_radius);
  World<float, D> world{.size = {}, .metric = Metric::kWrapped};
  for (int k = 0; k < D; ++k) world.size[k] = side(random);
  const auto grid = make_grid(world, 1.0f, 2000, 0.0f);
  ASSERT_EQ(grid.images, Images::kChecked);
  Block block{0, 1, 0, 0, 0, 0};
  for (int k = 0; k < D; ++k) {
    int32_t& own = k == 0 ? block.low : k == 1 ? block.row : block.layer;
    for (own = 0; own < grid.count[k]; ++own) {
      block.high = block.low;
      const Cells around = cells_around(grid, block), once = one_image_of(around, grid, block);
      EXPECT_EQ(once.to[k] - once.from[k] + 1, std::min(grid.count[k], around.to[k] - around.from[k] + 1));
      EXPECT_GE(once.from[k], around.from[k]);
      EXPECT_LE(once.to[k], around.to[k]);
      EXPECT_LE(once.from[k], own);
      EXPECT_GE(once.to[k], own);
    }
    own = 0;
  }
}

TEST(CellReach, OctantsReadOneImageOfEachCell) {
  std::mt19937 random(1);
  for (const float side : {0.01f, 1.0f, 2.9f}) {
    for (int k = 0; k < 20; ++k) {
      expect_one_image<2>(random, side);
      expect_one_image<3>(random, side);
    }
  }
}

}  // namespace
}  // namespace murmur
