// The shape of a flock on clouds whose numbers are known: a ball, an ellipsoid, a lattice, a Poisson cloud, a rotating body, a few
// spheres.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "base/random.h"
#include "sim/measure/flock_shape.h"
#include "sim/measure/point_grid.h"
#include "support/lockstep.h"

namespace murmur {
namespace {

using Point = std::array<double, 3>;

State<double> state_of(const std::vector<Point>& points, const std::function<Point(const Point&)>& velocity) {
  State<double> state;
  state.dimensions = 3;
  for (const Point& p : points) {
    const Point v = velocity(p);
    state.position.insert(state.position.end(), p.begin(), p.end());
    state.velocity.insert(state.velocity.end(), v.begin(), v.end());
  }
  return state;
}

/// Of a cloud in an open world in which all boids within 1,000 of each other are one cluster.
FlockShape shape_of(const std::vector<Point>& points, const std::function<Point(const Point&)>& velocity,
                    int threads = 2) {
  const ScenarioSource source = scenario_of(
      "preset = \"benchmark\"\n[world]\nsize = [1000.0, 1000.0, 1000.0]\nboundary = \"open\"\nmetric = "
      "\"plain\"\n"
      "[rules]\nradius = 1000.0\nseparation_radius = 1.0\n");
  ThreadPool pool(threads);
  return measure_shape(state_of(points, velocity), source.scenario(), pool);
}
Point along_x(const Point&) { return {2.0, 0.0, 0.0}; }

/// Uniform in the ellipsoid with these semi-axes around (500, 500, 500).
std::vector<Point> ellipsoid(uint32_t boids, const Point& half) {
  std::vector<Point> points;
  for (uint32_t i = 0; i < boids; ++i) {
    const auto x = Random(5, Stream::kPosition, i, 0).in_unit_ball<3>();
    points.push_back({500.0 + half[0] * static_cast<double>(x[0]),
                      500.0 + half[1] * static_cast<double>(x[1]),
                      500.0 + half[2] * static_cast<double>(x[2])});
  }
  return points;
}

TEST(FlockShape, AnEllipsoidHasItsAxes) {
  const FlockShape shape = shape_of(ellipsoid(20000, {28.0, 14.0, 5.0}), along_x);
  EXPECT_EQ(shape.boids, 20000);
  EXPECT_DOUBLE_EQ(shape.largest_share, 1.0);
  EXPECT_NEAR(shape.axes[0], 10.0, 0.1);
  EXPECT_NEAR(shape.axes[1], 28.0, 0.3);
  EXPECT_NEAR(shape.axes[2], 56.0, 0.6);
  EXPECT_NEAR(shape.ratio_21, 2.8, 0.04);
  EXPECT_NEAR(shape.ratio_31, 5.6, 0.12);
  EXPECT_NEAR(shape.axis_vertical, 1.0, 1e-3);
  EXPECT_DOUBLE_EQ(shape.flight_vertical, 0.0);
  EXPECT_NEAR(shape.density, 20000 / (4.0 / 3.0 * std::numbers::pi * 28.0 * 14.0 * 5.0), 0.03);
  EXPECT_DOUBLE_EQ(shape.polarisation, 1.0);
  EXPECT_DOUBLE_EQ(shape.speed_mean, 2.0);
  EXPECT_DOUBLE_EQ(shape.speed_sd, 0.0);
}

/// A Poisson cloud has r1 density^(1/3) = 0.554 (Gamma(4/3) / (4/3 pi)^(1/3)), a little more with a border, neighbours in
/// all directions, and an edge like that of the uniform cloud.
TEST(FlockShape, ABallIsThatOfAPoissonCloud) {
  const FlockShape shape = shape_of(ellipsoid(40000, {50.0, 50.0, 50.0}), along_x);
  EXPECT_NEAR(shape.ratio_21, 1.0, 0.02);
  EXPECT_NEAR(shape.ratio_31, 1.0, 0.02);
  EXPECT_NEAR(shape.scaled_nearest, 0.554, 0.015);
  EXPECT_GT(shape.edge_uniform, 1.05);
  EXPECT_NEAR(shape.edge, shape.edge_uniform, 0.035);  // three times the deviation of clouds
  EXPECT_NEAR(shape.size, 100.0, 2.0);
}

/// Neighbours of a lattice that is stretched along the flight are beside a boid: it avoids the direction of flight.
TEST(FlockShape, ALatticeHasItsDistanceAndItsAnisotropy) {
  std::vector<Point> points;
  for (int x = 0; x < 12; ++x)
    for (int y = 0; y < 12; ++y)
      for (int z = 0; z < 12; ++z) points.push_back({400.0 + 3.0 * x, 400.0 + 2.0 * y, 400.0 + 2.0 * z});
  const FlockShape shape = shape_of(points, along_x);
  EXPECT_DOUBLE_EQ(shape.nearest, 2.0);
  EXPECT_NEAR(shape.anisotropy_1, 1.0, 1e-12);
  EXPECT_NEAR(shape.edge, 1.0, 1e-12);
  const FlockShape across = shape_of(points, [](const Point&) { return Point{0.0, 3.0, 4.0}; });
  EXPECT_NEAR(across.anisotropy_1, 0.0, 1e-12);
  EXPECT_NEAR(across.flight_vertical, 0.8, 1e-12);
}

/// A rotating body: deviations of velocity are w x r, whose correlation is 0 at a distance of its own; the speeds of such a
/// body deviate, too. A simple estimate from the same pairs gives the same.
TEST(FlockShape, ARotatingBodyHasItsCorrelationLength) {
  const std::vector<Point> points = ellipsoid(2000, {30.0, 20.0, 10.0});
  const auto turning = [](const Point& p) {
    return Point{10.0 - 0.1 * (p[1] - 500.0), 0.1 * (p[0] - 500.0), 0.0};
  };
  const FlockShape shape = shape_of(points, turning);
  double mean[2] = {0.0, 0.0}, longest = 0.0;
  for (const Point& p : points)
    for (size_t k = 0; k < 2; ++k) mean[k] += turning(p)[k] / 2000.0;
  // By sorting all pairs by their distance: the mean product of those around a distance changes its sign there.
  std::vector<std::pair<double, double>> pairs;
  for (size_t i = 0; i < points.size(); ++i)
    for (size_t j = i + 1; j < points.size(); ++j) {
      const double r =
          std::hypot(points[i][0] - points[j][0], points[i][1] - points[j][1], points[i][2] - points[j][2]);
      const Point a = turning(points[i]), b = turning(points[j]);
      pairs.emplace_back(r, (a[0] - mean[0]) * (b[0] - mean[0]) + (a[1] - mean[1]) * (b[1] - mean[1]));
      longest = std::max(longest, r);
    }
  std::sort(pairs.begin(), pairs.end());
  constexpr size_t kWindow = 20000;
  double zero = 0.0, sum = 0.0;
  for (size_t m = 0; m < pairs.size() && zero == 0.0; ++m) {
    sum += pairs[m].second - (m >= kWindow ? pairs[m - kWindow].second : 0.0);
    if (m >= kWindow && sum < 0.0) zero = pairs[m - kWindow / 2].first;
  }
  EXPECT_NEAR(shape.velocity_reach, zero, 0.6);
  EXPECT_DOUBLE_EQ(shape.size, longest);
  EXPECT_GT(shape.velocity_reach / shape.size, 0.3);
  EXPECT_GT(shape.speed_reach, 1.0);
}

TEST(FlockShape, IsOfTheLargestClusterWhateverTheThreads) {
  std::vector<Point> points = ellipsoid(3000, {28.0, 14.0, 5.0});
  for (int k = 0; k < 200; ++k) points.push_back({3000.0 + k, 500.0, 500.0});
  const auto velocity = [](const Point& p) { return Point{1.0 + 0.01 * p[1], 0.001 * p[2], 0.1}; };
  const FlockShape shape = shape_of(points, velocity, 1), again = shape_of(points, velocity, 3);
  EXPECT_EQ(shape.boids, 3000);
  EXPECT_DOUBLE_EQ(shape.largest_share, 3000.0 / 3200.0);
  EXPECT_EQ(shape_row(shape), shape_row(again));
}

/// Of spheres with radius 1.
FlockShape shape_of_spheres(const std::vector<Point>& points, int threads = 2) {
  const ScenarioSource source = scenario_of(
      "preset = \"starlings\"\n[rules]\nradius = 1000.0\nseparation = { falloff = \"shifted\", core = 2.0, "
      "shape = "
      "\"factor\", amount = 1.0 }\n");
  ThreadPool pool(threads);
  return measure_shape(state_of(points, along_x), source.scenario(), pool);
}

TEST(FlockShape, AFewSpheresCoverWhatTheyCover) {
  constexpr double kPi = std::numbers::pi;
  const FlockShape one = shape_of_spheres({{5.0, 7.0, 9.0}});
  EXPECT_NEAR(one.opacity_side, 1.0, 0.001);
  EXPECT_NEAR(one.opacity_below, 1.0, 0.001);
  // Two in line, seen from the side; seen from below apart, within an outline of two half discs and a rectangle.
  const FlockShape two = shape_of_spheres({{5.0, 7.0, 9.0}, {5.0, 17.0, 9.0}});
  EXPECT_NEAR(two.opacity_side, 1.0, 0.001);
  EXPECT_NEAR(two.opacity_below, 2.0 * kPi / (kPi + 20.0), 0.0005);
  // They overlap: a lens is counted once.
  const FlockShape close = shape_of_spheres({{5.0, 7.0, 9.0}, {5.0, 7.0, 10.0}});
  const double lens = 2.0 * std::acos(0.5) - 0.5 * std::sqrt(3.0);
  EXPECT_NEAR(close.opacity_side, (2.0 * kPi - lens) / (kPi + 2.0), 0.001);
  EXPECT_NEAR(close.opacity_below, 1.0, 0.001);
  EXPECT_TRUE(std::isnan(shape_of({{1.0, 2.0, 3.0}}, along_x).opacity_below)) << "boids without a size";
}

TEST(FlockShape, ALatticeOfSpheresHasItsOpacity) {
  std::vector<Point> points;
  for (int x = 0; x < 10; ++x)
    for (int y = 0; y < 20; ++y)
      for (int z = 0; z < 30; ++z) points.push_back({5.0 * x, 3.0 * y, 2.5 * z});
  const auto expected = [](double columns, double a, double b) {
    return columns * std::numbers::pi / (a * b + 2.0 * (a + b) + std::numbers::pi);
  };
  const FlockShape shape = shape_of_spheres(points), again = shape_of_spheres(points, 1);
  EXPECT_NEAR(shape.opacity_below, expected(200, 45.0, 57.0), 0.0005);
  EXPECT_NEAR(shape.opacity_side, expected(300, 45.0, 72.5), 0.0005);
  EXPECT_EQ(shape.opacity_side, again.opacity_side);
}

TEST(FlockShape, FewBoidsLeaveValuesEmpty) {
  EXPECT_EQ(shape_row(shape_of({}, along_x)).substr(0, 4), "0,0,");
  const FlockShape one = shape_of({{1.0, 2.0, 3.0}}, along_x);
  EXPECT_DOUBLE_EQ(one.speed_mean, 2.0);
  EXPECT_TRUE(std::isnan(one.nearest));
  EXPECT_TRUE(std::isnan(shape_of(std::vector<Point>(20, Point{5.0, 5.0, 5.0}), along_x).velocity_reach));
}

/// Against all pairs, for points in a flat cloud and on one line.
TEST(PointGrid, FindsTheNearest) {
  for (const Point& half : {Point{20.0, 20.0, 20.0}, Point{50.0, 10.0, 0.01}, Point{50.0, 0.0, 0.0}}) {
    const std::vector<Point> points = ellipsoid(600, half);
    ThreadPool pool(1);
    size_t looked_at = 0;
    each_nearest(Points<3>(points, std::nullopt), 7, pool, [&](uint32_t i, const auto& found) {
      ++looked_at;
      std::vector<std::pair<double, uint32_t>> all;
      for (uint32_t j = 0; j < points.size(); ++j) {
        double square = 0.0;
        for (size_t k = 0; k < 3; ++k) square += std::pow(points[j][k] - points[i][k], 2);
        if (j != i) all.emplace_back(square, j);
      }
      std::partial_sort(all.begin(), all.begin() + 7, all.end());
      all.resize(7);
      EXPECT_EQ(found, all) << i;
    });
    EXPECT_EQ(looked_at, points.size());
  }
}

}  // namespace
}  // namespace murmur
