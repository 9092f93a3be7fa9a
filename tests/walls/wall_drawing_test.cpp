// What pictures show of walls: areas by the even-odd rule, and lines where a surface bends or ends.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "sim/walls/even_odd.h"
#include "sim/walls/wall_drawing.h"

namespace murmur {
namespace {

using Corners = std::vector<std::array<float, 3>>;
using Segments = std::vector<WallPiece<2>>;

void add_outline(Segments& segments, const std::vector<Vec<double, 2>>& corners) {
  for (size_t k = 0; k < corners.size(); ++k)
    segments.push_back({{corners[k], corners[(k + 1) % corners.size()]}, 0});
}

double side(const std::array<float, 3>& a, const std::array<float, 3>& b, double x, double y) {
  return (double{b[0]} - double{a[0]}) * (y - double{a[1]}) -
         (double{b[1]} - double{a[1]}) * (x - double{a[0]});
}

double area(const Corners& corners) {
  double sum = 0.0;
  for (size_t k = 0; k < corners.size(); k += 3)
    sum += 0.5 *
           std::abs(side(corners[k], corners[k + 1], double{corners[k + 2][0]}, double{corners[k + 2][1]}));
  return sum;
}

/// In how many triangles a place is.
int covered(const Corners& corners, double x, double y) {
  int count = 0;
  for (size_t k = 0; k < corners.size(); k += 3) {
    const double a = side(corners[k], corners[k + 1], x, y), b = side(corners[k + 1], corners[k + 2], x, y),
                 c = side(corners[k + 2], corners[k], x, y);
    count += (a > 0 && b > 0 && c > 0) || (a < 0 && b < 0 && c < 0);
  }
  return count;
}

/// The oracle: how many segments a ray to the right meets.
bool inside(const Segments& segments, double x, double y) {
  bool odd = false;
  for (const WallPiece<2>& one : segments) {
    const auto &a = one.corner[0], &b = one.corner[1];
    if ((a[1] > y) != (b[1] > y) && x < a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1])) odd = !odd;
  }
  return odd;
}

