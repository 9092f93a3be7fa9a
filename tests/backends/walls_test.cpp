// Nothing passes a wall: moves of every length in cells of random walls, judged by an oracle in double.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

#include "model/behaviours.h"
#include "sim/backends/wall_grid.h"

namespace murmur {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// A world cut into cells by walls: a grid with moved corners. A boid must stay in the cell where it began.
template <int D>
struct Cells {
  int count = 3;  // on each axis
  Scenario scenario;
  std::vector<WallPiece<D>> pieces;
  std::vector<Vec<double, D>> corners;  // (count + 1)^D

  int corner_at(const std::array<int, 3>& at) const {
    return (D == 3 ? at[2] : 0) * (count + 1) * (count + 1) + at[1] * (count + 1) + at[0];
  }
  const Vec<double, D>& corner(const std::array<int, 3>& at) const {
    return corners[static_cast<size_t>(corner_at(at))];
  }

  /// The faces of a cell across an axis: 2D: two corners, 3D: two triangles of three, in an order that goes around.
  template <class Visit>
  void each_face(const std::array<int, 3>& cell, const Visit& visit) const {
    for (int axis = 0; axis < D; ++axis) {
      for (int side = 0; side < 2; ++side) {
        const int u = (axis + 1) % D, w = D == 3 ? (axis + 2) % D : u;
        const auto at = [&](int du, int dw) {
          std::array<int, 3> a = cell;
          a[static_cast<size_t>(axis)] += side;
          a[static_cast<size_t>(u)] += du;
          if (D == 3) a[static_cast<size_t>(w)] += dw;
          return corner(a);
        };
        if constexpr (D == 2) {
          visit(axis, side, WallPiece<2>{{at(0, 0), at(1, 0)}, 0});
        } else {
          visit(axis, side, WallPiece<3>{{at(0, 0), at(1, 0), at(1, 1)}, 0});
          visit(axis, side, WallPiece<3>{{at(0, 0), at(1, 1), at(0, 1)}, 0});
        }
      }
    }
  }

  template <class Visit>
  void each_cell(const Visit& visit) const {
    for (int z = 0; z < (D == 3 ? count : 1); ++z)
      for (int y = 0; y < count; ++y)
        for (int x = 0; x < count; ++x) visit(std::array<int, 3>{x, y, z});
  }

  /// The turns around p of the faces of a cell: 1 or -1 inside, 0 outside.
  double turns(const std::array<int, 3>& cell, const Vec<double, D>& p) const {
    double sum = 0.0;
    each_face(cell, [&](int axis, int side, const WallPiece<D>& face) {
      Vec<double, D> r[D];
      for (int c = 0; c < D; ++c)
        for (int k = 0; k < D; ++k) r[c][k] = face.corner[c][k] - p[k];
      const double sign = (side == 1 ? 1.0 : -1.0) * (D == 2 && axis == 1 ? -1.0 : 1.0);
      if constexpr (D == 2) {
        sum += sign * std::atan2(r[0][0] * r[1][1] - r[0][1] * r[1][0], dot(r[0], r[1])) / (2 * kPi);
      } else {
        const double l0 = std::sqrt(dot(r[0], r[0])), l1 = std::sqrt(dot(r[1], r[1])),
                     l2 = std::sqrt(dot(r[2], r[2]));
        const double volume = r[0][0] * (r[1][1] * r[2][2] - r[1][2] * r[2][1]) +
                              r[0][1] * (r[1][2] * r[2][0] - r[1][0] * r[2][2]) +
                              r[0][2] * (r[1][0] * r[2][1] - r[1][1] * r[2][0]);
        const double below =
            l0 * l1 * l2 + dot(r[0], r[1]) * l2 + dot(r[1], r[2]) * l0 + dot(r[2], r[0]) * l1;
        sum += sign * 2 * std::atan2(volume, below) / (4 * kPi);
      }
    });
    return sum;
  }

