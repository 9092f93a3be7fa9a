// What walls add to a velocity, and single moves at them, against the formulas of docs/model.md in double.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "model/behaviours.h"
#include "sim/backends/make_parameters.h"
#include "sim/backends/wall_grid.h"

namespace murmur {
namespace {

using Place2 = Vec<double, 2>;
using Place3 = Vec<double, 3>;

template <int D>
Vec<double, D> nearest_on_segment(const Vec<double, D>& a, const Vec<double, D>& b, const Vec<double, D>& p) {
  const Vec<double, D> along = b - a;
  const double share = std::clamp(dot(p - a, along) / dot(along, along), 0.0, 1.0);
  return a + along * share;
}

template <int D>
double distance(const Vec<double, D>& a, const Vec<double, D>& b) {
  return std::sqrt(dot(a - b, a - b));
}

/// The foot on the plane where that is inside, else the nearest of the edges.
Place3 nearest_of(const WallPiece<3>& piece, const Place3& p) {
  const Place3 &a = piece.corner[0], &b = piece.corner[1], &c = piece.corner[2];
  const auto cross = [](const Place3& x, const Place3& y) {
    return Place3{{x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]}};
  };
  const Place3 normal = cross(b - a, c - a);
  const Place3 foot = p - normal * (dot(p - a, normal) / dot(normal, normal));
  const bool inside = dot(cross(b - a, foot - a), normal) >= 0 && dot(cross(c - b, foot - b), normal) >= 0 &&
                      dot(cross(a - c, foot - c), normal) >= 0;
  if (inside) return foot;
  Place3 best = nearest_on_segment(a, b, p);
  for (const Place3& other : {nearest_on_segment(b, c, p), nearest_on_segment(c, a, p)})
    if (distance(other, p) < distance(best, p)) best = other;
  return best;
}
Place2 nearest_of(const WallPiece<2>& piece, const Place2& p) {
  return nearest_on_segment(piece.corner[0], piece.corner[1], p);
}

/// Whether the straight way from p to q meets the piece; `doubt`: nearly.
bool meets(const WallPiece<2>& piece, const Place2& p, const Place2& q, bool& doubt) {
  const auto side = [](const Place2& a, const Place2& b, const Place2& c) {
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  };
  const double x = side(piece.corner[0], piece.corner[1], p), y = side(piece.corner[0], piece.corner[1], q),
               z = side(p, q, piece.corner[0]), w = side(p, q, piece.corner[1]);
  for (const double number : {x, y, z, w}) doubt = doubt || std::fabs(number) < 1e-2;
  return x * y < 0 && z * w < 0;
}
bool meets(const WallPiece<3>& piece, const Place3& p, const Place3& q, bool& doubt) {
  const auto volume = [](const Place3& a, const Place3& b, const Place3& c, const Place3& d) {
    const Place3 x = b - a, y = c - a, z = d - a;
    return x[0] * (y[1] * z[2] - y[2] * z[1]) + x[1] * (y[2] * z[0] - y[0] * z[2]) +
           x[2] * (y[0] * z[1] - y[1] * z[0]);
  };
  const Place3* const c = piece.corner;
  const double above = volume(c[0], c[1], c[2], p), below = volume(c[0], c[1], c[2], q);
  const double u = volume(p, q, c[0], c[1]), v = volume(p, q, c[1], c[2]), w = volume(p, q, c[2], c[0]);
  for (const double number : {above, below, u, v, w}) doubt = doubt || std::fabs(number) < 1.0;
  return above * below < 0 && ((u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0));
}

/// The piece in each image of a world that wraps.
template <int D>
std::vector<WallPiece<D>> images_of(const WallPiece<D>& piece, const Scenario& scenario) {
  const bool wrapped = scenario.world.metric == Metric::kWrapped;
  std::vector<WallPiece<D>> images;
  for (int image = 0; image < (wrapped ? (D == 2 ? 9 : 27) : 1); ++image) {
    WallPiece<D>& moved = images.emplace_back(piece);
    int left = image;
    for (int axis = 0; axis < D && wrapped; ++axis, left /= 3)
      for (auto& corner : moved.corner)
        corner[axis] += scenario.world.size[static_cast<size_t>(axis)] * (left % 3 - 1);
  }
  return images;
}

template <int D>
WallPiece<D> random_piece(std::mt19937_64& random, const std::vector<double>& size) {
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  WallPiece<D> piece{};
  for (auto& corner : piece.corner)
    for (int axis = 0; axis < D; ++axis)
      corner[axis] = static_cast<double>(static_cast<float>(unit(random) * size[static_cast<size_t>(axis)]));
  return piece;
}

/// The walls of these pieces.
template <int D>
Parameters<float, D> parameters_of(Scenario& scenario, const std::vector<WallPiece<D>>& pieces,
                                   ParameterArrays<float, D>& arrays) {
  std::vector<Scenario::Wall> given;
  std::swap(given, scenario.walls);
  Parameters<float, D> q = make_parameters<float, D>(scenario, arrays);
  std::swap(given, scenario.walls);
  q.behaviours.walls = make_walls<float, D>(scenario, pieces, arrays.walls);
  return q;
}

template <int D>
void expect_avoided(uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  Scenario scenario;
  for (int k = 0; k < D; ++k) scenario.world.size.push_back(100.0 + 20.0 * k);
  scenario.world.metric = seed % 2 == 0 ? Metric::kWrapped : Metric::kPlain;
  scenario.world.boundary = seed % 4 == 0 ? Boundary::kWrap : Boundary::kBounce;
  scenario.rules.max_speed = 4.0;
  std::vector<WallPiece<D>> pieces;
  const int walls = 1 + static_cast<int>(unit(random) * 3);
  for (int wall = 0; wall < walls; ++wall) {
    Scenario::Wall& rules = scenario.walls.emplace_back();
    rules.avoid = static_cast<Avoid>(static_cast<int>(unit(random) * 3));
    rules.radius = 2.0 + unit(random) * (seed % 8 < 2 ? 300.0 : 30.0);  // 300: far wider than the world
    rules.strength = unit(random) * 2 - 1;
    rules.look_ahead = unit(random) * 8;
    for (int k = 0; k < 6; ++k) {
      pieces.push_back(random_piece<D>(random, scenario.world.size));
      pieces.back().wall = static_cast<uint32_t>(wall);
    }
  }
  ParameterArrays<float, D> arrays;
  const Parameters<float, D> q = parameters_of(scenario, pieces, arrays);
  for (int boid = 0; boid < 300; ++boid) {
    Vec<float, D> p, v, dv;
    Vec<double, D> at, ahead_by, expected;
    for (int k = 0; k < D; ++k) {
      p[k] = static_cast<float>(unit(random) * scenario.world.size[static_cast<size_t>(k)]);
      v[k] = static_cast<float>((unit(random) * 2 - 1) * (D == 2 ? 2.8 : 2.3));
      dv[k] = 0.0f;
      at[k] = static_cast<double>(p[k]);
      ahead_by[k] = static_cast<double>(v[k]);
      expected[k] = 0.0;
    }
    bool doubt = false;
    for (int wall = 0; wall < walls; ++wall) {
      const Scenario::Wall& rules = scenario.walls[static_cast<size_t>(wall)];
      if (rules.avoid == Avoid::kNone) continue;
      const double reach =
          rules.radius +
          (rules.avoid == Avoid::kLookAhead ? rules.look_ahead * scenario.rules.max_speed : 0.0);
      double least = 1e300;
      Vec<double, D> nearest = at;
      bool looks_into = false;
      for (const WallPiece<D>& piece : pieces) {
        if (piece.wall != static_cast<uint32_t>(wall)) continue;
        for (const WallPiece<D>& moved : images_of(piece, scenario)) {
          const Vec<double, D> place = nearest_of(moved, at);
          const double far = distance(place, at);
          if (std::fabs(far - least) < 1e-4 && distance(place, nearest) > 1e-3) doubt = true;
          if (far < least) {
            least = far;
            nearest = place;
          }
          const Vec<double, D> ahead = at + ahead_by * rules.look_ahead;
          const double from_ahead = distance(nearest_of(moved, ahead), ahead);
          doubt = doubt || (rules.avoid == Avoid::kLookAhead && std::fabs(from_ahead - rules.radius) < 1e-3);
          looks_into = looks_into || from_ahead < rules.radius || meets(moved, at, ahead, doubt);
        }
      }
      doubt =
          doubt || std::fabs(least - rules.radius) < 1e-3 || (least > reach && looks_into) || least < 1e-2;
      const bool acts = rules.avoid == Avoid::kPush ? least < rules.radius : looks_into;
      if (acts) expected = expected + (at - nearest) * (rules.strength / least);
    }
    if (doubt) continue;
    add_walls(q, p, v, dv);
    for (int k = 0; k < D; ++k)
      ASSERT_NEAR(static_cast<double>(dv[k]), expected[k], 2e-3) << "seed " << seed << " boid " << boid;
  }
}

TEST(WallsAvoid, FormulasIn2D) {
  for (uint64_t seed = 0; seed < 200 && !testing::Test::HasFatalFailure(); ++seed) expect_avoided<2>(seed);
}
TEST(WallsAvoid, FormulasIn3D) {
  for (uint64_t seed = 0; seed < 100 && !testing::Test::HasFatalFailure(); ++seed) expect_avoided<3>(seed);
}

/// Walls between boids and neighbours in a world that wraps, which R is wider than.
template <int D>
void expect_hidden(uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  Scenario scenario;
  for (int k = 0; k < D; ++k) scenario.world.size.push_back(100.0 + 20.0 * k);
  scenario.world.metric = Metric::kWrapped;
  scenario.world.boundary = Boundary::kWrap;
  scenario.rules.radius = 300.0;
  scenario.walls.emplace_back().blocks_view = true;
  std::vector<WallPiece<D>> pieces;
  for (int k = 0; k < 4; ++k) pieces.push_back(random_piece<D>(random, scenario.world.size));
  ParameterArrays<float, D> arrays;
  const Parameters<float, D> q = parameters_of(scenario, pieces, arrays);
  for (int boid = 0; boid < 300; ++boid) {
    Vec<float, D> p, d;
    Vec<double, D> at, there;
    for (int k = 0; k < D; ++k) {
      const double side = scenario.world.size[static_cast<size_t>(k)];
      p[k] = static_cast<float>(unit(random) * side);
      d[k] = static_cast<float>((unit(random) - 0.5) * side);
      at[k] = static_cast<double>(p[k]);
      there[k] = at[k] + static_cast<double>(d[k]);
    }
    bool doubt = false, hidden = false;
    for (const WallPiece<D>& piece : pieces)
      for (const WallPiece<D>& moved : images_of(piece, scenario))
        hidden = meets(moved, at, there, doubt) || hidden;
    if (!doubt) {
      ASSERT_EQ(hides(q.behaviours.walls, p, d), hidden) << "seed " << seed << " boid " << boid;
    }
  }
}

TEST(WallsAvoid, HideNeighboursWhereRIsWiderThanTheWorld) {
  for (uint64_t seed = 0; seed < 100 && !testing::Test::HasFatalFailure(); ++seed) expect_hidden<2>(seed);
  for (uint64_t seed = 0; seed < 50 && !testing::Test::HasFatalFailure(); ++seed) expect_hidden<3>(seed);
}

/// A wall in the middle of a world that wraps: no cell has all its images near, however far it acts.
template <int D>
void expect_few_images(bool pushes) {
  Scenario scenario;
  scenario.world.size.assign(D, 100.0);
  scenario.world.metric = Metric::kWrapped;
  scenario.world.boundary = Boundary::kWrap;
  scenario.rules.radius = pushes ? 1.0 : 1000.0;
  scenario.walls.emplace_back().blocks_view = !pushes;
  if (pushes) scenario.walls[0].avoid = Avoid::kPush;
  scenario.walls[0].radius = pushes ? 1000.0 : 1.0;
  WallPiece<D> piece{};
  for (int corner = 0; corner < D; ++corner)
    for (int axis = 0; axis < D; ++axis) piece.corner[corner][axis] = corner == axis ? 53.0 : 48.0;
  ParameterArrays<float, D> arrays;
  const Walls<float, D> walls = parameters_of(scenario, {piece}, arrays).behaviours.walls;
  uint32_t most = 0;
  for (int64_t cell = 0; cell + 1 < walls.starts.size; ++cell)
    most = std::max(most, walls.starts.data[cell + 1] - walls.starts.data[cell]);
  EXPECT_GE(most, 1u);
  EXPECT_LE(most, 1u << D);
}

TEST(WallsAvoid, FewImagesOfAWallAreNear) {
  for (const bool pushes : {false, true}) expect_few_images<2>(pushes), expect_few_images<3>(pushes);
}

/// One wall from (50, 0) to (50, 100) in a world of 100 x 100.
struct OneWall {
  Scenario scenario;
  WallArrays<float, 2> arrays;
  World<float, 2> world{};
  Walls<float, 2> walls;