/// Of the nearest segment.
double distance(const Segments& segments, double x, double y) {
  double least = 1e9;
  for (const WallPiece<2>& one : segments) {
    const Vec<double, 2>&a = one.corner[0], &b = one.corner[1];
    const double dx = b[0] - a[0], dy = b[1] - a[1];
    const double share = std::clamp(((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy), 0.0, 1.0);
    least = std::min(least, std::hypot(x - a[0] - share * dx, y - a[1] - share * dy));
  }
  return least;
}

TEST(EvenOdd, ASquareWithAHoleIsFourTrapezoids) {
  Segments segments;
  add_outline(segments, {{{0, 0}}, {{4, 0}}, {{4, 4}}, {{0, 4}}});
  add_outline(segments, {{{1, 1}}, {{3, 1}}, {{3, 3}}, {{1, 3}}});
  Corners corners;
  fill_even_odd(segments, corners);
  EXPECT_EQ(corners.size(), 4u * 6u);
  EXPECT_DOUBLE_EQ(area(corners), 12.0);
}

/// Squares of a grid, with corners and edges that lie on each other; and stars around a place, each with smaller ones inside of it.
TEST(EvenOdd, AnyOutlinesAreFilledOnce) {
  std::mt19937 random(7);
  const auto below = [&](int n) { return static_cast<double>(random() % static_cast<unsigned>(n)); };
  for (int trial = 0; trial < 300; ++trial) {
    Segments segments;
    if (trial % 2 == 0) {
      for (int cell = 0; cell < 64; ++cell) {
        const double x = cell % 8, y = cell / 8;
        if (below(2) > 0) add_outline(segments, {{{x, y}}, {{x + 1, y}}, {{x + 1, y + 1}}, {{x, y + 1}}});
      }
    } else {
      const int count = 3 + trial % 9;
      std::vector<double> reach;
      for (int k = 0; k < count; ++k) reach.push_back(0.5 + below(3500) / 1000.0);
      for (const double size : {1.0, 0.7, 0.4}) {
        std::vector<Vec<double, 2>> corners;
        for (int k = 0; k < count; ++k)
          corners.push_back({4.0 + size * reach[static_cast<size_t>(k)] * std::cos(6.2831853 * k / count),
                             4.0 + size * reach[static_cast<size_t>(k)] * std::sin(6.2831853 * k / count)});
        add_outline(segments, corners);
      }
    }
    Corners filled;
    fill_even_odd(segments, filled);
    for (int k = 0; k < 200; ++k) {
      const double x = below(8000) / 1000.0 + 1.7e-4, y = below(8000) / 1000.0 + 2.3e-4;
      if (distance(segments, x, y) < 1e-3) continue;
      ASSERT_EQ(covered(filled, x, y), inside(segments, x, y) ? 1 : 0) << trial << ": " << x << ", " << y;
    }
  }
}

/// 10,000 segments, of which each height meets few: as many trapezoids, not their square.
TEST(EvenOdd, TrianglesGrowWithTheSegments) {
  Segments segments;
  for (int k = 0; k < 2500; ++k) {
    const double x = 2.0 * (k % 50), y = 2.0 * (k / 50) + 0.01 * (k % 50);
    add_outline(segments, {{{x, y}}, {{x + 1, y}}, {{x + 1, y + 1}}, {{x, y + 1}}});
  }
  Corners corners;
  fill_even_odd(segments, corners);
  EXPECT_EQ(corners.size(), 2500u * 6u);
  EXPECT_NEAR(area(corners), 2500.0, 1e-2);
}

TEST(WallDrawing, OnlyClosedOutlinesWithBoidsOutsideHaveAnArea) {
  Scenario scenario;
  scenario.world.size = {100, 100};
  scenario.walls.resize(1);
  scenario.walls[0].points = {{10, 10}, {20, 10}, {20, 30}};
  EXPECT_TRUE(wall_drawing(scenario).corners.empty());
  scenario.walls[0].closed = true;
  EXPECT_DOUBLE_EQ(area(wall_drawing(scenario).corners), 100.0);
  EXPECT_EQ(wall_drawing(scenario).lines.size(), 3u);
  for (const WallSide side : {WallSide::kInside, WallSide::kBoth}) {
    scenario.walls[0].side = side;
    EXPECT_TRUE(wall_drawing(scenario).corners.empty());
  }
  // Two walls that overlap are two areas.
  scenario.walls[0].side = WallSide::kOutside;
  scenario.walls.push_back(scenario.walls[0]);
  EXPECT_DOUBLE_EQ(area(wall_drawing(scenario).corners), 200.0);
}

TEST(WallDrawing, ASurfaceHasLinesWhereItBendsOrEnds) {
  Scenario scenario;
  scenario.world.size = {100, 100, 100};
  scenario.walls.resize(1);
  scenario.walls[0].box = WallBox{{10, 20, 30}, {5, 6, 7}};
  const WallDrawing box = wall_drawing(scenario);
  EXPECT_EQ(box.lines.size(), 12u) << "no diagonals";
  EXPECT_EQ(box.corners.size(), 36u);
  EXPECT_EQ(box.low, (WallDrawing::Corner{10, 20, 30}));
  EXPECT_EQ(box.high, (WallDrawing::Corner{15, 26, 37}));
  ASSERT_EQ(box.normals.size(), 36u);
  for (const auto& normal : box.normals)
    EXPECT_FLOAT_EQ(std::abs(normal[0]) + std::abs(normal[1]) + std::abs(normal[2]), 1.0f);
  scenario.walls[0] = {};
  scenario.walls[0].sphere.emplace();
  scenario.walls[0].sphere->at = {50, 50, 50};
  scenario.walls[0].sphere->radius = 20;
  EXPECT_TRUE(wall_drawing(scenario).lines.empty());
  scenario.walls[0] = {};
  scenario.walls[0].plane = WallPlane{{50, 50, 50}, {0, 0, 1}};
  EXPECT_EQ(wall_drawing(scenario).lines.size(), 4u);
}

}  // namespace
}  // namespace murmur