  /// The number of the cell that p is in; where the world's border is open to the next one, the cells of a row are one. -1: none, or
  /// in doubt.
  int cell_of(const Vec<float, D>& at, bool joined) const {
    int found = -1, hits = 0;
    Vec<double, D> p;
    for (int k = 0; k < D; ++k) {  // a place on the world's border is inside
      const double size = scenario.world.size[static_cast<size_t>(k)], x = static_cast<double>(at[k]);
      p[k] = x + (x <= 0.0 && x >= 0.0 ? size * 1e-12 : (x >= size && x <= size ? -size * 1e-12 : 0.0));
    }
    each_cell([&](const std::array<int, 3>& cell) {
      const double t = std::fabs(turns(cell, p));
      if (t > 0.01 && t < 0.99) hits += 100;  // on a face
      if (t < 0.5) return;
      ++hits;
      std::array<int, 3> named = cell;
      for (int k = 0; k < D; ++k)
        if (joined && named[static_cast<size_t>(k)] == count - 1) named[static_cast<size_t>(k)] = 0;
      found = (named[2] * count + named[1]) * count + named[0];
    });
    return hits == 1 ? found : -1;
  }
};

template <int D>
Cells<D> random_cells(std::mt19937_64& random, Boundary boundary) {
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  Cells<D> cells;
  cells.count = D == 2 ? 3 + static_cast<int>(unit(random) * 3) : 2 + static_cast<int>(unit(random) * 2);
  const double size = std::array{1.0, 100.0, 1000.0, 30000.0}[static_cast<size_t>(unit(random) * 4)];
  Scenario& s = cells.scenario;
  s.world.size.assign(D, size);
  s.world.boundary = boundary;
  s.world.metric = unit(random) < 0.5 ? Metric::kWrapped : Metric::kPlain;
  const double spacing = size / cells.count,
               jitter = std::array{0.0, 0.2, 0.45}[static_cast<size_t>(unit(random) * 3)];
  const bool joined = boundary == Boundary::kWrap;
  const int n = cells.count + 1;
  cells.corners.resize(static_cast<size_t>(D == 3 ? n * n * n : n * n));
  for (int z = 0; z < (D == 3 ? n : 1); ++z)
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x) {
        const std::array<int, 3> at{x, y, z};
        Vec<double, D> p;
        for (int k = 0; k < D; ++k) {
          const int i = at[static_cast<size_t>(k)];
          const bool border = i == 0 || i == n - 1;
          p[k] =
              static_cast<double>(i) * spacing + (border ? 0.0 : (unit(random) * 2 - 1) * jitter * spacing);
          if (i == n - 1) p[k] = size;
          p[k] = static_cast<double>(static_cast<float>(p[k]));
        }
        cells.corners[static_cast<size_t>(cells.corner_at(at))] = p;
      }
  if (joined) {  // both ends of a wall that crosses the border are one place
    for (int axis = 0; axis < D; ++axis)
      cells.each_cell([&](std::array<int, 3> cell) {
        for (int corner = 0; corner < 8; ++corner) {
          std::array<int, 3> low = cell;
          for (int k = 0; k < D; ++k) low[static_cast<size_t>(k)] += corner >> k & 1;
          low[static_cast<size_t>(axis)] = 0;
          std::array<int, 3> high = low;
          high[static_cast<size_t>(axis)] = cells.count;
          Vec<double, D> p = cells.corner(low);
          p[axis] = size;
          cells.corners[static_cast<size_t>(cells.corner_at(high))] = p;
        }
      });
  }
  cells.each_cell([&](const std::array<int, 3>& cell) {
    cells.each_face(cell, [&](int axis, int side, const WallPiece<D>& face) {
      const int at = cell[static_cast<size_t>(axis)] + side;
      if (side == 1 && at < cells.count) return;             // the next cell has it, too
      if (joined && (at == 0 || at == cells.count)) return;  // open to the other side
      if (boundary == Boundary::kBounce && (at == 0 || at == cells.count) && cells.count % 2 == 0) return;
      cells.pieces.push_back(face);
    });
  });
  Scenario::Wall wall;
  wall.avoid = unit(random) < 0.5 ? Avoid::kNone : Avoid::kPush;
  wall.radius = spacing * unit(random);
  s.walls = {wall};
  return cells;
}

struct Found {
  int64_t moves = 0, stuck = 0, skipped = 0;
};