  explicit OneWall(Boundary boundary, double top = 100.0) {
    scenario.world.size = {100.0, 100.0};
    scenario.walls.emplace_back().avoid = Avoid::kNone;
    walls = make_walls<float, 2>(scenario, {{{{{50.0, 0.0}}, {{50.0, top}}}, 0}}, arrays);
    world.size = {{100.0f, 100.0f}};
    world.half = {{50.0f, 50.0f}};
    world.boundary = boundary;
  }
  void move(const Vec<float, 2>& from, const Vec<float, 2>& by, Vec<float, 2>& p, Vec<float, 2>& v) const {
    v = by;
    p = from + by;
    move_among_walls(world, walls, from, p, v);
  }
};

TEST(WallsMove, StopsBeforeItAndSlides) {
  const OneWall one(Boundary::kOpen);
  Vec<float, 2> p, v;
  one.move({{40.0f, 10.0f}}, {{30.0f, 15.0f}}, p, v);
  EXPECT_NEAR(p[0], 50.0f, 2e-3f);
  EXPECT_LT(p[0], 50.0f);
  EXPECT_NEAR(p[1], 25.0f, 1e-3f);
  EXPECT_FLOAT_EQ(v[0], 0.0f);
  EXPECT_FLOAT_EQ(v[1], 15.0f);
  one.move({{60.0f, 10.0f}}, {{-300.0f, -3.0f}}, p, v);  // from the other side, far beyond
  EXPECT_NEAR(p[0], 50.0f, 2e-3f);
  EXPECT_GT(p[0], 50.0f);
  EXPECT_NEAR(p[1], 7.0f, 1e-3f);
}

TEST(WallsMove, PassesBesideItsEnd) {
  const OneWall one(Boundary::kOpen, 60.0);
  Vec<float, 2> p, v;
  one.move({{40.0f, 60.5f}}, {{20.0f, 0.0f}}, p, v);
  EXPECT_EQ(p[0], 60.0f);
  EXPECT_EQ(p[1], 60.5f);
  one.move({{50.0f, 90.0f}}, {{0.0f, -20.0f}}, p, v);  // flies straight at the end
  EXPECT_NEAR(p[1], 70.0f, 1e-4f);
  one.move({{50.0f, 70.0f}}, {{0.0f, -20.0f}}, p, v);
  EXPECT_NEAR(p[1], 60.0f, 3e-3f);
  EXPECT_GT(p[1], 60.0f);
  EXPECT_NEAR(v[1], 0.0f, 1e-4f);
}

TEST(WallsMove, CrossesTheBorderToTheWall) {
  Vec<float, 2> p, v;
  OneWall(Boundary::kWrap)
      .move({{80.0f, 95.0f}}, {{90.0f, 10.0f}}, p, v);  // once around, to x = 50 from the left
  EXPECT_NEAR(p[0], 50.0f, 3e-3f);
  EXPECT_LT(p[0], 50.0f);
  EXPECT_NEAR(p[1], 5.0f, 1e-3f);
  OneWall(Boundary::kBounce)
      .move({{80.0f, 20.0f}}, {{90.0f, 0.0f}}, p, v);  // back from the border, to it from the right
  EXPECT_NEAR(p[0], 50.0f, 3e-3f);
  EXPECT_GT(p[0], 50.0f);
  EXPECT_FLOAT_EQ(v[0], 0.0f);
}

TEST(WallsMove, HasTheBitsOfAMoveWithoutWallsWhereNoneIsMet) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<float> place(0.0f, 100.0f), way(-70.0f, 70.0f);
  for (const Boundary boundary :
       {Boundary::kTile, Boundary::kWrap, Boundary::kBounce, Boundary::kSoft, Boundary::kOpen}) {
    const OneWall one(boundary, 1.0);
    for (int k = 0; k < 2000; ++k) {
      const Vec<float, 2> from{{place(random), 2.0f + 0.9f * place(random)}}, by{{way(random), way(random)}};
      if (from[1] + by[1] < 2.0f || from[1] + by[1] > 101.0f) continue;  // it passes no place of the wall
      Vec<float, 2> p, v, plain = from + by, plain_v = by;
      one.move(from, by, p, v);
      apply_boundary(one.world, plain, plain_v);
      for (int axis = 0; axis < 2; ++axis) {
        ASSERT_EQ(p[axis], plain[axis]);
        ASSERT_EQ(v[axis], plain_v[axis]);
      }
    }
  }
}

}  // namespace
}  // namespace murmur