template <int D>
void fly(uint64_t seed, Found& found) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  const auto boundary = static_cast<Boundary>(static_cast<int>(unit(random) * 5));
  Cells<D> cells = random_cells<D>(random, boundary);
  const double spacing = cells.scenario.world.size[0] / cells.count;
  const double way = spacing * std::pow(10.0, unit(random) * 4 - 2);
  cells.scenario.rules.max_speed = unit(random) < 0.3 ? spacing * unit(random) : way;
  cells.scenario.rules.time_step = 1.0;
  WallArrays<float, D> arrays;
  const Walls<float, D> walls = make_walls<float, D>(cells.scenario, cells.pieces, arrays);
  World<float, D> world{};
  for (int k = 0; k < D; ++k) {
    world.size[k] = static_cast<float>(cells.scenario.world.size[static_cast<size_t>(k)]);
    world.half[k] = world.size[k] / 2;
  }
  world.boundary = boundary;
  world.metric = cells.scenario.world.metric;
  const bool joined = boundary == Boundary::kWrap;
  for (int boid = 0; boid < 4; ++boid) {
    Vec<float, D> p, v;
    for (int k = 0; k < D; ++k) p[k] = static_cast<float>(unit(random) * static_cast<double>(world.size[k]));
    const int start = cells.cell_of(p, joined);
    if (start < 0 || on_wall(walls, p)) {
      ++found.skipped;
      continue;
    }
    for (int k = 0; k < D; ++k) v[k] = 0.0f;
    for (int step = 0; step < 40; ++step) {
      const double kind = unit(random);
      if (kind < 0.3 || step == 0) {  // anywhere
        for (int k = 0; k < D; ++k) v[k] = static_cast<float>((unit(random) * 2 - 1) * way);
      } else if (kind < 0.5) {  // towards a corner, or a little beyond
        const Vec<double, D>& corner =
            cells.corners[static_cast<size_t>(unit(random) * static_cast<double>(cells.corners.size()))];
        const double far = unit(random) < 0.5 ? 1.0 : unit(random) * 3;
        for (int k = 0; k < D; ++k) v[k] = static_cast<float>((corner[k] - static_cast<double>(p[k])) * far);
      } else if (kind < 0.7) {  // along a wall
        const WallPiece<D>& piece =
            cells.pieces[static_cast<size_t>(unit(random) * static_cast<double>(cells.pieces.size()))];
        for (int k = 0; k < D; ++k)
          v[k] = static_cast<float>((piece.corner[1][k] - piece.corner[0][k]) * way / spacing);
      } else if (kind < 0.8) {  // along an axis
        const int axis = static_cast<int>(unit(random) * D);
        for (int k = 0; k < D; ++k)
          v[k] = k == axis ? static_cast<float>(way * (unit(random) < 0.5 ? -1 : 1)) : 0.0f;
      }  // else: as after the last move
      const Vec<float, D> from = p, wanted = v;
      p = from + v;
      move_among_walls(world, walls, from, p, v);
      ++found.moves;
      bool same = true;
      for (int k = 0; k < D; ++k) same = same && !(p[k] < from[k]) && !(p[k] > from[k]);
      found.stuck += same ? 1 : 0;
      for (int k = 0; k < D && (boundary == Boundary::kWrap || boundary == Boundary::kBounce); ++k) {
        ASSERT_GE(p[k], 0.0f) << "seed " << seed;
        if (boundary == Boundary::kWrap) {
          ASSERT_LT(p[k], world.size[k]) << "seed " << seed;
        }
        ASSERT_LE(p[k], world.size[k]) << "seed " << seed;
      }
      ASSERT_FALSE(on_wall(walls, p))
          << "seed " << seed << " boid " << boid << " step " << step << " boundary "
          << static_cast<int>(boundary) << " size " << world.size[0] << " from " << from[0] << " " << from[1]
          << " " << from[D - 1] << " by " << wanted[0] << " " << wanted[1] << " " << wanted[D - 1] << " to "
          << p[0] << " " << p[1] << " " << p[D - 1] << " part " << walls.part << " skin " << walls.skin;
      ASSERT_EQ(cells.cell_of(p, joined), start)
          << "seed " << seed << " boid " << boid << " step " << step << " boundary "
          << static_cast<int>(boundary) << " from " << from[0] << " " << from[1] << " by " << wanted[0] << " "
          << wanted[1] << " to " << p[0] << " " << p[1];
    }
  }
}

/// MURMUR_WALL_WORLDS: more of them.
int64_t worlds() {
  const char* const wanted = std::getenv("MURMUR_WALL_WORLDS");
  return wanted != nullptr ? std::atoll(wanted) : 2000;
}

TEST(Walls, NothingLeavesACellOfWalls2D) {
  Found found;
  for (int64_t seed = 0; seed < worlds() && !HasFatalFailure(); ++seed)
    fly<2>(static_cast<uint64_t>(seed), found);
  EXPECT_LT(found.stuck * 4, found.moves);
  std::printf("%lld moves, %lld without a way, %lld starts in doubt\n", (long long)found.moves,
              (long long)found.stuck, (long long)found.skipped);
}
TEST(Walls, NothingLeavesACellOfWalls3D) {
  Found found;
  for (int64_t seed = 0; seed < worlds() / 4 && !HasFatalFailure(); ++seed)
    fly<3>(static_cast<uint64_t>(seed), found);
  EXPECT_LT(found.stuck * 4, found.moves);
  std::printf("%lld moves, %lld without a way, %lld starts in doubt\n", (long long)found.moves,
              (long long)found.stuck, (long long)found.skipped);
}

}  // namespace
}  // namespace murmur
